//! Hashes the structure of functions, to identify changed versions of a program.
//!
//! The structure of a function is the sequence of its blocks and instructions without their
//! operands: opcodes, types, predicates, and the intrinsics that it calls. It does not contain
//! constants, addresses, or numbers of values and functions. Thus a function keeps its hash when
//! data moves or when functions are added before it.
//!
//! A [`Signature`] is a MinHash (Broder 1997) of the set of these hashes. The probability that the
//! signatures of two programs agree in a slot is the Jaccard index of their sets: the number of
//! functions in both, divided by the number in either.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, Module, Type};
use std::fmt;

/// Number of slots in a signature.
pub const SLOTS: usize = 32;

/// Minimum number of instructions of a function in a signature. Shorter functions occur in too many
/// programs to distinguish them.
const MIN_INSTRUCTIONS: usize = 8;

/// A hash that is the same on every machine and in every release: FNV-1a over 64-bit words, with
/// the finalizer of SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct StableHash(u64);

impl Default for StableHash {
    fn default() -> StableHash {
        StableHash(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHash {
    /// Adds a word to the hash.
    pub fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    /// Returns the hash of the words that were added.
    pub fn finish(self) -> u64 {
        mixed(self.0)
    }
}

/// Applies the finalizer of SplitMix64.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Returns the hash of the structure of a function.
pub fn of_function(module: &Module, function: &Function) -> u64 {
    let mut hash = StableHash::default();
    hash.add(u64::from(function.param_count()));
    for block in function.block_ids() {
        hash.add(u64::MAX);
        for (_, _, inst) in function.block_insts(block) {
            hash.add(of_instruction(module, function, inst));
        }
    }
    hash.finish()
}

/// Returns a hash of an instruction without its operands.
pub fn of_instruction(module: &Module, function: &Function, inst: &Inst) -> u64 {
    let ty = |ty: Type| u64::from(ty as u8);
    let of_value = |value| ty(function.value_type(value));
    let (opcode, first, second) = match *inst {
        Inst::Binary { op, lhs, .. } => (1, op as u64, of_value(lhs)),
        Inst::Cast { op, ty: to, value } => (2, op as u64, ty(to) << 8 | of_value(value)),
        Inst::Compare { predicate, lhs, .. } => (3, predicate as u64, of_value(lhs)),
        Inst::Select { if_true, .. } => (4, of_value(if_true), 0),
        Inst::ExtractElement { vector, .. } => (5, of_value(vector), 0),
        Inst::InsertElement { vector, .. } => (6, of_value(vector), 0),
        Inst::Load { ty: read, .. } => (7, ty(read), 0),
        Inst::Store { value, .. } => (8, of_value(value), 0),
        Inst::Alloca { .. } => (9, 0, 0),
        Inst::Phi { ty: of, incoming } => (10, ty(of), u64::from(incoming.len)),
        Inst::Call { callee, args, .. } => {
            let intrinsic = module.functions[callee.index()].intrinsic;
            let name = intrinsic.map_or(0, |intrinsic| of_text(intrinsic.row().name));
            (11, name, u64::from(args.len))
        }
        Inst::CallIndirect {
            ty: of, operands, ..
        } => (12, ty(of), u64::from(operands.len)),
        Inst::RetVoid => (13, 0, 0),
        Inst::Ret { value } => (14, of_value(value), 0),
        Inst::Br { .. } => (15, 0, 0),
        Inst::CondBr { .. } => (16, 0, 0),
        Inst::Switch { cases, .. } => (17, u64::from(cases.len), 0),
        Inst::Unreachable => (18, 0, 0),
    };
    let mut hash = StableHash::default();
    hash.add(opcode);
    hash.add(first);
    hash.add(second);
    hash.finish()
}

fn of_text(text: &str) -> u64 {
    let mut hash = StableHash::default();
    text.bytes().for_each(|byte| hash.add(u64::from(byte)));
    hash.finish()
}

/// The MinHash of the functions of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature([u16; SLOTS]);

impl Signature {
    /// Returns the signature of these functions, or `None` if no function has eight instructions or
    /// more.
    pub fn of<'f>(
        module: &Module,
        functions: impl IntoIterator<Item = &'f Function>,
    ) -> Option<Signature> {
        let functions = functions.into_iter();
        let large = functions.filter(|function| function.insts().len() >= MIN_INSTRUCTIONS);
        Signature::of_hashes(large.map(|function| of_function(module, function)))
    }

    fn of_hashes(hashes: impl Iterator<Item = u64>) -> Option<Signature> {
        let mut least = [u64::MAX; SLOTS];
        let mut is_empty = true;
        for hash in hashes {
            is_empty = false;
            for (slot, least) in least.iter_mut().enumerate() {
                let salt = (slot as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                *least = mixed(hash ^ salt).min(*least);
            }
        }
        (!is_empty).then(|| Signature(least.map(|word| word as u16)))
    }

    /// Estimates the fraction of functions that both programs have, from 0 to 1.
    pub fn similarity(&self, other: &Signature) -> f64 {
        let pairs = self.0.iter().zip(&other.0);
        pairs.filter(|(one, other)| one == other).count() as f64 / SLOTS as f64
    }

    /// Returns the slots in groups of four. Programs that agree in a group may be similar. Two
    /// programs that agree in three quarters of the slots share a group with a probability of 96 %.
    pub fn bands(&self) -> impl Iterator<Item = [u16; 4]> {
        let groups = self.0.chunks_exact(4);
        groups.filter_map(|group| group.try_into().ok())
    }

    /// Parses a signature as it is displayed.
    pub fn parse(text: &str) -> Option<Signature> {
        let bytes = text.as_bytes();
        if bytes.len() != SLOTS * 4 {
            return None;
        }
        let mut slots = [0; SLOTS];
        for (slot, digits) in slots.iter_mut().zip(bytes.chunks_exact(4)) {
            let digits = std::str::from_utf8(digits).ok()?;
            *slot = u16::from_str_radix(digits, 16).ok()?;
        }
        Some(Signature(slots))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|slot| write!(f, "{slot:04x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signature of a program whose functions have these numbers.
    fn signature(functions: std::ops::Range<u64>) -> Signature {
        Signature::of_hashes(functions.map(mixed)).unwrap()
    }

    #[test]
    fn the_estimate_is_near_the_part_that_both_have() {
        let one = signature(1..1001);
        assert_eq!(one.similarity(&signature(1..1001)), 1.0);
        // The programs have 900 of 1,100 functions in common.
        let near = one.similarity(&signature(101..1101));
        assert!((0.6..0.99).contains(&near), "{near}");
        let far = one.similarity(&signature(2000..3000));
        assert!(far < 0.1, "{far}");
    }

    #[test]
    fn a_signature_is_read_as_it_is_shown() {
        let one = signature(1..9);
        assert_eq!(Signature::parse(&one.to_string()), Some(one));
        for text in ["", "12", &"g".repeat(128), &"1".repeat(129)] {
            assert_eq!(Signature::parse(text), None, "{text}");
        }
        assert_eq!(Signature::of_hashes([].into_iter()), None);
    }
}
