//! Builds a function body.

use super::instruction::Instruction;
use super::{Callee, Error, Value};
use crate::error::{ErrorKind, Place};
use crate::function::ValueKind;
use crate::ids::{BlockId, FuncId};
use crate::inst::{Alignment, BinaryOp, CastOp, Predicate};
use crate::types::{Signature, Type};
use std::collections::HashMap;
use std::ops::Range;

/// A function body that is being built.
///
/// Instructions are appended to the current block, which is first the entry block and then the one
/// that [`FunctionBuilder::switch_to`] selected last. Blocks are laid out in the order of their
/// creation.
///
/// A [`BlockId`] is an index in its function. Using a block of another function is not detected: it
/// selects this function's block of the same number.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    pub(super) params: Box<[Type]>,
    /// The type and bits of each constant; `None` for `undef`.
    pub(super) constants: Vec<(Type, Option<u64>)>,
    pub(super) insts: Vec<Instruction>,
    /// The instructions of each block, as indices into `insts`.
    pub(super) blocks: Vec<Vec<u32>>,
    /// The argument lists of instructions.
    pub(super) pool: Vec<Value>,
    known: HashMap<(Type, Option<u64>), u32>,
    function: FuncId,
    result: Type,
    current: BlockId,
    mistake: Option<Mistake>,
}

/// An error in the use of the builder.
#[derive(Clone, Debug)]
struct Mistake {
    kind: ErrorKind,
    message: String,
    block: BlockId,
    /// The index of the instruction in its block.
    inst: u32,
}

impl FunctionBuilder {
    pub(super) fn new(function: FuncId, signature: &Signature) -> FunctionBuilder {
        FunctionBuilder {
            params: signature.params.clone(),
            constants: Vec::new(),
            insts: Vec::new(),
            blocks: vec![Vec::new()],
            pool: Vec::new(),
            known: HashMap::new(),
            function,
            result: signature.result,
            current: BlockId(0),
            mistake: None,
        }
    }

    /// Returns the number of the function that is built.
    pub fn function(&self) -> FuncId {
        self.function
    }

    /// Returns a parameter, counted from 0.
    pub fn param(&self, index: usize) -> Value {
        // The value of a parameter that does not exist has type `void`, so its uses are rejected.
        let ty = self.params.get(index).copied().unwrap_or(Type::Void);
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Value::local(ValueKind::Param(index), ty, self.function)
    }

    /// Returns the result type of the function.
    pub fn result_type(&self) -> Type {
        self.result
    }

    /// Creates an empty block.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Vec::new());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Makes a block the current one, to which instructions are appended.
    pub fn switch_to(&mut self, block: BlockId) {
        if block.index() < self.blocks.len() {
            self.current = block;
        } else {
            let message = format!("an instruction was added to {block}, which does not exist");
            self.fail(ErrorKind::BadBranch, message);
        }
    }

    /// Returns the current block.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Returns true if the current block has its terminator.
    pub fn is_terminated(&self) -> bool {
        self.blocks[self.current.index()]
            .last()
            .is_some_and(|&last| self.insts[last as usize].is_terminator())
    }

    /// Returns a constant of a scalar type. The bits are truncated to the width of the type.
    pub fn constant(&mut self, ty: Type, bits: u64) -> Value {
        self.intern(ty, Some(cut(ty, bits)))
    }

