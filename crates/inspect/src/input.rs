//! An input file in memory, of any kind. PNaClAsm can be assembled.

use crate::embedded;
use crate::kind::Kind;
use pinnacle_bytecode::limits::MAX_UNPACKED;
use pinnacle_bytecode::{self as bytecode, ErrorKind};
use pinnacle_pexe::Error;
use pinnacle_pexe::launcher;
use pinnacle_pexe::text::SyntaxErrors;
use pinnacle_pexe::text::error::Place;
use pinnacle_pexe::text::parse::{SourceMap, assemble};
use std::borrow::Cow;

/// A file in memory.
#[derive(Debug)]
pub struct Input {
    /// The name of the file, for messages.
    pub name: String,
    /// The contents of the file, or the assembled program.
    pub bytes: Vec<u8>,
    /// The kind of file.
    pub kind: Kind,
    /// The text that the program was assembled from, if any.
    pub text: Option<Text>,
    /// A description of the container that the contents were extracted from, if any.
    pub within: Option<&'static str>,
}

/// A text that was assembled.
#[derive(Debug)]
pub struct Text {
    /// The text.
    pub source: Vec<u8>,
    /// The source map from bits of the program to the text.
    pub map: SourceMap,
}

/// Returns true if the file starts with shell commands before its program.
pub fn has_launcher(head: &[u8]) -> bool {
    head.starts_with(launcher::MARK)
}

impl Input {
    /// Returns a file with this content. Compressed bytecode is decompressed, and a program or
    /// bitcode is extracted from a file with a launcher or from machine code.
    ///
    /// Bytecode that cannot be decompressed, or would exceed [`MAX_UNPACKED`], stays compressed.
    /// Its reader reports the reason.
    pub fn new(name: String, mut bytes: Vec<u8>) -> Input {
        bytes.drain(..launcher::offset(&bytes));
        if let Ok(Cow::Owned(unpacked)) = bytecode::unpack(&bytes, MAX_UNPACKED) {
            bytes = unpacked;
        }
        Input::unpacked(name, bytes)
    }

    /// Does the same as [`Input::new`], but limits decompressed bytecode to `limit` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the decompressed bytecode would be larger.
    pub fn within(
        limit: usize,
        name: String,
        mut bytes: Vec<u8>,
    ) -> Result<Input, bytecode::Error> {
        bytes.drain(..launcher::offset(&bytes));
        match bytecode::unpack(&bytes, limit) {
            Ok(Cow::Owned(unpacked)) => bytes = unpacked,
            Err(error) if error.kind() == ErrorKind::TooLarge => return Err(error),
            Ok(Cow::Borrowed(_)) | Err(_) => {}
        }
        Ok(Input::unpacked(name, bytes))
    }

    fn unpacked(name: String, mut bytes: Vec<u8>) -> Input {
        let mut within = None;
        if let Some((place, what)) = embedded::find(&bytes) {
            bytes.truncate(place.end);
            bytes.drain(..place.start);
            within = Some(what);
        }
        Input {
            name,
            kind: Kind::of(&bytes),
            bytes,
            text: None,
            within,
        }
    }

    /// Assembles the file, which must contain PNaClAsm.
    ///
    /// # Errors
    ///
    /// Fails with all errors in the text.
    pub fn try_assemble(self) -> Result<Input, SyntaxErrors> {
        let assembled = assemble(&self.bytes)?;
        let text = Text {
            source: self.bytes,
            map: assembled.map,
        };
        Ok(Input {
            text: Some(text),
            ..Input::new(self.name, assembled.bytes)
        })
    }

    /// Returns the place of an error in the text, if the file was assembled.
    pub fn place(&self, error: &Error) -> Option<Place> {
        let text = self.text.as_ref()?;
        let offset = text.map.offset(error.position().0)?;
        Some(Place::of(&text.source, offset))
    }

    /// Returns advice if the first error of the file is this one.
    pub fn hint_for(&self, first: &Error) -> Option<String> {
        self.kind.hint_for(first, self.bytes.len())
    }

    /// Returns the message of an error in the file, with line and column if it is text.
    pub fn describe(&self, error: &Error) -> String {
        let Some(place) = self.place(error) else {
            return format!("{}: {error}", self.name);
        };
        let Place { line, column, .. } = place;
        let picture = place.picture();
        format!(
            "{}:{line}:{column}: {error}\n{}",
            self.name,
            picture.trim_end_matches('\n')
        )
    }
}
