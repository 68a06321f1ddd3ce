//! The builder of one function body.

use super::instruction::Instruction;
use super::{Callee, Error, Value};
use crate::error::{ErrorKind, Place};
use crate::function::ValueKind;
use crate::ids::{BlockId, FuncId};
use crate::inst::{Alignment, BinaryOp, CastOp, Predicate};
use crate::types::{Signature, Type};
use std::collections::HashMap;
use std::ops::Range;

/// The body of a function under construction.
///
/// Instructions are appended to the current block: the entry block at first, then the block given
/// to the last [`FunctionBuilder::switch_to`]. Blocks are laid out in the order in which they were
/// created.
///
/// A [`BlockId`] is only an index in its function. A branch to a block of another function is not
/// detected: it goes to this function's block of the same number.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    pub(super) params: Box<[Type]>,
    /// Type and bits of each constant; no bits for `undef`.
    pub(super) constants: Vec<(Type, Option<u64>)>,
    pub(super) insts: Vec<Instruction>,
    /// The instructions of each block, as indices into `insts`.
    pub(super) blocks: Vec<Vec<u32>>,
    /// Lists of arguments.
    pub(super) pool: Vec<Value>,
    known: HashMap<(Type, Option<u64>), u32>,
    function: FuncId,
    result: Type,
    current: BlockId,
    mistake: Option<Mistake>,
}

/// Misuse that shows at once.
#[derive(Clone, Debug)]
struct Mistake {
    kind: ErrorKind,
    message: String,
    block: BlockId,
    /// The place in the block.
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

    /// The function that this is the body of.
    pub fn function(&self) -> FuncId {
        self.function
    }

    /// A parameter, counting from 0.
    pub fn param(&self, index: usize) -> Value {
        // A parameter that does not exist has type `void`; its uses are then rejected.
        let ty = self.params.get(index).copied().unwrap_or(Type::Void);
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Value::local(ValueKind::Param(index), ty, self.function)
    }

    /// The type that the function returns.
    pub fn result_type(&self) -> Type {
        self.result
    }

    /// A new block, empty so far.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Vec::new());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Makes a block receive the instructions that follow.
    pub fn switch_to(&mut self, block: BlockId) {
        if block.index() < self.blocks.len() {
            self.current = block;
        } else {
            let message = format!("an instruction was added to {block}, which does not exist");
            self.fail(ErrorKind::BadBranch, message);
        }
    }

    /// The block that instructions go into.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Returns true if the block that instructions go into has its terminator.
    pub fn is_terminated(&self) -> bool {
        self.blocks[self.current.index()]
            .last()
            .is_some_and(|&last| self.insts[last as usize].is_terminator())
    }

    /// Returns a constant of a scalar type with these bits, which are cut to the type's width.
    pub fn constant(&mut self, ty: Type, bits: u64) -> Value {
        self.intern(ty, Some(cut(ty, bits)))
    }

    /// Returns the undefined value of a type. This project's engines read it as zero.
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

    /// An `i1` constant.
    pub fn i1(&mut self, value: bool) -> Value {
        self.constant(Type::I1, u64::from(value))
    }

    /// An `i8` constant.
    pub fn i8(&mut self, value: u8) -> Value {
        self.constant(Type::I8, u64::from(value))
    }

    /// An `i16` constant.
    pub fn i16(&mut self, value: u16) -> Value {
        self.constant(Type::I16, u64::from(value))
    }

    /// An `i32` constant.
    pub fn i32(&mut self, value: i32) -> Value {
        self.constant(Type::I32, value as u64)
    }

    /// An `i64` constant.
    pub fn i64(&mut self, value: i64) -> Value {
        self.constant(Type::I64, value as u64)
    }

    /// A `float` constant.
    pub fn float(&mut self, value: f32) -> Value {
        self.constant(Type::Float, u64::from(value.to_bits()))
    }

    /// A `double` constant.
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

    /// Records an error if a value belongs to another function.
    fn check_operand(&mut self, value: Value) {
        let count = match value.kind() {
            // The existence of functions and globals is checked when the module is finished.
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

    /// Records a mistake at the next instruction; the first is reported.
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

    /// An operation on two operands of one type.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        self.push(Instruction::Binary { op, lhs, rhs })
    }

    /// A conversion to a type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        self.push(Instruction::Cast { op, value, ty })
    }

    /// A comparison of two values of one type: an `i1`, or a vector of them.
    pub fn compare(&mut self, predicate: Predicate, lhs: Value, rhs: Value) -> Value {
        self.push(Instruction::Compare {
            predicate,
            lhs,
            rhs,
        })
    }