    /// Returns the undefined value of a type. The engines of this project treat it as zero.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.intern(ty, None)
    }

    fn intern(&mut self, ty: Type, bits: Option<u64>) -> Value {
        let next = self.constants.len() as u32;
        let index = *self.known.entry((ty, bits)).or_insert(next);
        if index == next {
            self.constants.push((ty, bits));
        }
        Value::local(ValueKind::Constant(index), ty, self.function)
    }

    /// Returns an `i1` constant.
    pub fn i1(&mut self, value: bool) -> Value {
        self.constant(Type::I1, u64::from(value))
    }

    /// Returns an `i8` constant.
    pub fn i8(&mut self, value: u8) -> Value {
        self.constant(Type::I8, u64::from(value))
    }

    /// Returns an `i16` constant.
    pub fn i16(&mut self, value: u16) -> Value {
        self.constant(Type::I16, u64::from(value))
    }

    /// Returns an `i32` constant.
    pub fn i32(&mut self, value: i32) -> Value {
        self.constant(Type::I32, value as u64)
    }

    /// Returns an `i64` constant.
    pub fn i64(&mut self, value: i64) -> Value {
        self.constant(Type::I64, value as u64)
    }

    /// Returns a `float` constant.
    pub fn float(&mut self, value: f32) -> Value {
        self.constant(Type::Float, u64::from(value.to_bits()))
    }

    /// Returns a `double` constant.
    pub fn double(&mut self, value: f64) -> Value {
        self.constant(Type::Double, value.to_bits())
    }

    fn push(&mut self, inst: Instruction) -> Value {
        let index = self.insts.len() as u32;
        let ty = inst.result_type();
        if self.is_terminated() {
            let message = format!("an instruction follows the terminator of {}", self.current);
            self.fail(ErrorKind::BlockCount, message);
        } else {
            inst.for_each_operand(|value| self.check_operand(value));
            self.blocks[self.current.index()].push(index);
            self.insts.push(inst);
        }
        Value::local(ValueKind::Inst(index), ty, self.function)
    }

    /// Records an error if a local value belongs to another function.
    fn check_operand(&mut self, value: Value) {
        let count = match value.kind() {
            // Functions and globals are checked when the module is finished.
            ValueKind::Function(_) | ValueKind::Global(_) => return,
            ValueKind::Param(index) => self.params.len() > index as usize,
            ValueKind::Constant(index) => self.constants.len() > index as usize,
            ValueKind::Inst(index) => self.insts.len() > index as usize,
        };
        if value.owner() != self.function {
            let message = format!("{value} of {} is used in another function", value.owner());
            self.fail(ErrorKind::UndefinedValue, message);
        } else if !count {
            let message = format!("{value} is used but does not exist");
            self.fail(ErrorKind::UndefinedValue, message);
        } else if value.ty() == Type::Void {
            let message = "an operand is the result of a call that returns void";
            self.fail(ErrorKind::UndefinedValue, message.into());
        }
    }

    /// Records an error at the next instruction, unless there is an earlier error.
    #[cold]
    fn fail(&mut self, kind: ErrorKind, message: String) {
        let inst = self.blocks[self.current.index()].len() as u32;
        self.mistake.get_or_insert(Mistake {
            kind,
            message,
            block: self.current,
            inst,
        });
    }

    fn alignment(&mut self, bytes: u32) -> Alignment {
        let alignment = alignment(bytes);
        if alignment.is_none() {
            self.fail(ErrorKind::BadAlignment, bad_alignment(bytes));
        }
        alignment.unwrap_or(Alignment::NONE)
    }

    fn list(&mut self, values: &[Value]) -> Range<u32> {
        let start = self.pool.len() as u32;
        for &value in values {
            self.check_operand(value);
            self.pool.push(value);
        }
        start..self.pool.len() as u32
    }

    /// Appends an operation on two operands of the same type.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        self.push(Instruction::Binary { op, lhs, rhs })
    }

    /// Appends a conversion to a type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        self.push(Instruction::Cast { op, value, ty })
    }

    /// Appends a comparison of two values of the same type. The result is an `i1` or a vector of
    /// `i1`.
    pub fn compare(&mut self, predicate: Predicate, lhs: Value, rhs: Value) -> Value {
        self.push(Instruction::Compare {
            predicate,
            lhs,
            rhs,
        })
    }

    /// Appends a selection between two values by a condition. For vectors, each lane is selected
    /// separately.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        self.push(Instruction::Select {
            condition,
            if_true,
            if_false,
        })
    }

    /// Appends the extraction of a vector element.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        let index = self.i32(index as i32);
        self.push(Instruction::Extract { vector, index })
    }

    /// Appends the insertion of an element into a vector. The result is the changed vector.
    pub fn insert(&mut self, vector: Value, element: Value, index: u32) -> Value {
        let index = self.i32(index as i32);
        self.push(Instruction::Insert {
            vector,
            element,
            index,
        })
    }

    /// Appends a load with the smallest alignment that is legal for the type.
    pub fn load(&mut self, ty: Type, address: Value) -> Value {
        self.load_aligned(ty, address, least_alignment(ty))
    }

    /// Appends a load with an alignment in bytes.
    pub fn load_aligned(&mut self, ty: Type, address: Value, align: u32) -> Value {
        let align = self.alignment(align);
        self.push(Instruction::Load { ty, align, address })
    }

    /// Appends a store with the smallest alignment that is legal for the type.
    pub fn store(&mut self, value: Value, address: Value) {
        self.store_aligned(value, address, least_alignment(value.ty()));
    }

    /// Appends a store with an alignment in bytes.
    pub fn store_aligned(&mut self, value: Value, address: Value, align: u32) {
        let align = self.alignment(align);
        self.push(Instruction::Store {
            align,
            address,
            value,
        });
    }

    /// Appends an allocation on the stack. `size` is a number of bytes with type `i32`, and `align`
    /// is in bytes.
    pub fn alloca(&mut self, size: Value, align: u32) -> Value {
        let align = self.alignment(align);
        self.push(Instruction::Alloca { size, align })
    }

    /// Appends a phi without operands. [`FunctionBuilder::add_incoming`] adds them.
    pub fn phi(&mut self, ty: Type) -> Value {
        self.push(Instruction::Phi {
            ty,
            incoming: Vec::new(),
        })
    }

    /// Adds an operand to a phi, for an edge from `block`.
    pub fn add_incoming(&mut self, phi: Value, value: Value, block: BlockId) {
        self.check_operand(phi);
        self.check_operand(value);
        let inst = match phi.kind() {
            ValueKind::Inst(index) if phi.owner() == self.function => {
                self.insts.get_mut(index as usize)
            }
            _ => None,
        };
        if let Some(Instruction::Phi { incoming, .. }) = inst {
            incoming.push((value, block));
        } else {
            let message = format!("an operand was added to {phi}, which is not a phi");
            self.fail(ErrorKind::BadPhi, message);
        }
    }

    /// Appends a call of a function or an intrinsic.
    pub fn call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push_call(callee, args, false)
    }

    /// Appends a call that is marked as a tail call.
    pub fn tail_call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push_call(callee, args, true)
    }

    fn push_call(&mut self, callee: Callee, args: &[Value], tail: bool) -> Value {
        let args = self.list(args);
        self.push(Instruction::Call { callee, args, tail })
    }

    /// Appends a call through an address. The result type and the arguments determine the
    /// signature.
    pub fn call_indirect(&mut self, result: Type, address: Value, args: &[Value]) -> Value {
        self.push_indirect(result, address, args, false)
    }

    /// Appends a call through an address that is marked as a tail call.
    pub fn tail_call_indirect(&mut self, result: Type, address: Value, args: &[Value]) -> Value {
        self.push_indirect(result, address, args, true)
    }

    fn push_indirect(&mut self, result: Type, address: Value, args: &[Value], tail: bool) -> Value {
        let args = self.list(args);
        self.push(Instruction::CallIndirect {
            result,
            address,
            args,
            tail,
        })
    }

    /// Appends a return of a value.
    pub fn ret(&mut self, value: Value) {
        self.push(Instruction::Return(Some(value)));
    }

    /// Appends a return without a value.
    pub fn ret_void(&mut self) {
        self.push(Instruction::Return(None));
    }

    /// Appends a branch to a block.
    pub fn br(&mut self, target: BlockId) {
        self.push(Instruction::Branch(target));
    }

    /// Appends a branch to one of two blocks, depending on an `i1`.
    pub fn cond_br(&mut self, condition: Value, if_true: BlockId, if_false: BlockId) {
        self.push(Instruction::BranchIf {
            condition,
            if_true,
            if_false,
        });
    }

    /// Appends a branch to the block whose case equals the value. Cases are truncated to the width
    /// of the value's type.
    pub fn switch(&mut self, value: Value, default: BlockId, cases: &[(i64, BlockId)]) {
        let cases = cases.to_vec();
        self.push(Instruction::Switch {
            value,
            default,
            cases,
        });
    }

    /// Appends an instruction that must not be reached.
    pub fn unreachable(&mut self) {
        self.push(Instruction::Unreachable);
    }

    /// Appends an addition of two integers.
    pub fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Add, lhs, rhs)
    }

    /// Appends the addition of a number of bytes to an address.
    pub fn offset(&mut self, address: Value, bytes: i32) -> Value {
        let bytes = self.i32(bytes);
        self.add(address, bytes)
    }

    /// Checks the rules that do not depend on other functions of the module: the first recorded
    /// error, and that each block has a terminator.
    pub(super) fn check(&self) -> Result<(), Error> {
        let error = |kind, message: &str, block: BlockId, inst: u32| {
            let before: usize = self.blocks[..block.index()].iter().map(Vec::len).sum();
            let inst = before as u32 + inst;
            let place = Place { block, inst };
            Err(Error::in_function(
                kind,
                message,
                self.function,
                Some(place),
            ))
        };
        if let Some(mistake) = &self.mistake {
            return error(mistake.kind, &mistake.message, mistake.block, mistake.inst);
        }
        for (number, block) in (0..).zip(&self.blocks) {
            let last = block.last().map(|&last| &self.insts[last as usize]);
            if !last.is_some_and(Instruction::is_terminator) {
                let number = BlockId(number);
                let message = format!("block {number} does not end with a terminator");
                return error(ErrorKind::BlockCount, &message, number, block.len() as u32);
            }
        }
        Ok(())
    }
}

/// Truncates bits to the width of a type.
pub(super) const fn cut(ty: Type, bits: u64) -> u64 {
    match ty.bits() {
        width @ ..64 => bits & ((1 << width) - 1),
        _ => bits,
    }
}

/// Returns the alignment for a number of bytes, or `None` if it is invalid.
pub(super) fn alignment(bytes: u32) -> Option<Alignment> {
    if !bytes.is_power_of_two() {
        return None;
    }
    Alignment::from_code(u64::from(bytes.trailing_zeros()) + 1)
}

pub(super) fn bad_alignment(bytes: u32) -> String {
    format!("an alignment is {bytes} bytes, expected a power of two up to 2**29")
}

/// Returns the smallest legal alignment of a type in bytes. For vectors it is that of the elements,
/// and for other types it is 1.
fn least_alignment(ty: Type) -> u32 {
    if ty.is_vector() {
        (ty.element_bits() / 8).max(1)
    } else {
        1
    }
}
