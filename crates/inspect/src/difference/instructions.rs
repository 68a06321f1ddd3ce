//! Hashes instructions for comparison, and finds the differences between two functions.
//!
//! A word is the hash of an instruction and its operands. It identifies constants by value,
//! parameters by number, functions by their counterpart, globals by contents, and other values by
//! the instruction that computes them. It does not contain the numbers of values and blocks, which
//! shift when an instruction is added. The test for equality of two functions also compares these
//! numbers.

use crate::numbers;
use crate::structure::{StableHash, of_instruction};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::{Constant, Function, ValueKind};
use pinnacle_pexe::module::{Address, Initializer};
use pinnacle_pexe::{Inst, InstId, Module, ValueId};
use similar::{Algorithm, DiffTag};

/// Maximum total number of instructions of two functions that are compared one by one.
const MAX_COMPARED: usize = 20_000;

/// A part of a function that differs between two programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Instructions of the first program that are missing in the second.
    pub removed: Vec<Instruction>,
    /// Instructions of the second program that replace them.
    pub added: Vec<Instruction>,
}

/// An instruction as text, and its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The block.
    pub block: String,
    /// The instruction in PNaClAsm, in the numbering of its own program, with its constants in a
    /// comment.
    pub text: String,
}

/// A program, with the words of its functions and globals.
pub(super) struct Words<'a> {
    program: &'a Program,
    /// One word for each function address.
    functions: Vec<u64>,
    /// One word for each global.
    globals: Vec<u64>,
}

/// The words of a function.
#[derive(Debug)]
pub(super) struct FunctionWords {
    words: Vec<u64>,
    /// The words of the same instructions that also contain the numbers of values and blocks.
    exact: Vec<u64>,
    /// The index of the first instruction of each block.
    blocks: Vec<usize>,
}

impl FunctionWords {
    pub(super) fn is_same(&self, other: &FunctionWords) -> bool {
        self.exact == other.exact && self.blocks == other.blocks
    }
}

impl<'a> Words<'a> {
    /// Returns the words of the functions and globals of two programs. `pairs` are the functions
    /// that were matched.
    pub(super) fn of(
        old: &'a Program,
        new: &'a Program,
        pairs: &[(usize, usize)],
    ) -> (Words<'a>, Words<'a>) {
        let unmatched = |program: &Program, side: u64| -> Vec<u64> {
            let functions = program.module().functions.iter().enumerate();
            let words = functions.map(|(number, function)| match function.intrinsic {
                Some(intrinsic) => of_bytes(intrinsic.row().name.as_bytes()),
                None => of_words(&[side, number as u64]),
            });
            words.collect()
        };
        let (mut old_functions, mut new_functions) = (unmatched(old, 1), unmatched(new, 2));
        for (number, (one, other)) in pairs.iter().enumerate() {
            let word = of_words(&[3, number as u64]);
            old_functions[old.functions()[*one].id().index()] = word;
            new_functions[new.functions()[*other].id().index()] = word;
        }
        let of = |program: &'a Program, functions: Vec<u64>| Words {
            globals: globals(program.module(), &functions),
            program,
            functions,
        };
        (of(old, old_functions), of(new, new_functions))
    }

    /// Returns the words of the instructions of a function.
    pub(super) fn of_function(&self, index: usize) -> FunctionWords {
        let function = &self.program.functions()[index];
        let module = self.program.module();
        let plain: Vec<u64> = (function.insts().iter())
            .map(|inst| of_instruction(module, function, inst))
            .collect();
        // The word of the instruction that computes each value.
        let mut defining = Vec::with_capacity(plain.len());
        let mut blocks = Vec::with_capacity(function.blocks().len());
        for block in function.block_ids() {
            for (place, (inst, result, _)) in function.block_insts(block).enumerate() {
                if place == 0 {
                    blocks.push(inst.index());
                }
                if result.is_some() {
                    defining.push(plain[inst.index()]);
                }
            }
        }
        let words = function.insts().iter().zip(&plain);
        let words = words.map(|(inst, plain)| {
            let mut hash = StableHash::default();
            hash.add(*plain);
            if let Inst::Call { callee, .. } = inst {
                hash.add(self.functions[callee.index()]);
            }
            function.for_each_operand(inst, |value| {
                hash.add(self.of_value(function, value, &defining));
            });
            hash.finish()
        });
        let words: Vec<u64> = words.collect();
        let exact = function.insts().iter().zip(&words);
        FunctionWords {
            exact: exact
                .map(|(inst, word)| exact_word(function, inst, *word))
                .collect(),
            words,
            blocks,
        }
    }

    fn of_value(&self, function: &Function, value: ValueId, defining: &[u64]) -> u64 {
        let word = |list: &[u64], number: u32| list.get(number as usize).copied().unwrap_or(0);
        match function.value_name(value) {
            ValueKind::Function(number) => word(&self.functions, number),
            ValueKind::Global(number) => word(&self.globals, number),
            ValueKind::Param(number) => of_words(&[4, u64::from(number)]),
            ValueKind::Constant(_) => {
                let bits = function.constant(value).map_or(0, Constant::bits);
                of_words(&[5, bits])
            }
            ValueKind::Inst(number) => word(defining, number),
        }
    }
}