    /// Selects one of two values by a condition, for vectors lane by lane.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        self.push(Instruction::Select {
            condition,
            if_true,
            if_false,
        })
    }

    /// An element of a vector.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        let index = self.i32(index as i32);
        self.push(Instruction::Extract { vector, index })
    }

    /// A vector with one element replaced.
    pub fn insert(&mut self, vector: Value, element: Value, index: u32) -> Value {
        let index = self.i32(index as i32);
        self.push(Instruction::Insert {
            vector,
            element,
            index,
        })
    }

    /// Loads a value. The alignment is the one that every address of its type may have.
    pub fn load(&mut self, ty: Type, address: Value) -> Value {
        self.load_aligned(ty, address, least_alignment(ty))
    }

    /// A load with an alignment in bytes.
    pub fn load_aligned(&mut self, ty: Type, address: Value, align: u32) -> Value {
        let align = self.alignment(align);
        self.push(Instruction::Load { ty, align, address })
    }

    /// Stores a value. The alignment is the one that every address of its type may have.
    pub fn store(&mut self, value: Value, address: Value) {
        self.store_aligned(value, address, least_alignment(value.ty()));
    }

    /// A store with an alignment in bytes.
    pub fn store_aligned(&mut self, value: Value, address: Value, align: u32) {
        let align = self.alignment(align);
        self.push(Instruction::Store {
            align,
            address,
            value,
        });
    }

    /// Reserves this number of bytes of the stack, an `i32`, with an alignment in bytes.
    pub fn alloca(&mut self, size: Value, align: u32) -> Value {
        let align = self.alignment(align);
        self.push(Instruction::Alloca { size, align })
    }

    /// Begins a phi. [`FunctionBuilder::add_incoming`] adds its operands.
    pub fn phi(&mut self, ty: Type) -> Value {
        self.push(Instruction::Phi {
            ty,
            incoming: Vec::new(),
        })
    }

    /// Adds the operand of a phi for an edge from a block.
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

    /// A call of a function or an intrinsic.
    pub fn call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push_call(callee, args, false)
    }

    /// A call that is marked as a tail call.
    pub fn tail_call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push_call(callee, args, true)
    }

    fn push_call(&mut self, callee: Callee, args: &[Value], tail: bool) -> Value {
        let args = self.list(args);
        self.push(Instruction::Call { callee, args, tail })
    }

    /// Calls a function by its address. The result and the arguments determine the signature.
    pub fn call_indirect(&mut self, result: Type, address: Value, args: &[Value]) -> Value {
        self.push_indirect(result, address, args, false)
    }

    /// Emits a call through an address that is marked as a tail call.
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

    /// Returns a value.
    pub fn ret(&mut self, value: Value) {
        self.push(Instruction::Return(Some(value)));
    }

    /// Returns from a procedure.
    pub fn ret_void(&mut self) {
        self.push(Instruction::Return(None));
    }

    /// Continues in a block.
    pub fn br(&mut self, target: BlockId) {
        self.push(Instruction::Branch(target));
    }

    /// Continues in one of two blocks, depending on an `i1`.
    pub fn cond_br(&mut self, condition: Value, if_true: BlockId, if_false: BlockId) {
        self.push(Instruction::BranchIf {
            condition,
            if_true,
            if_false,
        });
    }

    /// Continues in the block whose case equals the value. Cases of narrow types are cut to the
    /// type's width.
    pub fn switch(&mut self, value: Value, default: BlockId, cases: &[(i64, BlockId)]) {
        let cases = cases.to_vec();
        self.push(Instruction::Switch {
            value,
            default,
            cases,
        });
    }

    /// Is never reached.
    pub fn unreachable(&mut self) {
        self.push(Instruction::Unreachable);
    }

    /// Adds two values of an integer type.
    pub fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(BinaryOp::Add, lhs, rhs)
    }

    /// Returns the address a number of bytes after another one.
    pub fn offset(&mut self, address: Value, bytes: i32) -> Value {
        let bytes = self.i32(bytes);
        self.add(address, bytes)
    }

    /// Checks the rules that do not depend on the module's other functions: misuse, and blocks
    /// without a terminator.
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

/// Bits cut to the width of a type.
pub(super) const fn cut(ty: Type, bits: u64) -> u64 {
    match ty.bits() {
        width @ ..64 => bits & ((1 << width) - 1),
        _ => bits,
    }
}

/// An alignment of this number of bytes.
pub(super) fn alignment(bytes: u32) -> Option<Alignment> {
    if !bytes.is_power_of_two() {
        return None;
    }
    Alignment::from_code(u64::from(bytes.trailing_zeros()) + 1)
}

pub(super) fn bad_alignment(bytes: u32) -> String {
    format!("an alignment is {bytes} bytes, expected a power of two up to 2**29")
}

/// Returns the alignment to use if nothing is known about an address: vectors must be aligned as
/// their elements are, everything else need not be aligned.
fn least_alignment(ty: Type) -> u32 {
    if ty.is_vector() {
        (ty.element_bits() / 8).max(1)
    } else {
        1
    }
}
