//! Computes a checksum of a program's code, which identifies the program in its debug file.
//!
//! It covers the code and not the file, so it stays the same if the program is compressed or its
//! names are removed.

use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::Inst;
use sha2::{Digest, Sha256};

/// The first 20 bytes of a SHA-256 over the structure of a program's code.
pub type Fingerprint = [u8; 20];

/// Returns the fingerprint of a program.
#[must_use]
pub fn fingerprint(program: &Program) -> Fingerprint {
    let mut sum = Sha256::new();
    for function in program.functions() {
        add(&mut sum, function);
    }
    let mut short = Fingerprint::default();
    short.copy_from_slice(&sum.finalize()[..20]);
    short
}

fn add(sum: &mut Sha256, function: &Function) {
    let mut bytes = Vec::with_capacity(function.insts().len() * 2 + 16);
    let mut word = |word: u32| bytes.extend_from_slice(&word.to_le_bytes());
    word(function.id().0);
    word(function.param_count());
    word(function.insts().len() as u32);
    for block in function.blocks() {
        word(block.first_inst);
    }
    // The order of constants depends on the encoding.
    let constants = function.constants().iter();
    let total = constants.fold(0, |total: u64, it| total.wrapping_add(it.bits()));
    word(total as u32);
    word((total >> 32) as u32);
    for inst in function.insts() {
        let mut operands = 0_u8;
        function.for_each_operand(inst, |_| operands = operands.wrapping_add(1));
        bytes.extend([kind(inst), operands]);
    }
    sum.update(&bytes);
}

/// Returns a number for each kind of instruction.
fn kind(inst: &Inst) -> u8 {
    match inst {
        Inst::Binary { op, .. } => 32 + *op as u8,
        Inst::Cast { op, .. } => 64 + *op as u8,
        Inst::Load { .. } => 1,
        Inst::Store { .. } => 2,
        Inst::Call { .. } => 3,
        Inst::CallIndirect { .. } => 4,
        Inst::Br { .. } => 5,
        Inst::CondBr { .. } => 6,
        Inst::Switch { .. } => 7,
        Inst::Ret { .. } | Inst::RetVoid => 8,
        Inst::Unreachable => 9,
        Inst::Phi { .. } => 10,
        Inst::Alloca { .. } => 11,
        Inst::Select { .. } => 12,
        _ => 13,
    }
}
