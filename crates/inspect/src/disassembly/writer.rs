//! Writes JSON part by part, without a value in memory for a whole function.

use serde_json::Value;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes lines of JSON. Each line is an object whose first field is the schema.
pub(super) struct Writer<'w> {
    out: &'w mut dyn Write,
    schema: &'static str,
    /// True if the next field or item needs a comma.
    follows: bool,
}

impl<'w> Writer<'w> {
    /// Creates a writer of lines that follow a schema.
    pub(super) fn new(schema: &'static str, out: &'w mut dyn Write) -> Writer<'w> {
        Writer {
            out,
            schema,
            follows: false,
        }
    }

    pub(super) fn begin_line(&mut self) -> io::Result<()> {
        self.begin_object()?;
        self.name("schema", self.schema)
    }

    pub(super) fn end_line(&mut self) -> io::Result<()> {
        self.end_object()?;
        self.follows = false;
        self.out.write_all(b"\n")
    }

    /// Begins an object that is an item of an array.
    pub(super) fn begin_object(&mut self) -> io::Result<()> {
        self.separate()?;
        self.open(b"{")
    }

    pub(super) fn end_object(&mut self) -> io::Result<()> {
        self.close(b"}")
    }

    /// Begins a field that is an object.
    pub(super) fn object(&mut self, key: &str) -> io::Result<()> {
        self.key(key)?;
        self.open(b"{")
    }

    /// Begins a field that is an array.
    pub(super) fn array(&mut self, key: &str) -> io::Result<()> {
        self.key(key)?;
        self.open(b"[")
    }

    pub(super) fn end_array(&mut self) -> io::Result<()> {
        self.close(b"]")
    }

    /// Writes a string field whose text needs no escapes, such as a number, or a name or type of
    /// PNaClAsm.
    pub(super) fn name(&mut self, key: &str, text: impl Display) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "\"{text}\"")
    }

    /// Writes a string item whose text needs no escapes.
    pub(super) fn name_item(&mut self, text: impl Display) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "\"{text}\"")
    }

    /// Writes a field with a number or a boolean.
    pub(super) fn number(&mut self, key: &str, number: impl Display) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "{number}")
    }

    /// Writes a field with a JSON value.
    pub(super) fn value(&mut self, key: &str, value: &Value) -> io::Result<()> {
        self.key(key)?;
        Ok(serde_json::to_writer(&mut self.out, value)?)
    }

    /// Writes a string field, and escapes its text.
    pub(super) fn text(&mut self, key: &str, text: &str) -> io::Result<()> {
        self.key(key)?;
        Ok(serde_json::to_writer(&mut self.out, text)?)
    }

    /// Writes the field `symbol` with the bytes of a name, or null if there is no name.
    pub(super) fn symbol(&mut self, symbol: Option<&[u8]>) -> io::Result<()> {
        let text = symbol.map(String::from_utf8_lossy);
        self.value("symbol", &text.into())
    }

    /// Writes a field with bytes in hexadecimal.
    pub(super) fn hexadecimal(&mut self, key: &str, bytes: &[u8]) -> io::Result<()> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.key(key)?;
        self.out.write_all(b"\"")?;
        for byte in bytes {
            let digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
            self.out.write_all(&digits)?;
        }
        self.out.write_all(b"\"")
    }

    /// Writes a key, which needs no escapes.
    fn key(&mut self, key: &str) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "\"{key}\":")
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.follows, true) {
            self.out.write_all(b",")?;
        }
        Ok(())
    }

    fn open(&mut self, bracket: &[u8]) -> io::Result<()> {
        self.follows = false;
        self.out.write_all(bracket)
    }

    fn close(&mut self, bracket: &[u8]) -> io::Result<()> {
        self.follows = true;
        self.out.write_all(bracket)
    }
}
