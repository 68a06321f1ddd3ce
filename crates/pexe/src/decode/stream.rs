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

/// Takes a file in pieces of any size and hands out each function body as soon
/// as all of it has arrived.
///
/// The result and the errors are the same as those of [`super::decode`] on the whole file.
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
    /// Bodies handed out so far.
    taken: usize,
    /// Do not try again before this number of bytes has arrived.
    wait_for: usize,
    fatal: Option<Error>,
    /// The bodies that were decoded as they arrived, the first of the file.
    decoded: Vec<Function>,
    /// The types that decoders of bodies hand on, see
    /// [`BodyDecoder::with_types`]; empty while one has them.
    types: Mutex<Vec<Type>>,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::with(Allow::RUN)
    }
}

impl Parser {
    /// Makes a parser for a file that is to be run.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// Makes a parser that accepts these violations.
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
    /// Fails with the first error in the bytes so far, function bodies aside. Further pieces do not
    /// change it, but may add errors that [`Parser::finish`] reports.
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

    /// The module, as soon as its declarations are complete: when its first
    /// function body begins, or it ends.
    pub fn module(&self) -> Option<&Module> {
        self.reader.declarations()
    }

    /// The next function body that has arrived whole, in file order.
    pub fn next_body(&mut self) -> Option<RawBody> {
        let body = self.reader.bodies().get(self.taken).copied();
        self.taken += usize::from(body.is_some());
        body
    }

    /// Decodes a function body that was handed out.
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
        // The list is never left half updated, so a panic in another thread does no harm.
        let list = || self.types.lock().unwrap_or_else(PoisonError::into_inner);
        let types = mem::take(&mut *list());
        let mut decoder = BodyDecoder::with_types(module, self.reader.block_info(), types)
            .allowing(self.reader.allow());
        let result = decoder.decode(&self.bytes[body.byte_range()], body);
        *list() = decoder.into_types();
        result
    }

    /// Decodes the bodies that have arrived by now, so that [`Parser::finish`] has less to do.
    /// Those after a faulty one are left to it.
    pub fn decode_arrived(&mut self) {
        while let Some(&body) = self.reader.bodies().get(self.decoded.len()) {
            match self.decode_body(&body) {
                Ok(function) => self.decoded.push(function),
                Err(_) => return,
            }
        }
    }

    /// Ends the file, and decodes the remaining bodies.
    ///
    /// # Errors
    ///
    /// Fails with every error in the file, in file order.
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
