//! Prints a whole file: the header, the blocks of the module, and the bytes after it.
//!
//! Function blocks are skipped with their length words and collected in batches. A batch is printed
//! before any other item, so that the text is in file order and each body uses the part of the
//! module before it.

use super::batch::{Batch, Body};
use super::blocks::Blocks;
use super::columns::{Columns, errors_in};
use super::constructs::{Constructs, write_character};
use super::function::FunctionPrinter;
use super::record::Entry;
use super::{Form, Tone, digits, header_size};
use crate::construct::block_id;
use crate::error::Error;
use crate::limits::PROFILE;
use pinnacle_bitstream::{BlockHeader, Error as BitError, Event, Reader};
use std::io::{self, Write};

/// The header of nearly all files.
const USUAL_HEADER: &[u8] = b"PEXE\x01\x00\x08\x00\x11\x00\x04\x00\x02\x00\x00\x00";

/// Number of bytes after the module in a row.
const TRAILING_IN_ROW: usize = 32;

pub(super) struct FilePrinter<'a> {
    bytes: &'a [u8],
    columns: Columns<'a>,
    blocks: Blocks,
    constructs: Constructs,
    /// Number of function blocks.
    bodies: usize,
    /// The bodies that have not been printed.
    batch: Batch,
}

impl<'a> FilePrinter<'a> {
    pub(super) fn new(bytes: &'a [u8], columns: Columns<'a>, jobs: usize) -> FilePrinter<'a> {
        FilePrinter {
            bytes,
            columns,
            blocks: Blocks::default(),
            constructs: Constructs::default(),
            bodies: 0,
            batch: Batch::new(jobs),
        }
    }

    /// Prints the file.
    pub(super) fn print(mut self) -> io::Result<()> {
        self.remarks();
        self.header();
        let start = header_size(self.bytes);
        let bytes = self.bytes;
        let mut reader = Reader::new(&bytes[start..], start as u64, PROFILE);
        let read = self.module(&mut reader);
        self.print_batch(&reader);
        let indent = self.blocks.indent();
        match read {
            Ok(()) => {
                self.columns.show_errors(reader.next_position(), indent);
                self.trailing(&bytes[(reader.next_position() / 8) as usize..]);
            }
            Err(error) => self.columns.give_up(&error, 0..u64::MAX, indent),
        }
        self.columns.show_errors(u64::MAX, 0);
        self.columns.finish()
    }

    /// Prints the bodies of some functions. Reads other parts only as far as these need them.
    pub(super) fn print_functions(
        mut self,
        functions: &[u32],
        errors: &'a [Error],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let start = header_size(self.bytes);
        let bytes = self.bytes;
        let end = bytes.len() as u64 * 8;
        let mut reader = Reader::new(&bytes[start..], start as u64, PROFILE);
        // The text ends at unreadable bits; one of the errors of the file reports them.
        while let Ok(event) = reader.next() {
            match event {
                Event::EnterBlock(header) if self.is_body(&reader, &header) => {
                    let function = self.constructs.names.defined(self.bodies);
                    self.bodies += 1;
                    if function.is_some_and(|function| functions.contains(&function))
                        && header.end() <= end
                    {
                        let body = Body { header, function };
                        let names = &self.constructs.names;
                        let mut printer = FunctionPrinter::new(names, self.blocks.depth(), end);
                        self.columns.set_errors(errors_in(errors, body.range()));
                        body.print(&mut printer, &mut self.columns, bytes, reader.block_info());
                        out.write_all(&self.columns.take())?;
                    }
                    if reader.skip_block().is_err() {
                        break;
                    }
                }
                Event::End => break,
                event => {
                    self.event(&reader, event);
                    self.columns.take();
                }
            }
            if reader.depth() == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Returns the texts of the requested records.
    pub(super) fn excerpts(mut self) -> Vec<(u64, String)> {
        self.header();
        let start = header_size(self.bytes);
        let bytes = self.bytes;
        let mut reader = Reader::new(&bytes[start..], start as u64, PROFILE);
        // Unreadable parts have no text.
        let _ = self.module(&mut reader);
        self.columns.into_excerpts()
    }

    /// Prints comments about properties of the file that the text does not contain.
    fn remarks(&mut self) {
        let (overlong, padded) = (self.columns.prescan.overlong, self.columns.prescan.padded);
        if overlong > 0 {
            let (numbers, need) = match overlong {
                1 => ("number of this file is", "it needs"),
                _ => ("numbers of this file are", "they need"),
            };
            let text = format!(
                "{overlong} {numbers} packed longer than {need} to be, which this text does not \
                 show"
            );
            self.columns.put_comment(0, Tone::Comment, &text);
        }
        if padded > 0 {
            let paddings = match padded {
                1 => "padding of a block of this file is",
                _ => "paddings of blocks of this file are",
            };
            let text = format!("{padded} {paddings} not zero, which this text does not show");
            self.columns.put_comment(0, Tone::Comment, &text);
        }
    }

    fn header(&mut self) {
        let header = &self.bytes[..header_size(self.bytes)];
        if header.is_empty() {
            return;
        }
        if self.columns.is_assembly() {
            if header != USUAL_HEADER {
                self.columns
                    .put_comment(0, Tone::Comment, &hexadecimal("header", header));
            }
        } else {
            let numbers: Vec<u64> = header.iter().copied().map(u64::from).collect();
            let line = &mut self.columns.line;
            line.text(b"Magic Number: '");
            for byte in header.iter().take(4) {
                write_character(line, byte.to_ascii_uppercase());
            }
            line.text(b"' (");
            for (index, &byte) in header.iter().take(4).enumerate() {
                if index > 0 {
                    line.text(b", ");
                }
                line.number(byte.into());
            }
            line.byte(b')');
            self.columns.end_line(0);
            if let Some(&[a, b, c, d]) = header.get(12..16) {
                self.columns.line.text(b"PNaCl Version: ");
                self.columns
                    .line
                    .number(u32::from_le_bytes([a, b, c, d]).into());
            }
            self.columns.put(&Entry::header(&numbers), 0);
        }
        self.show_errors(header.len() as u64 * 8);
    }

    /// Prints the blocks of the file up to the end of the first top-level block.
    fn module(&mut self, reader: &mut Reader<'_>) -> Result<(), BitError> {
        while !self.columns.is_done() {
            let event = reader.next()?;
            if let Event::EnterBlock(header) = event
                && self.is_body(reader, &header)
            {
                self.body(reader, header)?;
            } else {
                self.print_batch(reader);
                self.event(reader, event);
                if reader.depth() == 0 {
                    break;
                }
            }
            if self.batch.is_empty() {
                self.show_errors(reader.next_position());
            }
        }
        Ok(())
    }

    fn show_errors(&mut self, before: u64) {
        if self.columns.has_errors() {
            self.columns.show_errors(before, self.blocks.indent());
        }
    }

    fn event(&mut self, reader: &Reader<'_>, event: Event) {
        match event {
            Event::EnterBlock(header) => {
                Blocks::name(&mut self.columns.line, header.id);
                self.blocks.enter(&mut self.columns, &header, reader);
            }
            Event::ExitBlock => {
                self.constructs
                    .end_compound(&mut self.columns, &self.blocks);
                self.blocks.exit(&mut self.columns, reader.position());
            }
            Event::DefineAbbreviation => self.blocks.define(&mut self.columns, reader),
            Event::Record => {
                let record = reader.record();
                self.constructs
                    .record(&mut self.columns, &self.blocks, &record);
            }
            Event::End => {}
        }
    }

    /// Returns true if a block that was entered is a function of the module.
    fn is_body(&self, reader: &Reader<'_>, header: &BlockHeader) -> bool {
        header.id == block_id::FUNCTION && reader.depth() == 2
    }

    /// Prints a function block, or adds it to the batch.
    fn body(&mut self, reader: &mut Reader<'_>, header: BlockHeader) -> Result<(), BitError> {
        let end = self.bytes.len() as u64 * 8;
        let function = self.constructs.names.defined(self.bodies);
        self.bodies += 1;
        let body = Body { header, function };
        if header.end() > end {
            self.print_batch(reader);
            let names = &self.constructs.names;
            let mut printer = FunctionPrinter::new(names, self.blocks.depth(), end);
            return printer.print(&mut self.columns, reader, &header, function);
        }
        if !self.columns.wants(&header) {
            return reader.skip_block();
        }
        if self.batch.takes(&body) {
            self.batch.add(body);
        } else {
            self.print_batch(reader);
            let names = &self.constructs.names;
            let mut printer = FunctionPrinter::new(names, self.blocks.depth(), end);
            let info = reader.block_info();
            body.print(&mut printer, &mut self.columns, self.bytes, info);
        }
        reader.skip_block()?;
        if self.batch.is_full() {
            self.print_batch(reader);
        }
        Ok(())
    }

    /// Prints the function blocks of the batch.
    fn print_batch(&mut self, reader: &Reader<'_>) {
        if !self.batch.is_empty() {
            let names = &self.constructs.names;
            let end = self.bytes.len() as u64 * 8;
            let printer = || FunctionPrinter::new(names, self.blocks.depth(), end);
            let info = reader.block_info();
            self.batch
                .print(&mut self.columns, self.bytes, info, printer);
        }
    }

    /// Prints the bytes after the module.
    fn trailing(&mut self, bytes: &[u8]) {
        for row in bytes.chunks(TRAILING_IN_ROW) {
            if self.columns.is_done() {
                return;
            }
            if self.columns.form() != Form::Records {
                self.columns
                    .put_comment(0, Tone::Comment, &hexadecimal("trailing", row));
            }
        }
    }
}

/// Returns a comment with bytes that the assembler can parse.
fn hexadecimal(word: &str, bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(word.len() + bytes.len() * 3);
    text.extend_from_slice(word.as_bytes());
    for &byte in bytes {
        text.push(b' ');
        digits::hexadecimal(&mut text, byte);
    }
    String::from_utf8_lossy(&text).into_owned()
}
