//! The builder of one function body.

use super::Callee;
use pinnacle_pexe::function::ValueKind;
use pinnacle_pexe::ids::BlockId;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::{Signature, Type};
use std::fmt;

/// A value of the program: an operand of instructions.
///
/// The value of a call of a procedure has the type `void` and is good for
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    kind: ValueKind,
    ty: Type,
}

impl Value {
    pub(super) const fn new(kind: ValueKind, ty: Type) -> Value {
        Value { kind, ty }
    }

    pub(super) const fn kind(self) -> ValueKind {
        self.kind
    }

    /// The value's type.
    pub const fn ty(self) -> Type {
        self.ty
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// An instruction with handles for operands.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Binary {
        op: BinaryOp,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: CastOp,
        value: Value,
        ty: Type,
    },
    Compare {
        predicate: Predicate,
        lhs: Value,
        rhs: Value,
    },
    Select {
        condition: Value,
        then: Value,
        otherwise: Value,
    },
    Extract {
        vector: Value,
        index: Value,
    },
    Insert {
        vector: Value,
        element: Value,
        index: Value,
    },
    Load {
        ty: Type,
        align: u32,
        address: Value,
    },
    Store {
        align: u32,
        address: Value,
        value: Value,
    },
    Alloca {
        size: Value,
        align: u32,
    },
    Phi {
        ty: Type,
        incoming: Vec<(Value, BlockId)>,
    },
    Call {
        callee: Callee,
        args: Vec<Value>,
        tail: bool,
    },
    CallIndirect {
        result: Type,
        address: Value,
        args: Vec<Value>,
        tail: bool,
    },
    Return(Option<Value>),
    Branch(BlockId),
    BranchIf {
        condition: Value,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Value,
        default: BlockId,
        cases: Vec<(i64, BlockId)>,
    },
    Unreachable,
}

impl Instruction {
    fn is_terminator(&self) -> bool {
        matches!(
            self,
            Instruction::Return(_)
                | Instruction::Branch(_)
                | Instruction::BranchIf { .. }
                | Instruction::Switch { .. }
                | Instruction::Unreachable
        )
    }

    /// The type of the value that the instruction defines, `void` for none.
    pub(super) fn result_type(&self) -> Type {
        match self {
            Instruction::Binary { lhs, .. } => lhs.ty,
            Instruction::Cast { ty, .. }
            | Instruction::Load { ty, .. }
            | Instruction::Phi { ty, .. }
            | Instruction::CallIndirect { result: ty, .. } => *ty,
            Instruction::Compare { lhs, .. } => lhs.ty.comparison_result(),
            Instruction::Select { then, .. } => then.ty,
            Instruction::Extract { vector, .. } => vector.ty.element(),
            Instruction::Insert { vector, .. } => vector.ty,
            Instruction::Alloca { .. } => Type::I32,
            Instruction::Call { callee, .. } => callee.result,
            _ => Type::Void,
        }
    }
}

/// The body of a function under construction.
///
/// It starts with the entry block, into which instructions go until
/// [`FunctionBuilder::switch_to`] names another. Blocks stand in the file in
/// the order in which they were made.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    pub(super) params: Box<[Type]>,
    /// Type and bits of each constant; no bits for `undef`.
    pub(super) constants: Vec<(Type, Option<u64>)>,
    pub(super) insts: Vec<Instruction>,
    /// The instructions of each block by their place in `insts`.
    pub(super) blocks: Vec<Vec<u32>>,
    result: Type,
    current: BlockId,
}

impl FunctionBuilder {
    pub(super) fn new(signature: &Signature) -> FunctionBuilder {
        FunctionBuilder {
            params: signature.params.clone(),
            constants: Vec::new(),
            insts: Vec::new(),
            blocks: vec![Vec::new()],
            result: signature.result,
            current: BlockId(0),
        }
    }

    /// A parameter.
    pub fn param(&self, index: usize) -> Value {
        Value::new(ValueKind::Param(index as u32), self.params[index])
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

    /// Lets the following instructions go into a block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The block that instructions go into.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// A constant of a scalar type by its bits.
    pub fn constant(&mut self, ty: Type, bits: u64) -> Value {
        assert!(ty.is_integer() || ty.is_float(), "a {ty} has no literals");
        let width = ty.bits();
        let bits = if width == 64 {
            bits
        } else {
            bits & ((1 << width) - 1)
        };
        self.intern(ty, Some(bits))
    }

    /// The undefined value of a type.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.intern(ty, None)
    }

    fn intern(&mut self, ty: Type, bits: Option<u64>) -> Value {
        let constant = (ty, bits);
        let known = self.constants.iter().position(|&other| other == constant);
        let index = known.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Value::new(ValueKind::Constant(index as u32), ty)
    }

    /// An `i1` constant.
    pub fn i1(&mut self, value: bool) -> Value {
        self.constant(Type::I1, u64::from(value))
    }

    /// An `i8` constant.
    pub fn i8(&mut self, value: u8) -> Value {
        self.constant(Type::I8, u64::from(value))
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
        let block = &mut self.blocks[self.current.index()];
        let ended = block
            .last()
            .is_some_and(|&last| self.insts[last as usize].is_terminator());
        assert!(!ended, "block {} has already ended", self.current);
        let index = self.insts.len() as u32;
        let ty = inst.result_type();
        block.push(index);
        self.insts.push(inst);
        Value::new(ValueKind::Inst(index), ty)
    }

