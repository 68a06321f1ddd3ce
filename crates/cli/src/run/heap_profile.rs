//! The heap profile of a run.

use super::measure::{is_json, name};
use crate::debug_file::Source;
use crate::output::{Failure, Output};
use crate::whole_file;
use pinnacle_debug::{HeapProfile, HeapSums, MAX_HEAP_CALLS};
use pinnacle_inspect::numbers::count;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::interp::{CallEvent, CallValues};
use std::path::{Path, PathBuf};

/// A heap profile, and its file.
pub(super) struct HeapFile {
    path: PathBuf,
    profile: HeapProfile,
}

impl HeapFile {
    /// A profile that may take `limit` bytes of memory.
    pub(super) fn new(
        path: &Path,
        program: &Program,
        program_name: &str,
        source: Option<&Source>,
        limit: usize,
    ) -> Result<HeapFile, Failure> {
        let symbols = symbols(program, source);
        let symbols = symbols.iter().map(|(function, name)| (*function, &**name));
        let profile =
            HeapProfile::new(symbols, limit).ok_or_else(|| {
                Failure::new(format!(
                "--heap-profile needs the names of functions, and {program_name} has no function \
                 that is named malloc or the like"
            ))
            .hint("link with `pinnacle cc -g -O0`, which writes the names into the debug file and \
                   does not inline the allocator")
            })?;
        Ok(HeapFile {
            path: path.to_owned(),
            profile,
        })
    }

    /// Handles the start or the end of a call.
    pub(super) fn call(&mut self, call: CallEvent<'_>) {
        let CallEvent {
            thread,
            function,
            depth,
            values,
            memory,
            calls,
        } = call;
        let calls = || {
            let calls = calls.take(MAX_HEAP_CALLS);
            let mut calls: Vec<_> = calls.map(|call| (call.function, call.inst)).collect();
            calls.reverse();
            calls
        };
        let profile = &mut self.profile;
        match values {
            CallValues::Arguments(args) => profile.enter(thread, function, depth, args, calls),
            CallValues::Result(result) => {
                let load = |address| memory.load_u32(address).unwrap_or(0);
                profile.leave(thread, function, depth, result, load, calls);
            }
        }
    }

    /// Writes the profile.
    pub(super) fn finish(
        self,
        program: &Program,
        program_name: &str,
        source: Option<&Source>,
        output: &Output,
    ) -> Result<(), Failure> {
        let profile = &self.profile;
        if profile.is_full() {
            return Err(Failure::new(
                "the heap profile takes more memory than the program may have, and is not kept",
            )
            .hint("raise the limit with --memory"));
        }
        let name = |function| name(program, source, function);
        let frames = |function, inst| super::measure::frames(source, function, inst);
        whole_file::write_with(&self.path, |out| match is_json(&self.path) {
            true => profile.write_firefox(program_name, &name, &frames, out),
            false => profile.write_collapsed(&name, &frames, out),
        })?;
        output.note(format_args!("{}", in_words(profile.sums())));
        Ok(())
    }
}

/// Formats the totals of a profile as one line.
fn in_words(sums: HeapSums) -> String {
    format!(
        "heap: {} of {} allocated, {} of {} held at the end",
        count(sums.blocks, "block"),
        count(sums.bytes, "byte"),
        count(sums.held_blocks, "block"),
        count(sums.held_bytes, "byte"),
    )
}

/// Returns the functions of a program that have symbols, in its debug file or in the program
/// itself.
fn symbols(program: &Program, source: Option<&Source>) -> Vec<(FuncId, String)> {
    let functions = (0..).map(FuncId).zip(&program.module().functions);
    let symbols = functions.filter_map(|(function, declaration)| {
        let known = source.and_then(|source| {
            let address = source.addresses.of_inst(function, InstId(0))?;
            source.symbols.symbol(address)
        });
        let own = || String::from_utf8(declaration.name.as_ref()?.to_vec()).ok();
        Some((function, known.map(str::to_owned).or_else(own)?))
    });
    symbols.collect()
}
