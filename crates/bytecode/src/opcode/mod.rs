//! The table of operations: their names, operands and results, and their opcodes in files.
//!
//! Reading, verifying, writing, printing and parsing walk over [`Form::operands`].
//! Operations that no [`Form`] describes (terminators, allocations,
//! `getelementptr`, `phi` and calls) have no operands in the table; their code is
//! where it is needed.
//!
//! An operation has one number here, whatever the format; a table for each
//! numbering of files says which operation an opcode is.

pub(crate) mod forms;
mod names;
#[cfg(test)]
mod tests;

pub(crate) use forms::{Class, Few, Form, Gives, Operand, Then};
pub(crate) use names::find;

use crate::model::{BinaryOp, ShiftOp, VectorOp};

/// The properties of an operation.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The name in assembly; empty for an unused number.
    pub(crate) name: &'static str,
    /// Its operands and its result.
    pub(crate) form: &'static Form,
    /// The number of operands in a file, in words, for messages.
    pub(crate) takes: &'static str,
    /// True if it ends a basic block.
    pub(crate) ends_block: bool,
    /// True if constant expressions can have this operation.
    pub(crate) in_constants: bool,
}

/// An operation whose operands no form describes.
const fn own(name: &'static str, takes: &'static str) -> Row {
    Row {
        name,
        form: &forms::OWN,
        takes,
        ends_block: false,
        in_constants: false,
    }
}

/// An operation that ends its block.
const fn end(name: &'static str, takes: &'static str) -> Row {
    Row {
        ends_block: true,
        ..own(name, takes)
    }
}

/// An operation that only instructions have.
const fn inst(name: &'static str, form: &'static Form) -> Row {
    let count = form.operands.len() + matches!(form.then, Then::Type(_)) as usize;
    Row {
        form,
        ..own(name, ["no", "one", "two", "three"][count])
    }
}

/// An operation that instructions and constant expressions have.
const fn both(name: &'static str, form: &'static Form) -> Row {
    Row {
        in_constants: true,
        ..inst(name, form)
    }
}

/// Defines the numbers of operations, counting from 1 in the order of the rows.
macro_rules! operations {
    ($( $number:ident: $row:expr; )*) => {
        #[derive(Clone, Copy)]
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "its members are named as the constants that it numbers"
        )]
        enum Number { NONE, $($number),* }

        /// No operation: an opcode that a format does not use.
        pub(crate) const NONE: u32 = Number::NONE as u32;
        $(
            #[allow(dead_code, reason = "some operations are reached through their neighbours alone")]
            pub(crate) const $number: u32 = Number::$number as u32;
        )*

        const TABLE: &[Row] = &[own("", "no"), $($row),*];
    };
}

// The operations of LLVM 1.0 to 1.3 come first, in the order of their opcodes.
operations! {
    RET: end("ret", "no or one");
    BR: end("br", "one or three");
    SWITCH: end("switch", "two and, for each case, two more");
    INVOKE: end("invoke", "three and the arguments");
    UNWIND: end("unwind", "no");
    ADD: both("add", &forms::ARITHMETIC);
    SUB: both("sub", &forms::ARITHMETIC);
    MUL: both("mul", &forms::ARITHMETIC);
    DIV: both("div", &forms::ARITHMETIC);
    REM: both("rem", &forms::ARITHMETIC);
    AND: both("and", &forms::LOGIC);
    OR: both("or", &forms::LOGIC);
    XOR: both("xor", &forms::LOGIC);
    SETEQ: both("seteq", &forms::COMPARISON);
    SETNE: both("setne", &forms::COMPARISON);
    SETLE: both("setle", &forms::COMPARISON);
    SETGE: both("setge", &forms::COMPARISON);
    SETLT: both("setlt", &forms::COMPARISON);
    SETGT: both("setgt", &forms::COMPARISON);
    MALLOC: own("malloc", "no or one");
    FREE: inst("free", &forms::FREE);
    ALLOCA: own("alloca", "no or one");
    LOAD: inst("load", &forms::LOAD);
    STORE: inst("store", &forms::STORE);
    GET_ELEMENT_PTR: own("getelementptr", "one and the indices");
    PHI: own("phi", "two for each block");
    CAST: both("cast", &forms::CAST);
    CALL: own("call", "one and the arguments");
    SHL: both("shl", &forms::SHIFT);
    SHR: both("shr", &forms::SHIFT);
    VA_NEXT: inst("vanext", &forms::VA_NEXT);
    VA_ARG: inst("vaarg", &forms::VA_ARG);
    SELECT: both("select", &forms::SELECT);
    VOLATILE_LOAD: inst("volatile load", &forms::LOAD);
    VOLATILE_STORE: inst("volatile store", &forms::STORE);
    UNREACHABLE: end("unreachable", "no");
    // Reads the next argument from a list in memory. The operand is the list's address.
    VA_FETCH: inst("va_arg", &forms::VA_FETCH);
    EXTRACT: both("extractelement", &forms::EXTRACT);
    INSERT: both("insertelement", &forms::INSERT);
    SHUFFLE: both("shufflevector", &forms::SHUFFLE);
    UDIV: both("udiv", &forms::INTEGERS);
    SDIV: both("sdiv", &forms::INTEGERS);
    FDIV: both("fdiv", &forms::FLOATS);
    UREM: both("urem", &forms::INTEGERS);
    SREM: both("srem", &forms::INTEGERS);
    FREM: both("frem", &forms::FLOATS);
    // The last operand is the calling convention.
    INVOKE_WITH: end("invoke", "three, the arguments and one more");
    FAST_INVOKE: end("invoke", "three and the arguments");
    // The last operand contains the calling convention and the tail call flag.
    CALL_WITH: own("call", "one, the arguments and one more");
    FAST_TAIL_CALL: own("tail call", "one and the arguments");
    FAST_CALL: own("call", "one and the arguments");
    TAIL_CALL: own("tail call", "one and the arguments");
}