    /// An operation on two operands.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        assert_eq!(lhs.ty, rhs.ty, "operands of {}", op.name());
        self.push(Instruction::Binary { op, lhs, rhs })
    }

    /// A conversion.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        assert!(
            op.is_legal(value.ty, ty),
            "{} {} to {ty}",
            op.name(),
            value.ty
        );
        self.push(Instruction::Cast { op, value, ty })
    }

    /// A comparison.
    pub fn compare(&mut self, predicate: Predicate, lhs: Value, rhs: Value) -> Value {
        assert_eq!(lhs.ty, rhs.ty, "operands of a comparison");
        self.push(Instruction::Compare {
            predicate,
            lhs,
            rhs,
        })
    }

    /// One of two values by a condition.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        assert_eq!(then.ty, otherwise.ty, "operands of select");
        self.push(Instruction::Select {
            condition,
            then,
            otherwise,
        })
    }

    /// An element of a vector.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        let index = self.i32(index as i32);
        self.push(Instruction::Extract { vector, index })
    }

    /// A vector with one element replaced.
    pub fn insert(&mut self, vector: Value, element: Value, index: u32) -> Value {
        assert_eq!(vector.ty.element(), element.ty, "element of {}", vector.ty);
        let index = self.i32(index as i32);
        self.push(Instruction::Insert {
            vector,
            element,
            index,
        })
    }

    /// A load with the alignment that is legal for every address of its type.
    pub fn load(&mut self, ty: Type, address: Value) -> Value {
        self.load_aligned(ty, address, least_alignment(ty))
    }

    /// A load with an alignment.
    pub fn load_aligned(&mut self, ty: Type, address: Value, align: u32) -> Value {
        assert_eq!(address.ty, Type::I32, "address of a load");
        self.push(Instruction::Load { ty, align, address })
    }

    /// A store with the alignment that is legal for every address of its type.
    pub fn store(&mut self, value: Value, address: Value) {
        self.store_aligned(value, address, least_alignment(value.ty));
    }

    /// A store with an alignment.
    pub fn store_aligned(&mut self, value: Value, address: Value, align: u32) {
        assert_eq!(address.ty, Type::I32, "address of a store");
        self.push(Instruction::Store {
            align,
            address,
            value,
        });
    }

    /// Room on the stack.
    pub fn alloca(&mut self, size: Value, align: u32) -> Value {
        assert_eq!(size.ty, Type::I32, "size of an alloca");
        self.push(Instruction::Alloca { size, align })
    }

    /// A phi; its operands are added by [`FunctionBuilder::add_incoming`].
    pub fn phi(&mut self, ty: Type) -> Value {
        self.push(Instruction::Phi {
            ty,
            incoming: Vec::new(),
        })
    }

    /// Adds the operand of a phi for an edge from a block.
    ///
    /// # Panics
    ///
    /// If the first value is not a phi, or the second is of another type.
    pub fn add_incoming(&mut self, phi: Value, value: Value, block: BlockId) {
        assert_eq!(phi.ty, value.ty, "operand of a phi");
        let ValueKind::Inst(index) = phi.kind else {
            panic!("{} is not a phi", phi.kind)
        };
        let Instruction::Phi { incoming, .. } = &mut self.insts[index as usize] else {
            panic!("{} is not a phi", phi.kind)
        };
        incoming.push((value, block));
    }

    /// A call.
    pub fn call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push(Instruction::Call {
            callee,
            args: args.to_vec(),
            tail: false,
        })
    }

    /// A call that is marked as a tail call.
    pub fn tail_call(&mut self, callee: Callee, args: &[Value]) -> Value {
        self.push(Instruction::Call {
            callee,
            args: args.to_vec(),
            tail: true,
        })
    }

    /// A call through an address, of the signature that the result and the
    /// arguments make.
    pub fn call_indirect(&mut self, result: Type, address: Value, args: &[Value]) -> Value {
        self.push_indirect(result, address, args, false)
    }

    /// The same, marked as a tail call.
    pub fn tail_call_indirect(&mut self, result: Type, address: Value, args: &[Value]) -> Value {
        self.push_indirect(result, address, args, true)
    }

    fn push_indirect(&mut self, result: Type, address: Value, args: &[Value], tail: bool) -> Value {
        assert_eq!(address.ty, Type::I32, "address of a call");
        let args = args.to_vec();
        self.push(Instruction::CallIndirect {
            result,
            address,
            args,
            tail,
        })
    }

    /// Returns a value.
    pub fn ret(&mut self, value: Value) {
        assert_eq!(value.ty, self.result, "returned value");
        self.push(Instruction::Return(Some(value)));
    }

    /// Returns from a procedure.
    pub fn ret_void(&mut self) {
        assert_eq!(self.result, Type::Void, "the function returns a value");
        self.push(Instruction::Return(None));
    }

    /// Goes on in a block.
    pub fn br(&mut self, target: BlockId) {
        self.push(Instruction::Branch(target));
    }

    /// Goes on in one of two blocks.
    pub fn cond_br(&mut self, condition: Value, then: BlockId, otherwise: BlockId) {
        assert_eq!(condition.ty, Type::I1, "condition of a branch");
        self.push(Instruction::BranchIf {
            condition,
            then,
            otherwise,
        });
    }

    /// Goes on in the block of the case that the value is equal to.
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

    /// An address so many bytes after another.
    pub fn offset(&mut self, address: Value, bytes: i32) -> Value {
        let bytes = self.i32(bytes);
        self.add(address, bytes)
    }

    /// Panics unless every block ends with a terminator.
    pub(super) fn check_complete(&self) {
        for (number, block) in self.blocks.iter().enumerate() {
            let last = block.last().map(|&last| &self.insts[last as usize]);
            assert!(
                last.is_some_and(Instruction::is_terminator),
                "block %b{number} has no end"
            );
        }
    }
}

/// The alignment to use where nothing is known of an address: vectors must be
/// aligned as their elements are, everything else need not be aligned.
fn least_alignment(ty: Type) -> u32 {
    if ty.is_vector() {
        ty.element_bits() / 8
    } else {
        1
    }
}
