//! Counts how often each instruction runs.

use crate::read::Frame;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{BlockId, FuncId, InstId};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Execution counts of the instructions of a run.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// By function number, the counts of its instructions, up to the last one that has run.
    functions: Vec<Vec<u64>>,
    /// The number of times that each function was entered.
    entered: HashMap<FuncId, u64>,
}

/// The coverage of one source file.
#[derive(Default)]
struct FileCoverage {
    /// The number of times that each function was entered, by its line and name.
    functions: BTreeMap<(u32, String), u64>,
    lines: BTreeMap<u32, u64>,
}

impl Coverage {
    /// Counts a call of a function.
    pub fn enter(&mut self, function: FuncId) {
        let count = self.entered.entry(function).or_default();
        *count = count.saturating_add(1);
    }

    /// Counts the execution of an instruction.
    pub fn inst(&mut self, function: FuncId, inst: InstId) {
        if self.functions.len() <= function.index() {
            self.functions.resize(function.index() + 1, Vec::new());
        }
        let counts = &mut self.functions[function.index()];
        let index = inst.0 as usize;
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] = counts[index].saturating_add(1);
    }

    /// Returns the number of times that an instruction has run.
    #[must_use]
    pub fn count(&self, function: FuncId, inst: InstId) -> u64 {
        let counts = self.functions.get(function.index());
        let count = counts.and_then(|counts| counts.get(inst.0 as usize));
        count.copied().unwrap_or(0)
    }

    /// Writes the counts as an lcov tracefile, for all source lines of the program. `frames`
    /// returns the source locations of an instruction.
    ///
    /// The count of a line is the largest count of its instructions. If a line was compiled several
    /// times, because its function was inlined, the counts of the copies are added.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_lcov(
        &self,
        program: &Program,
        frames: impl Fn(FuncId, InstId) -> Vec<Frame>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
        for body in program.functions() {
            self.add_function(body.id(), body.insts().len() as u32, &frames, &mut files);
        }
        for (name, file) in files {
            writeln!(out, "TN:\nSF:{name}")?;
            for (line, function) in file.functions.keys() {
                writeln!(out, "FN:{line},{function}")?;
            }
            for ((_, function), count) in &file.functions {
                writeln!(out, "FNDA:{count},{function}")?;
            }
            let hit = file.functions.values().filter(|count| **count > 0).count();
            writeln!(out, "FNF:{}\nFNH:{hit}", file.functions.len())?;
            for (line, count) in &file.lines {
                writeln!(out, "DA:{line},{count}")?;
            }
            let hit = file.lines.values().filter(|count| **count > 0).count();
            writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", file.lines.len())?;
        }
        Ok(())
    }

    fn add_function(
        &self,
        function: FuncId,
        inst_count: u32,
        frames: &impl Fn(FuncId, InstId) -> Vec<Frame>,
        files: &mut BTreeMap<String, FileCoverage>,
    ) {
        // The largest count of each line, separately for each chain of inlined calls.
        let mut most: HashMap<Vec<Frame>, u64> = HashMap::new();
        let mut first: Option<Frame> = None;
        for inst in (0..inst_count).map(InstId) {
            let mut frames = frames(function, inst);
            if let (None, Some(outermost)) = (&first, frames.last()) {
                first = Some(outermost.clone());
            }
            let Some(innermost) = frames.first_mut() else {
                continue;
            };
            innermost.column = 0;
            if innermost.line == 0 || innermost.file.is_empty() {
                continue;
            }
            let count = most.entry(frames).or_default();
            *count = (*count).max(self.count(function, inst));
        }
        for (frames, count) in most {
            let Some(innermost) = frames.into_iter().next() else {
                continue;
            };
            let file = files.entry(innermost.file).or_default();
            let line = file.lines.entry(innermost.line).or_default();
            *line = line.saturating_add(count);
        }
        if let Some(first) = first.filter(|first| first.line > 0) {
            let file = files.entry(first.file).or_default();
            let entered = file.functions.entry((first.line, first.function));
            let entered = entered.or_default();
            let count = self.entered.get(&function).copied().unwrap_or(0);
            *entered = entered.saturating_add(count);
        }
    }

    /// Writes the counts of all blocks of the program, one block on each line: function, block,
    /// count.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_blocks(&self, program: &Program, out: &mut dyn Write) -> io::Result<()> {
        for body in program.functions() {
            for (index, block) in body.blocks().iter().enumerate() {
                let last = InstId(block.first_inst + block.len.saturating_sub(1));
                let count = self.count(body.id(), last);
                writeln!(out, "{} {} {count}", body.id(), BlockId(index as u32))?;
            }
        }
        Ok(())
    }
}
