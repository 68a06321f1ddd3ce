//! Prints batches of function bodies in parallel.

use super::columns::{Columns, Sink, errors_in};
use super::function::FunctionPrinter;
use crate::limits::PROFILE;
use pinnacle_base::parallel::Threads;
use pinnacle_bitstream::{BlockHeader, BlockInfo, Reader};
use std::ops::Range;
use std::sync::Arc;

/// Total size of the function bodies in bytes at which a batch is printed. The text is about forty
/// times as long.
const FULL: u64 = 256 << 10;

/// Bodies longer than this are printed directly, so that their text is never in memory as a whole.
const LONG: u64 = FULL;

/// Minimum size of a batch in bytes for which starting threads is worthwhile.
const WORTHWHILE: u64 = 8 << 10;

/// A complete function block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) header: BlockHeader,
    pub(super) function: Option<u32>,
}

impl Body {
    fn bytes(&self) -> u64 {
        u64::from(self.header.length_words) * 4
    }

    /// Returns the range of its positions in bits.
    pub(super) fn range(&self) -> Range<u64> {
        self.header.position..self.header.end()
    }

    /// Prints the block with those of the errors that are in it.
    pub(super) fn print(
        &self,
        printer: &mut FunctionPrinter<'_>,
        columns: &mut Columns<'_>,
        file: &[u8],
        info: &Arc<BlockInfo>,
    ) {
        let Body { header, function } = *self;
        let contents = &file[(header.body / 8) as usize..(header.end() / 8) as usize];
        let mut reader = Reader::in_block(contents, header, PROFILE, info.clone());
        let result = printer.print(columns, &mut reader, &header, function);
        if let Err(error) = result {
            columns.give_up(&error, self.range(), printer.indent());
        }
        columns.show_errors(header.end(), printer.indent());
    }
}

/// Function bodies that wait to be printed, and the threads that print them.
#[derive(Debug)]
pub(super) struct Batch {
    bodies: Vec<Body>,
    bytes: u64,
    threads: Threads,
}

impl Batch {
    pub(super) fn new(jobs: usize) -> Batch {
        Batch {
            bodies: Vec::new(),
            bytes: 0,
            threads: Threads::new(jobs),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes >= FULL
    }

    /// Returns true if a body should be added to the batch and not printed directly.
    pub(super) fn takes(&self, body: &Body) -> bool {
        self.threads.are_several() && body.bytes() < LONG
    }

    pub(super) fn add(&mut self, body: Body) {
        self.bodies.push(body);
        self.bytes += body.bytes();
    }

    /// Prints the bodies and empties the batch.
    pub(super) fn print<'m>(
        &mut self,
        columns: &mut Columns<'_>,
        file: &[u8],
        info: &Arc<BlockInfo>,
        printer: impl Fn() -> FunctionPrinter<'m> + Sync + Send,
    ) {
        let errors = columns.errors();
        let (form, colours, prescan) = (columns.form(), columns.colours(), columns.prescan);
        let worker = || {
            let columns = Columns::new(form, colours, prescan, &[], Sink::Memory);
            (columns, printer())
        };
        let mut alone = Threads::new(1);
        let threads = if self.bytes >= WORTHWHILE {
            &mut self.threads
        } else {
            &mut alone
        };
        let texts = threads.map(&self.bodies, worker, |(columns, printer), body: &Body| {
            columns.set_errors(errors_in(errors, body.range()));
            body.print(printer, columns, file, info);
            columns.take()
        });
        for text in texts {
            columns.append(&text);
        }
        if let Some(last) = self.bodies.last() {
            columns.skip_errors(last.header.end());
        }
        self.bodies.clear();
        self.bytes = 0;
    }
}
