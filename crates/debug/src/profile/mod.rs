//! Counts the instructions of a run by call stack, and the memory that it allocates.

mod allocators;
mod firefox;
mod heap;

pub use heap::{HeapProfile, HeapSums, MAX_HEAP_CALLS};

use crate::read::Frame;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Maximum depth of calls that are counted separately. Deeper calls count towards their caller at
/// this depth.
const MAX_DEPTH: u32 = 512;

/// Maximum number of distinct call paths that are counted separately.
const MAX_CALLS: usize = 1 << 20;

/// Maximum number of counts over all calls.
const MAX_COUNTS: usize = 1 << 26;

/// Stacks with their weights. The outermost function comes first.
type Stacks = BTreeMap<Vec<Frame>, u64>;

/// A function that is reached by a particular call path.
#[derive(Clone, Debug)]
struct Call {
    function: FuncId,
    /// The index of the calling entry.
    caller: Option<u32>,
    depth: u32,
    /// Number of executions of each instruction without callees, up to the last executed one.
    counts: Vec<u64>,
}

/// The calls of a thread that have not returned yet.
#[derive(Clone, Debug, Default)]
struct Stack {
    /// The calls. Each has the function that runs, because some calls share the counts of their
    /// caller.
    calls: Vec<(FuncId, u32)>,
}

/// A profile of a run: the number of executed instructions, by call path.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    calls: Vec<Call>,
    known: HashMap<(Option<u32>, FuncId), u32>,
    threads: BTreeMap<u32, Stack>,
    /// The total number of counts.
    count_count: usize,
}

impl Profile {
    /// Records that a thread enters a function.
    pub fn enter(&mut self, thread: u32, function: FuncId) {
        let caller = self.threads.entry(thread).or_default().calls.last();
        let caller = caller.map(|&(_, call)| call);
        let call = self.call(caller, function);
        if let Some(stack) = self.threads.get_mut(&thread) {
            stack.calls.push((function, call));
        }
    }

    /// Records that a thread leaves the function that it entered last.
    pub fn leave(&mut self, thread: u32) {
        self.threads.entry(thread).or_default().calls.pop();
    }

    /// Records that a thread executes an instruction. If its function is not the one entered last,
    /// the thread has jumped back to an earlier call.
    pub fn inst(&mut self, thread: u32, function: FuncId, inst: InstId) {
        let stack = self.threads.entry(thread).or_default();
        while let Some(&(top, call)) = stack.calls.last() {
            if top == function {
                return self.count(call, function, inst);
            }
            stack.calls.pop();
        }
        self.enter(thread, function);
        let stack = self.threads.get(&thread);
        if let Some(&(_, call)) = stack.and_then(|stack| stack.calls.last()) {
            self.count(call, function, inst);
        }
    }

    /// Counts an instruction for a call. The function may differ from that of the call if it is
    /// counted towards a caller.
    fn count(&mut self, call: u32, function: FuncId, inst: InstId) {
        let Some(call) = self.calls.get_mut(call as usize) else {
            return;
        };
        let index = match call.function == function {
            true => inst.0 as usize,
            false => 0,
        };
        if call.counts.len() <= index {
            self.count_count += index + 1 - call.counts.len();
            call.counts.resize(index + 1, 0);
        }
        call.counts[index] += 1;
    }

    /// Returns the entry for a call of a function by a caller.
    fn call(&mut self, caller: Option<u32>, function: FuncId) -> u32 {
        if let Some(&known) = self.known.get(&(caller, function)) {
            return known;
        }
        let depth = caller.map_or(0, |caller| self.calls[caller as usize].depth + 1);
        if let Some(caller) = caller
            && (depth > MAX_DEPTH
                || self.calls.len() >= MAX_CALLS
                || self.count_count >= MAX_COUNTS)
        {
            return caller;
        }
        let index = self.calls.len() as u32;
        self.calls.push(Call {
            function,
            caller,
            depth,
            counts: Vec::new(),
        });
        self.known.insert((caller, function), index);
        index
    }

