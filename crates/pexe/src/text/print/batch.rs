//! Function bodies by the batch, printed in parallel.

use super::function::FunctionPrinter;
use super::sheet::{Sheet, Sink};
use crate::error::Error;
use pinnacle_bitstream::{BlockHeader, BlockInfo, Reader};
use std::sync::Arc;

/// A batch is printed when its bodies have so many bytes together. Their text
/// is some forty times as long.
const FULL: u64 = 256 << 10;

/// Bodies longer than this are not printed in a batch but on the way, so that
/// their text is never in memory as a whole.
const LONG: u64 = FULL;

/// A batch with fewer bytes is printed before threads would have started.
const WORTHWHILE: u64 = 8 << 10;

/// A function block to be printed, which is whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) header: BlockHeader,
    pub(super) function: Option<u32>,
}

impl Body {
    fn bytes(&self) -> u64 {
        u64::from(self.header.length_words) * 4
    }

    /// Prints the block. Of the errors those in it are shown.
    pub(super) fn print(
        &self,
        printer: &mut FunctionPrinter<'_>,
        sheet: &mut Sheet<'_>,
        file: &[u8],
        info: &Arc<BlockInfo>,
    ) {
        let Body { header, function } = *self;
        let contents = &file[(header.body / 8) as usize..(header.end() / 8) as usize];
        let mut reader = Reader::in_block(contents, header, info.clone());
        let result = printer.print(sheet, &mut reader, &header, function);
        if let Err(error) = result {
            sheet.give_up(&error, header.end(), printer.indent());
        }
        sheet.show_errors(header.end(), printer.indent());
    }
}

/// The errors of a block. One at its very end, which is not shown in it, may
/// tell that it ends too early.
fn errors_in<'a>(errors: &'a [Error], header: &BlockHeader) -> &'a [Error] {
    let before = |end: u64| errors.partition_point(|error| error.position().0 < end);
    let (from, to) = (before(header.position), before(header.end() + 1));
    errors.get(from..to).unwrap_or_default()
}

/// Function bodies that wait to be printed, and the threads that will do it.
#[derive(Debug)]
pub(super) struct Batch {
    bodies: Vec<Body>,
    bytes: u64,
    jobs: usize,
    #[cfg(feature = "parallel")]
    threads: Option<rayon::ThreadPool>,
}

impl Batch {
    pub(super) fn new(jobs: usize) -> Batch {
        Batch {
            bodies: Vec::new(),
            bytes: 0,
            jobs: if cfg!(feature = "parallel") { jobs } else { 1 },
            #[cfg(feature = "parallel")]
            threads: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes >= FULL
    }

    /// Whether a body is to wait for others.
    pub(super) fn takes(&self, body: &Body) -> bool {
        self.jobs != 1 && body.bytes() < LONG
    }

    pub(super) fn add(&mut self, body: Body) {
        self.bodies.push(body);
        self.bytes += body.bytes();
    }

    /// Prints the bodies, and is empty then.
    pub(super) fn print<'m>(
        &mut self,
        sheet: &mut Sheet<'_>,
        file: &[u8],
        info: &Arc<BlockInfo>,
        printer: impl Fn() -> FunctionPrinter<'m> + Sync + Send,
    ) {
        let errors = sheet.errors();
        let (form, colours, survey) = (sheet.form(), sheet.colours(), sheet.survey);
        let worker = || {
            let sheet = Sheet::new(form, colours, survey, &[], Sink::Memory);
            (sheet, printer())
        };
        let texts = self.map(worker, |(sheet, printer), body: &Body| {
            sheet.set_errors(errors_in(errors, &body.header));
            body.print(printer, sheet, file, info);
            sheet.take()
        });
        for text in texts {
            sheet.append(&text);
        }
        if let Some(last) = self.bodies.last() {
            let end = last.header.end();
            let shown = errors.partition_point(|error| error.position().0 < end);
            sheet.set_errors(&errors[shown..]);
        }
        self.bodies.clear();
        self.bytes = 0;
    }

    /// Maps the bodies in order, each thread with a state of its own.
    fn map<S>(
        &mut self,
        state: impl Fn() -> S + Sync + Send,
        job: impl Fn(&mut S, &Body) -> Vec<u8> + Sync + Send,
    ) -> Vec<Vec<u8>> {
        #[cfg(feature = "parallel")]
        if self.bytes >= WORTHWHILE {
            use rayon::prelude::*;
            if self.jobs > 1 && self.threads.is_none() {
                let threads = rayon::ThreadPoolBuilder::new().num_threads(self.jobs);
                // Where the machine gives none, the common ones will do.
                self.threads = threads.build().ok();
            }
            let bodies = &self.bodies;
            let map = || bodies.par_iter().map_init(&state, &job).collect();
            return match &self.threads {
                Some(threads) => threads.install(map),
                None => map(),
            };
        }
        let mut state = state();
        self.bodies
            .iter()
            .map(|body| job(&mut state, body))
            .collect()
    }
}