/// The row of an operation.
#[inline]
pub(crate) const fn row(operation: u32) -> &'static Row {
    &TABLE[operation as usize]
}

/// The opcodes of format 0.
pub(crate) const TO_1_1: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, ADD, VA_ARG),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// The opcodes of formats 1 to 4.
pub(crate) const TO_1_3: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, ADD, SELECT),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// The opcodes of format 5.
pub(crate) const FROM_1_4: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, UNREACHABLE, UNREACHABLE),
    (7, ADD, SELECT),
    (37, VA_FETCH, SHUFFLE),
    (56, INVOKE_WITH, TAIL_CALL),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// The opcodes of format 6.
pub(crate) const IN_1_9: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, UNREACHABLE, UNREACHABLE),
    (7, ADD, MUL),
    (10, UDIV, FREM),
    (16, AND, SHR),
    (36, SELECT, SELECT),
    (39, VA_FETCH, SHUFFLE),
    (56, INVOKE_WITH, TAIL_CALL),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// Builds an opcode table from runs: the first opcode, the first operation and the last operation.
const fn table(runs: &[(u32, u32, u32)]) -> [u8; 64] {
    let mut table = [NONE as u8; 64];
    let mut run = 0;
    while run < runs.len() {
        let (opcode, first, last) = runs[run];
        let mut step = 0;
        while first + step <= last {
            table[(opcode + step) as usize] = (first + step) as u8;
            step += 1;
        }
        run += 1;
    }
    table
}

/// Returns the operation that an opcode stands for; [`NONE`] if there is none.
#[inline]
pub(crate) fn operation(opcodes: &[u8; 64], opcode: u32) -> u32 {
    (opcodes.get(opcode as usize)).map_or(NONE, |&operation| operation.into())
}

/// Returns the opcode of an operation; `None` in a format without it.
pub(crate) fn number_of(opcodes: &[u8; 64], operation: u32) -> Option<u32> {
    let place = opcodes
        .iter()
        .position(|&other| u32::from(other) == operation && operation != NONE)?;
    Some(place as u32)
}

/// A bit for each operation that ends a basic block.
const TERMINATORS: u128 = {
    let mut bits = 0;
    let mut operation = 0;
    while operation < TABLE.len() {
        if TABLE[operation].ends_block {
            bits |= 1 << operation;
        }
        operation += 1;
    }
    bits
};

/// Returns true if an operation ends a basic block.
#[inline]
pub(crate) const fn is_terminator(operation: u32) -> bool {
    (TERMINATORS >> operation) & 1 == 1
}

/// Converts the number of an operation to the access to packed values that it is.
pub(crate) fn as_vector(operation: u32) -> Option<VectorOp> {
    let place = operation.checked_sub(EXTRACT)?;
    VectorOp::ALL.get(place as usize).copied()
}

/// The number of an operation of two operands.
pub(crate) const fn binary(op: BinaryOp) -> u32 {
    if op as u32 >= BinaryOp::UDiv as u32 {
        UDIV + (op as u32 - BinaryOp::UDiv as u32)
    } else {
        ADD + op as u32
    }
}

/// The number of an access to packed values.
pub(crate) const fn vector(op: VectorOp) -> u32 {
    EXTRACT + op as u32
}

/// The number of a shift.
pub(crate) const fn shift(op: ShiftOp) -> u32 {
    SHL + op as u32
}

/// Converts the number of an operation to the operation of two operands that it is.
pub(crate) fn as_binary(opcode: u32) -> Option<BinaryOp> {
    match opcode {
        UDIV..=FREM => Some(BinaryOp::SPLIT[(opcode - UDIV) as usize]),
        ADD..=SETGT => Some(BinaryOp::ALL[(opcode - ADD) as usize]),
        _ => None,
    }
}

/// Converts the number of an operation to the shift that it is.
pub(crate) fn as_shift(operation: u32) -> Option<ShiftOp> {
    match operation {
        SHL => Some(ShiftOp::Shl),
        SHR => Some(ShiftOp::Shr),
        _ => None,
    }
}

/// The name in assembly of an operation; `None` for a number that means
/// nothing.
pub(crate) fn name(operation: u32) -> Option<&'static str> {
    Some(row(operation).name).filter(|name| !name.is_empty())
}

/// Evaluates an expression with the [`Form`] of an operation. For common operations the form is a
/// constant, so the compiler specialises the code instead of looping over the operands.
macro_rules! with_form {
    ($operation:expr, |$form:ident| $result:expr) => {
        match $operation {
            $crate::opcode::ADD..=$crate::opcode::REM => {
                let $form = &$crate::opcode::forms::ARITHMETIC;
                $result
            }
            $crate::opcode::AND..=$crate::opcode::XOR => {
                let $form = &$crate::opcode::forms::LOGIC;
                $result
            }
            $crate::opcode::SETEQ..=$crate::opcode::SETGT => {
                let $form = &$crate::opcode::forms::COMPARISON;
                $result
            }
            $crate::opcode::LOAD | $crate::opcode::VOLATILE_LOAD => {
                let $form = &$crate::opcode::forms::LOAD;
                $result
            }
            $crate::opcode::STORE | $crate::opcode::VOLATILE_STORE => {
                let $form = &$crate::opcode::forms::STORE;
                $result
            }
            $crate::opcode::CAST => {
                let $form = &$crate::opcode::forms::CAST;
                $result
            }
            operation => {
                let $form = $crate::opcode::row(operation).form;
                $result
            }
        }
    };
}
pub(crate) use with_form;