    /// Returns the counted stacks, outermost function first, with their numbers of instructions.
    /// `name` returns the name of a function, and `frames` the source locations of an instruction.
    fn stacks(
        &self,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
    ) -> Stacks {
        let files = self.files(frames);
        let mut names: HashMap<FuncId, String> = HashMap::new();
        let mut name = |function: FuncId| {
            let known = names.entry(function).or_insert_with(|| name(function));
            Frame {
                function: known.clone(),
                file: files.get(&function).cloned().unwrap_or_default(),
                ..Frame::default()
            }
        };
        let mut stacks = Stacks::new();
        for call in &self.calls {
            let mut around = Vec::new();
            let mut next = call
                .caller
                .and_then(|caller| self.calls.get(caller as usize));
            while let Some(outer) = next {
                around.push(name(outer.function));
                next = outer
                    .caller
                    .and_then(|caller| self.calls.get(caller as usize));
            }
            around.reverse();
            for (inst, &count) in call.counts.iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let mut places = frames(call.function, InstId(inst as u32));
                match places.last_mut() {
                    // All frames of a function have the same name, even if debug information has
                    // another one.
                    Some(last) => last.function = name(call.function).function,
                    None => places.push(name(call.function)),
                }
                for place in &mut places {
                    place.column = 0;
                }
                let stack = around.iter().cloned().chain(places.into_iter().rev());
                *stacks.entry(stack.collect()).or_default() += count;
            }
        }
        stacks
    }

    /// Returns the files of the functions that have lines. A function must have the same file as a
    /// caller, whose line is unknown, and where it runs itself; otherwise it would appear as two
    /// functions.
    fn files(&self, frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>) -> HashMap<FuncId, String> {
        let mut files = HashMap::new();
        for call in &self.calls {
            if files.contains_key(&call.function) {
                continue;
            }
            let counted = call
                .counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0);
            let mut places = counted.map(|(inst, _)| frames(call.function, InstId(inst as u32)));
            let file = places.find_map(|mut places| places.pop().map(|place| place.file));
            if let Some(file) = file.filter(|file| !file.is_empty()) {
                files.insert(call.function, file);
            }
        }
        files
    }

    /// Writes collapsed stacks: the functions from the outermost on, separated by semicolons, and
    /// the number of instructions.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_collapsed(
        &self,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for (stack, count) in merged(&self.stacks(name, frames)) {
            writeln!(out, "{stack} {count}")?;
        }
        Ok(())
    }

    /// Writes a profile in the processed format of the Firefox Profiler. A second of its time
    /// stands for a million instructions.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_firefox(
        &self,
        program: &str,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let stacks = self.stacks(name, frames);
        firefox::write(program, "samples", &[("instructions", &stacks)], out)
    }
}

/// Joins the function names of each stack with semicolons.
fn merged(stacks: &Stacks) -> BTreeMap<String, u64> {
    let mut merged = BTreeMap::new();
    for (stack, weight) in stacks {
        let names = stack.iter().map(|frame| frame.function.replace(';', ":"));
        let line = names.collect::<Vec<_>>().join(";");
        *merged.entry(line).or_default() += weight;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: FuncId = FuncId(1);
    const WORK: FuncId = FuncId(2);

    fn name(function: FuncId) -> String {
        match function {
            MAIN => "main".into(),
            _ => "work".into(),
        }
    }

    fn frames(function: FuncId, inst: InstId) -> Vec<Frame> {
        if function == MAIN {
            return Vec::new();
        }
        ["read", "work"]
            .iter()
            .skip(usize::from(inst.0 > 0))
            .map(|function| Frame {
                function: (*function).into(),
                file: "a.c".into(),
                line: 7 + inst.0,
                column: 3,
            })
            .collect()
    }

    fn profile() -> Profile {
        let mut profile = Profile::default();
        profile.enter(0, MAIN);
        profile.inst(0, MAIN, InstId(0));
        for _ in 0..2 {
            profile.enter(0, WORK);
            profile.inst(0, WORK, InstId(0));
            profile.inst(0, WORK, InstId(1));
            profile.leave(0);
        }
        // This thread is first seen in the middle of a function.
        profile.inst(1, MAIN, InstId(2));
        // The third call leaves the function by a jump.
        profile.enter(0, WORK);
        profile.inst(0, WORK, InstId(1));
        profile.inst(0, MAIN, InstId(1));
        profile
    }

    #[test]
    fn stacks_have_the_calls_that_were_inlined() {
        let mut text = Vec::new();
        let written = profile().write_collapsed(&name, &frames, &mut text);
        written.unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "main 3\nmain;work 3\nmain;work;read 2\n");
    }

    #[test]
    fn every_column_of_a_table_has_its_length() {
        let mut text = Vec::new();
        let written = profile().write_firefox("a.pexe", &name, &frames, &mut text);
        written.unwrap();
        let document: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let thread = &document["threads"][0];
        for table in [
            "samples",
            "stackTable",
            "frameTable",
            "funcTable",
            "resourceTable",
        ] {
            let table = thread[table].as_object().unwrap();
            let length = table["length"].as_u64().unwrap();
            for (name, column) in table {
                if let Some(column) = column.as_array() {
                    assert_eq!(column.len() as u64, length, "{name}");
                }
            }
        }
        let weights = thread["samples"]["weight"].as_array().unwrap();
        let total: u64 = weights.iter().filter_map(serde_json::Value::as_u64).sum();
        assert_eq!(total, 8);
    }
    #[test]
    fn a_function_is_the_same_where_it_calls_and_where_it_runs() {
        let mut profile = Profile::default();
        profile.enter(0, WORK);
        profile.inst(0, WORK, InstId(1));
        profile.enter(0, MAIN);
        profile.inst(0, MAIN, InstId(0));
        let mut text = Vec::new();
        let written = profile.write_firefox("a.pexe", &name, &frames, &mut text);
        written.unwrap();
        let document: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let functions = &document["threads"][0]["funcTable"]["length"];
        assert_eq!(functions, 2, "work and main");
    }
}
