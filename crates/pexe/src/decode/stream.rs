//! Decodes a file that arrives in pieces.

use super::body::{BodyDecoder, RawBody};
use super::structure::StructureReader;
use super::{Allow, Options, Program};
use crate::error::{Error, Errors};
use crate::function::Function;
use crate::module::Module;
use crate::types::Type;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// Decodes a file that arrives in pieces of any size. Returns each function body as soon as it has
/// arrived completely.
///
/// The result and the errors are the same as those of [`super::decode`] for the whole file.
///
/// ```no_run
/// # use std::io::Read;
/// use pinnacle_pexe::decode::Parser;
///
/// let mut parser = Parser::new();
/// let mut piece = [0; 4096];
/// loop {
///     match std::io::stdin().read(&mut piece)? {
///         0 => break,
///         len => parser.push(&piece[..len])?,
///     }
///     while let Some(body) = parser.next_body() {
///         let function = parser.decode_body(&body)?;
///         println!("{} has {} blocks", function.id(), function.blocks().len());
///     }
/// }
/// let program = parser.finish(&Default::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Parser {
    bytes: Vec<u8>,
    reader: StructureReader,
    /// Number of bodies that were returned.
    taken: usize,
    /// Number of bytes that must have arrived before parsing continues.
    wait_for: usize,
    fatal: Option<Error>,
    /// The bodies that were decoded on arrival, which are the first ones in the file.
    decoded: Vec<Function>,
    /// The list of types that decoders of bodies share; see [`BodyDecoder::with_types`]. Empty
    /// while a decoder uses it.
    types: Mutex<Vec<Type>>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::with(Allow::RUN)
    }
}

impl Parser {
    /// Creates a parser for a file that is to be run.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// Creates a parser that accepts some violations.
    pub fn with(allow: Allow) -> Parser {
        Parser {
            bytes: Vec::new(),
            reader: StructureReader::new(allow),
            taken: 0,
            wait_for: 0,
            fatal: None,
            decoded: Vec::new(),
            types: Mutex::default(),
        }
    }

    /// Adds the next piece of the file.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the bytes so far, except in function bodies. It stays the same
    /// after further pieces, but [`Parser::finish`] may report more errors.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.bytes.extend_from_slice(piece);
        if let Some(error) = &self.fatal {
            return Err(error.clone());
        }
        if self.bytes.len() < self.wait_for {
            return Ok(());
        }
        if let Err(error) = self.reader.advance(&self.bytes, false) {
            self.fatal = Some(error.clone());
            return Err(error);
        }
        self.wait_for = self.reader.wanted(self.bytes.len());
        match self.reader.first_error() {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Returns the module as soon as its declarations are complete, which is when the first
    /// function body begins or the module ends.
    pub fn module(&self) -> Option<&Module> {
        self.reader.declarations()
    }

    /// Returns the next function body that has arrived completely, in file order.
    pub fn next_body(&mut self) -> Option<RawBody> {
        let body = self.reader.bodies().get(self.taken).copied();
        self.taken += usize::from(body.is_some());
        body
    }

    /// Decodes a function body that [`Parser::next_body`] has returned.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the body.
    ///
    /// # Panics
    ///
    /// Panics if the body comes from another parser.
    pub fn decode_body(&self, body: &RawBody) -> Result<Function, Error> {
        let module = self.module().expect("bodies come after the declarations");
        // A panic in another thread cannot leave the list in an invalid state.
        let list = || self.types.lock().unwrap_or_else(PoisonError::into_inner);
        let types = mem::take(&mut *list());
        let mut decoder = BodyDecoder::with_types(module, self.reader.block_info(), types)
            .allowing(self.reader.allow());
        let result = decoder.decode(&self.bytes[body.byte_range()], body);
        *list() = decoder.into_types();
        result
    }

    /// Decodes the bodies that have arrived, up to the first invalid one, so that
    /// [`Parser::finish`] takes less time.
    pub fn decode_arrived(&mut self) {
        while let Some(&body) = self.reader.bodies().get(self.decoded.len()) {
            match self.decode_body(&body) {
                Ok(function) => self.decoded.push(function),
                Err(_) => return,
            }
        }
    }

    /// Ends the file and decodes the remaining bodies.
    ///
    /// # Errors
    ///
    /// Fails with all errors in the file, in file order.
    pub fn finish(mut self, options: &Options) -> Result<Program, Errors> {
        if self.fatal.is_none() {
            self.fatal = self.reader.advance(&self.bytes, true).err();
        }
        let structure = self.reader.finish(&self.bytes, self.fatal);
        let functions = match self.decoded.len() == structure.bodies().len() {
            true => self.decoded.into_iter().map(Ok).collect(),
            false => structure.decode_bodies(&self.bytes, options),
        };
        structure.into_program(functions)
    }
}