/// Extends the word of an instruction with the numbers of its operands and of its targets with
/// their selectors.
fn exact_word(function: &Function, inst: &Inst, word: u64) -> u64 {
    let mut hash = StableHash::default();
    hash.add(word);
    function.for_each_operand(inst, |value| {
        if let ValueKind::Inst(number) = function.value_name(value) {
            hash.add(u64::from(number));
        }
    });
    match *inst {
        Inst::Load { align, .. } | Inst::Store { align, .. } | Inst::Alloca { align, .. } => {
            hash.add(u64::from(align.code()));
        }
        Inst::Phi { incoming, .. } => {
            let blocks = function.phi_incoming(incoming);
            blocks.for_each(|(_, block)| hash.add(u64::from(block.0)));
        }
        Inst::Switch { cases, .. } => {
            let (_, cases) = function.switch_cases(cases);
            cases.for_each(|(selector, _)| hash.add(selector));
        }
        _ => {}
    }
    inst.for_each_successor(function.pool(), |block| hash.add(u64::from(block.0)));
    hash.finish()
}

/// Returns the words of globals, which are hashes of their contents. A global that another one
/// points to only counts by its size.
fn globals(module: &Module, functions: &[u64]) -> Vec<u64> {
    let words = module.globals.iter().map(|global| {
        let mut hash = StableHash::default();
        hash.add(u64::from(global.constant));
        let range = global.initializers.start as usize..global.initializers.end as usize;
        for initializer in module.initializers.get(range).unwrap_or_default() {
            match *initializer {
                Initializer::Zero(size) => hash.add(of_words(&[6, u64::from(size)])),
                Initializer::Data(start, length) => {
                    let bytes = module.data.get(start as usize..).unwrap_or_default();
                    let length = bytes.len().min(length as usize);
                    hash.add(of_bytes(&bytes[..length]));
                }
                Initializer::Reloc(Address::Function(function), addend) => {
                    hash.add(functions.get(function.index()).copied().unwrap_or(0));
                    hash.add(addend as u64);
                }
                Initializer::Reloc(Address::Global(target), addend) => {
                    hash.add(
                        module
                            .globals
                            .get(target.index())
                            .map_or(0, |global| global.size),
                    );
                    hash.add(addend as u64);
                }
            }
        }
        hash.finish()
    });
    words.collect()
}

fn of_words(words: &[u64]) -> u64 {
    let mut hash = StableHash::default();
    words.iter().for_each(|word| hash.add(*word));
    hash.finish()
}

fn of_bytes(bytes: &[u8]) -> u64 {
    let mut hash = StableHash::default();
    bytes.iter().for_each(|byte| hash.add(u64::from(*byte)));
    hash.finish()
}

/// Returns an instruction as text, with the values of its constant operands in a comment.
fn with_constants(function: &Function, inst: InstId) -> String {
    let mut text = function.display_inst(inst).to_string();
    let mut separator = "  // ";
    function.for_each_operand(&function.insts()[inst.index()], |value| {
        let Some(constant) = function.constant(value) else {
            return;
        };
        let name = function.value_name(value);
        let known = format!("{name} = {}", numbers::constant(constant));
        if !text.contains(&known) {
            text.push_str(separator);
            text.push_str(&known);
            separator = ", ";
        }
    });
    text
}

/// Returns the parts in which two functions differ, or `None` if the functions are too large.
pub(super) fn changes(
    functions: [&Function; 2],
    words: &[FunctionWords; 2],
) -> Option<Vec<Change>> {
    let [old, new] = words;
    if old.words.len() + new.words.len() > MAX_COMPARED {
        return None;
    }
    let texts = |function: &Function, start: usize, length: usize| -> Vec<Instruction> {
        let insts = (start..start + length).map(|index| InstId(index as u32));
        let insts = insts.map(|inst| Instruction {
            block: function.block_of(inst).to_string(),
            text: with_constants(function, inst),
        });
        insts.collect()
    };
    // If the functions differ only in numbers, the words with numbers are compared.
    let [one, other] = match old.words == new.words {
        true => [&old.exact, &new.exact],
        false => [&old.words, &new.words],
    };
    let operations = similar::capture_diff_slices(Algorithm::Myers, one, other);
    let changes = operations.into_iter().filter_map(|operation| {
        let (tag, one, other) = (
            operation.tag(),
            operation.old_range(),
            operation.new_range(),
        );
        (tag != DiffTag::Equal).then(|| Change {
            removed: texts(functions[0], one.start, one.len()),
            added: texts(functions[1], other.start, other.len()),
        })
    });
    Some(changes.collect())
}
