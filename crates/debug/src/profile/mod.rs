//! Counts the instructions of a run by call stack.

mod allocators;
mod firefox;
mod heap;

pub use heap::{HeapProfile, HeapSums, MAX_HEAP_CALLS};

use crate::read::Frame;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Maximum depth of calls with counts of their own; deeper calls count towards their caller at this
/// depth.
const MAX_DEPTH: u32 = 512;

/// Maximum number of calls by different ways that have counts of their own.
const MAX_CALLS: usize = 1 << 20;

/// Maximum number of counts that are kept, over all calls.
const MAX_COUNTS: usize = 1 << 26;

/// Stacks, outermost function first, with their weights.
type Stacks = BTreeMap<Vec<Frame>, u64>;

/// A call of a function by one way.
#[derive(Clone, Debug)]
struct Call {
    function: FuncId,
    /// The call around it.
    caller: Option<u32>,
    depth: u32,
    /// Number of executions of each instruction, not counting callees, up to the last executed one.
    counts: Vec<u64>,
}

/// The calls of a thread that have not returned.
#[derive(Clone, Debug, Default)]
struct Stack {
    /// The calls, each with the function that really runs, since some share their counts.
    calls: Vec<(FuncId, u32)>,
}

/// A profile of a run: the number of instructions that were executed, by the calls that led to
/// them.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    calls: Vec<Call>,
    known: HashMap<(Option<u32>, FuncId), u32>,
    threads: BTreeMap<u32, Stack>,
    /// The counts of all calls.
    count_count: usize,
}

impl Profile {
    /// A thread enters a function.
    pub fn enter(&mut self, thread: u32, function: FuncId) {
        let caller = self.threads.entry(thread).or_default().calls.last();
        let caller = caller.map(|&(_, call)| call);
        let call = self.call(caller, function);
        if let Some(stack) = self.threads.get_mut(&thread) {
            stack.calls.push((function, call));
        }
    }

    /// A thread leaves the function that it entered last.
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

    /// Counts an instruction of a function in a call, which may be of the function around it.
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

    /// The call of a function from within another.
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

    /// The stacks that were counted, outermost function first, each with its number of
    /// instructions. `name` gives the name of a function, `frames` the place of an instruction.
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
                    // The function has one name, whatever its lines are called.
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

    /// Returns the files of the functions that have lines. A caller is shown without a line, and
    /// needs the file to be the same function as where it runs itself.
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

    /// Writes collapsed stacks: functions from the outermost on with semicolons between them,
    /// and the number of instructions.
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

    /// Writes a profile of the Firefox Profiler, in its processed form. Its time is the number of
    /// instructions: a million of them is a second.
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

/// The names of the functions of each stack with semicolons between them.
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
        // A thread that is met in the middle of a function.
        profile.inst(1, MAIN, InstId(2));
        // The third call jumps out of the function.
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
