//! Finds the semantic difference of two programs: functions that are equal wherever they are,
//! functions that changed, and functions that only one program has.
//!
//! * `matching`: matches the functions of the two programs;
//! * `instructions`: compares the instructions of two functions;
//! * `document`: formats the difference as JSON and as text;
//! * `page`: formats the difference as a web page.
//!
//! The numbers of functions, values and globals are ignored. Two functions are equal if they have
//! the same instructions with the same constants, call functions that were matched with each other,
//! and use globals with the same contents.

mod document;
mod instructions;
mod matching;
mod page;

use instructions::Words;
pub use instructions::{Change, Instruction};
use pinnacle_pepper::needs;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::{FuncId, Module};
use std::collections::BTreeSet;

/// Minimum length in characters of a string in data that is compared.
const MIN_TEXT: usize = 6;

/// The difference of two programs.
#[derive(Debug)]
pub struct Difference {
    /// The number of functions that are equal.
    pub same: usize,
    /// Functions that have changed, in the order of the first program.
    pub changed: Vec<ChangedFunction>,
    /// Functions that only the first program has.
    pub removed: Vec<FunctionName>,
    /// Functions that only the second program has.
    pub added: Vec<FunctionName>,
    /// Differences in the names of interfaces and intrinsics, and in strings in data.
    pub names: Vec<NameChanges>,
    /// Bytes of data in each file.
    pub data_bytes: [u64; 2],
}

/// Names that only one of the programs has.
#[derive(Debug)]
pub struct NameChanges {
    /// `interfaces`, `intrinsics` or `texts`.
    pub title: &'static str,
    /// Names that only the first program has, sorted.
    pub removed: Vec<String>,
    /// Names that only the second program has, sorted.
    pub added: Vec<String>,
}

/// The number, name and size of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionName {
    /// Its number.
    pub function: FuncId,
    /// Its name, if the program has names.
    pub name: Option<String>,
    /// The number of its instructions.
    pub instructions: usize,
}

/// A function that both programs have in different versions.
#[derive(Debug)]
pub struct ChangedFunction {
    /// The function in the first program.
    pub old: FunctionName,
    /// The function in the second program.
    pub new: FunctionName,
    /// The parts that differ; `None` if the function is too large to compare its instructions.
    pub changes: Option<Vec<Change>>,
}

impl Difference {
    /// Returns true if nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
            && self.removed.is_empty()
            && self.added.is_empty()
            && self.data_bytes[0] == self.data_bytes[1]
            && self
                .names
                .iter()
                .all(|names| names.removed.is_empty() && names.added.is_empty())
    }
}

/// Compares two programs. The time is proportional to the size of the programs, except for changed
/// functions. For these it grows with the product of their length and the number of changes, up to
/// a limit.
pub fn compare(old: &Program, new: &Program) -> Difference {
    let pairs = matching::pairs(old, new);
    let (words, new_words) = Words::of(old, new, &pairs);
    let (mut same, mut changed) = (0, Vec::new());
    let (mut old_left, mut new_left) = (
        vec![true; old.functions().len()],
        vec![true; new.functions().len()],
    );
    for (one, other) in pairs {
        (old_left[one], new_left[other]) = (false, false);
        let lists = [words.of_function(one), new_words.of_function(other)];
        if lists[0].is_same(&lists[1]) {
            same += 1;
            continue;
        }
        changed.push(ChangedFunction {
            old: name_of(old, one),
            new: name_of(new, other),
            changes: instructions::changes(
                [&old.functions()[one], &new.functions()[other]],
                &lists,
            ),
        });
    }
    let left = |program: &Program, left: &[bool]| -> Vec<FunctionName> {
        let left = left.iter().enumerate().filter(|(_, is_left)| **is_left);
        left.map(|(index, _)| name_of(program, index)).collect()
    };
    Difference {
        same,
        changed,
        removed: left(old, &old_left),
        added: left(new, &new_left),
        names: names(old.module(), new.module()),
        data_bytes: [old, new].map(|program| program.module().data.len() as u64),
    }
}

fn name_of(program: &Program, index: usize) -> FunctionName {
    let function = &program.functions()[index];
    let name = program.module().functions[function.id().index()]
        .name
        .as_deref();
    FunctionName {
        function: function.id(),
        name: name.map(|name| name.escape_ascii().to_string()),
        instructions: function.insts().len(),
    }
}

fn names(old: &Module, new: &Module) -> Vec<NameChanges> {
    let interfaces = |module: &Module| -> BTreeSet<String> {
        let needs = needs::of_module(module).into_iter();
        needs.map(|need| need.name).collect()
    };
    let intrinsics = |module: &Module| -> BTreeSet<String> {
        let functions = module.functions.iter();
        let intrinsics = functions.filter_map(|function| function.intrinsic);
        intrinsics.map(|one| one.row().name.to_owned()).collect()
    };
    let compared = |title, of: &dyn Fn(&Module) -> BTreeSet<String>| {
        let (old, new) = (of(old), of(new));
        NameChanges {
            title,
            removed: old.difference(&new).cloned().collect(),
            added: new.difference(&old).cloned().collect(),
        }
    };
    vec![
        compared("interfaces", &interfaces),
        compared("intrinsics", &intrinsics),
        compared("texts", &|module| texts(&module.data)),
    ]
}

/// Returns the strings in data: printable characters up to a zero byte.
fn texts(data: &[u8]) -> BTreeSet<String> {
    let is_text = |byte: &u8| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t' | b'\n');
    let runs = data.split(|byte| !is_text(byte));
    let long = runs.filter(|run| run.len() >= MIN_TEXT);
    long.map(|run| run.escape_ascii().to_string()).collect()
}
