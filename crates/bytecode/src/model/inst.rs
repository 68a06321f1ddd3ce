//! Instructions and their operands.

use super::Convention;
use super::body::{Body, Case, Incoming, Value};
use super::ids::{BlockId, List, TypeId};
use super::ops::{BinaryOp, ShiftOp, VectorOp};
use crate::opcode::{self, Few};

/// The pools for the operand lists of a body's instructions.
#[derive(Clone, Default, Debug)]
pub(super) struct Lists {
    pub(super) values: Vec<Value>,
    pub(super) cases: Vec<Case>,
    pub(super) incoming: Vec<Incoming>,
}

/// The values and blocks that a field of an instruction refers to. By default there are none.
trait Field: Copy {
    fn values(self, _: &Lists, _: &mut impl FnMut(Value)) {}
    fn map_values(&mut self, _: &mut Lists, _: &mut impl FnMut(Value) -> Value) {}
    fn blocks(self, _: &Lists, _: &mut impl FnMut(BlockId)) {}
    fn map_blocks(&mut self, _: &mut Lists, _: &mut impl FnMut(BlockId) -> BlockId) {}
    /// Appends this field to `numbers` if it is a number. Other fields leave it unchanged.
    fn number_after(self, numbers: u64) -> u64 {
        numbers
    }
}

impl Field for Value {
    fn values(self, _: &Lists, visit: &mut impl FnMut(Value)) {
        visit(self);
    }
    fn map_values(&mut self, _: &mut Lists, map: &mut impl FnMut(Value) -> Value) {
        *self = map(*self);
    }
}

impl Field for Option<Value> {
    fn values(self, _: &Lists, visit: &mut impl FnMut(Value)) {
        self.into_iter().for_each(visit);
    }
    fn map_values(&mut self, _: &mut Lists, map: &mut impl FnMut(Value) -> Value) {
        *self = self.map(map);
    }
}

impl Field for List<Value> {
    fn values(self, lists: &Lists, visit: &mut impl FnMut(Value)) {
        lists.values[self.range()].iter().copied().for_each(visit);
    }
    fn map_values(&mut self, lists: &mut Lists, map: &mut impl FnMut(Value) -> Value) {
        for value in &mut lists.values[self.range()] {
            *value = map(*value);
        }
    }
}

impl Field for List<Incoming> {
    fn values(self, lists: &Lists, visit: &mut impl FnMut(Value)) {
        for incoming in &lists.incoming[self.range()] {
            visit(incoming.value);
        }
    }
    fn map_values(&mut self, lists: &mut Lists, map: &mut impl FnMut(Value) -> Value) {
        for incoming in &mut lists.incoming[self.range()] {
            incoming.value = map(incoming.value);
        }
    }
}

impl Field for List<Case> {
    fn values(self, lists: &Lists, visit: &mut impl FnMut(Value)) {
        for case in &lists.cases[self.range()] {
            visit(case.value);
        }
    }
    fn map_values(&mut self, lists: &mut Lists, map: &mut impl FnMut(Value) -> Value) {
        for case in &mut lists.cases[self.range()] {
            case.value = map(case.value);
        }
    }
    fn blocks(self, lists: &Lists, visit: &mut impl FnMut(BlockId)) {
        for case in &lists.cases[self.range()] {
            visit(case.target);
        }
    }
    fn map_blocks(&mut self, lists: &mut Lists, map: &mut impl FnMut(BlockId) -> BlockId) {
        for case in &mut lists.cases[self.range()] {
            case.target = map(case.target);
        }
    }
}

impl Field for BlockId {
    fn blocks(self, _: &Lists, visit: &mut impl FnMut(BlockId)) {
        visit(self);
    }
    fn map_blocks(&mut self, _: &mut Lists, map: &mut impl FnMut(BlockId) -> BlockId) {
        *self = map(*self);
    }
}

/// A type's number has no meaning in another module, so types do not count as numbers.
impl Field for TypeId {}

/// Field types that are plain numbers.
macro_rules! numbers {
    ($($ty:ty: $number:expr;)*) => { $(
        impl Field for $ty {
            fn number_after(self, numbers: u64) -> u64 {
                let number: fn($ty) -> u32 = $number;
                numbers << 32 | u64::from(number(self))
            }
        }
    )* };
}

numbers! {
    u32: |number| number;
    bool: |is_set| is_set.into();
    Convention: |convention| convention.0.into();
    BinaryOp: |op| op as u32;
    ShiftOp: |op| op as u32;
    VectorOp: |op| op as u32;
}

/// Defines [`Inst`]: for each instruction its fields in the order of assembly, and its operation.
/// The walks over the fields are derived from that.
macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $inst:ident $({ $( $(#[$field_doc:meta])* $field:ident: $ty:ty, )* })? = $operation:expr;
    )*) => {
        /// An instruction. Its result type is stored separately, in
        /// [`Body::result_type`](super::Body::result_type).
        #[derive(Clone, Copy, Debug)]
        pub enum Inst {
            $( $(#[$doc])* $inst $({ $( $(#[$field_doc])* $field: $ty, )* })?, )*
        }

        #[allow(unused_variables, reason = "an arm names every field, and a walk reads some")]
        impl Inst {
            /// The number of the operation in the table of [`opcode`].
            #[inline]
            pub(crate) const fn operation(&self) -> u32 {
                match *self {
                    $( Inst::$inst $({ $($field),* })? => $operation, )*
                }
            }

            /// The fields that are numbers: none, one or two.
            pub(super) fn numbers(&self) -> u64 {
                let mut numbers = 0;
                match *self {
                    $( Inst::$inst $({ $($field),* })? => {
                        $( $( numbers = $field.number_after(numbers); )* )?
                    } )*
                }
                numbers
            }

            #[inline]
            pub(super) fn values(&self, lists: &Lists, visit: &mut impl FnMut(Value)) {
                match *self {
                    $( Inst::$inst $({ $($field),* })? => {
                        $( $( $field.values(lists, visit); )* )?
                    } )*
                }
            }

            #[inline]
            pub(super) fn map_values(
                &mut self,
                lists: &mut Lists,
                map: &mut impl FnMut(Value) -> Value,
            ) {
                match self {
                    $( Inst::$inst $({ $($field),* })? => {
                        $( $( $field.map_values(lists, map); )* )?
                    } )*
                }
            }

            #[inline]
            pub(super) fn blocks(&self, lists: &Lists, visit: &mut impl FnMut(BlockId)) {
                match *self {
                    $( Inst::$inst $({ $($field),* })? => {
                        $( $( $field.blocks(lists, visit); )* )?
                    } )*
                }
            }

            #[inline]
            pub(super) fn map_blocks(
                &mut self,
                lists: &mut Lists,
                map: &mut impl FnMut(BlockId) -> BlockId,
            ) {
                match self {
                    $( Inst::$inst $({ $($field),* })? => {
                        $( $( $field.map_blocks(lists, map); )* )?
                    } )*
                }
            }
        }
    };
}

instructions! {
    /// Return, with a value unless the function returns void.
    Ret {
        /// The value to return.
        value: Option<Value>,
    } = opcode::RET;
    /// An unconditional branch.
    Br {
        /// Target of the branch.
        target: BlockId,
    } = opcode::BR;
    /// Branch one way or the other.
    CondBr {
        /// The condition, a `bool`.
        condition: Value,
        /// Target if the condition is true.
        if_true: BlockId,
        /// Target if the condition is false.
        if_false: BlockId,
    } = opcode::BR;
    /// Branch by an integer.
    Switch {
        /// The integer that selects the case.
        value: Value,
        /// Target if no case matches.
        default: BlockId,
        /// The cases.
        cases: List<Case>,
    } = opcode::SWITCH;
    /// Call that may unwind.
    Invoke {
        /// The function to call.
        callee: Value,
        /// The arguments.
        arguments: List<Value>,
        /// Target when the function returns.
        normal: BlockId,
        /// Target when the function unwinds.
        unwind: BlockId,
        /// The calling convention.
        convention: Convention,
    } = invoke(convention);
    /// Return to the unwind block of the closest invoke among the callers.
    Unwind = opcode::UNWIND;
    /// A place that control never reaches.
    Unreachable = opcode::UNREACHABLE;
    /// Arithmetic, logic or a comparison.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The first operand.
        lhs: Value,
        /// The second operand, of the same type.
        rhs: Value,
    } = opcode::binary(op);
    /// A shift.
    Shift {
        /// The operation.
        op: ShiftOp,
        /// The value to shift.
        value: Value,
        /// The number of bits to shift by, a `ubyte`.
        amount: Value,
    } = opcode::shift(op);
    /// Heap memory for `count` elements of the type that the result points to.
    Malloc {
        /// Number of elements, a `uint`; the constant 1 for a single one.
        count: Value,
        /// The alignment in bytes, 0 for that of the type.
        alignment: u32,
    } = opcode::MALLOC;
    /// Stack memory for `count` elements of the type that the result points to.
    Alloca {
        /// Number of elements, a `uint`; the constant 1 for a single one.
        count: Value,
        /// The alignment in bytes, 0 for that of the type.
        alignment: u32,
    } = opcode::ALLOCA;
    /// Returns memory to the heap.
    Free {
        /// The address of the memory.
        pointer: Value,
    } = opcode::FREE;
    /// Reads memory.
    Load {
        /// The address.
        pointer: Value,
        /// True if the access is volatile.
        volatile: bool,
    } = if volatile { opcode::VOLATILE_LOAD } else { opcode::LOAD };
    /// Writes memory.
    Store {
        /// The value to store.
        value: Value,
        /// The address.
        pointer: Value,
        /// True if the access is volatile.
        volatile: bool,
    } = if volatile { opcode::VOLATILE_STORE } else { opcode::STORE };
    /// The address of an element of an aggregate.
    GetElementPtr {
        /// The address of the whole.
        pointer: Value,
        /// The indices that lead to the element.
        indices: List<Value>,
    } = opcode::GET_ELEMENT_PTR;
    /// A value that depends on where control came from.
    Phi {
        /// One value for each edge into the block.
        incoming: List<Incoming>,
    } = opcode::PHI;
    /// A conversion to the result type.
    Cast {
        /// The value to convert.
        value: Value,
    } = opcode::CAST;
    /// A call that does not unwind.
    Call {
        /// The function to call.
        callee: Value,
        /// The arguments.
        arguments: List<Value>,
        /// The calling convention.
        convention: Convention,
        /// True if the call may reuse the caller's frame.
        tail: bool,
    } = call(convention, tail);
    /// The list of variable arguments after its next one is taken.
    VaNext {
        /// The list, which is not changed.
        list: Value,
        /// The type of the argument to skip.
        argument: TypeId,
    } = opcode::VA_NEXT;
    /// The next variable argument, which has the result type. The list does not change.
    VaArg {
        /// The list of arguments.
        list: Value,
    } = opcode::VA_ARG;
    /// The next variable argument, which has the result type, from a list in memory. The list is
    /// advanced.
    VaFetch {
        /// The address of the list.
        list: Value,
    } = opcode::VA_FETCH;
    /// One of two values, selected by a condition.
    Select {
        /// The condition, a `bool`.
        condition: Value,
        /// The value for true.
        if_true: Value,
        /// The value for false.
        if_false: Value,
    } = opcode::SELECT;
    /// An access to the elements of packed values.
    Vector {
        /// The operation.
        op: VectorOp,
        /// Its operands.
        operands: List<Value>,
    } = opcode::vector(op);
}

impl Body {
    /// The operands of an instruction that are values. The instruction has at most three.
    #[inline]
    pub(crate) fn operands(&self, inst: &Inst) -> Few<Value> {
        let mut operands = Few::new(Value::Argument(0));
        self.for_each_operand(inst, |value| operands.push(value));
        operands
    }

    /// Builds the instruction of an operation whose operands the table of [`opcode`] describes.
    /// `written` is the type written after them. `None` if the operation does not take these
    /// operands.
    #[inline]
    pub(crate) fn operator(
        &mut self,
        operation: u32,
        operands: &[Value],
        written: TypeId,
    ) -> Option<Inst> {
        Some(match (operation, operands) {
            (opcode::LOAD | opcode::VOLATILE_LOAD, &[pointer]) => Inst::Load {
                pointer,
                volatile: operation == opcode::VOLATILE_LOAD,
            },
            (opcode::STORE | opcode::VOLATILE_STORE, &[value, pointer]) => Inst::Store {
                value,
                pointer,
                volatile: operation == opcode::VOLATILE_STORE,
            },
            (opcode::FREE, &[pointer]) => Inst::Free { pointer },
            (opcode::CAST, &[value]) => Inst::Cast { value },
            (opcode::VA_ARG, &[list]) => Inst::VaArg { list },
            (opcode::VA_FETCH, &[list]) => Inst::VaFetch { list },
            (opcode::VA_NEXT, &[list]) => Inst::VaNext {
                list,
                argument: written,
            },
            (opcode::SELECT, &[condition, if_true, if_false]) => Inst::Select {
                condition,
                if_true,
                if_false,
            },
            (opcode::SHL | opcode::SHR, &[value, amount]) => Inst::Shift {
                op: opcode::as_shift(operation)?,
                value,
                amount,
            },
            (opcode::EXTRACT..=opcode::SHUFFLE, _) => Inst::Vector {
                op: opcode::as_vector(operation)?,
                operands: self.add_values(operands),
            },
            (_, &[lhs, rhs]) => Inst::Binary {
                op: opcode::as_binary(operation)?,
                lhs,
                rhs,
            },
            _ => return None,
        })
    }
}

/// Evaluates an expression with the [`Form`](opcode::Form) and the operands of an instruction that
/// has a form. Common instructions get specialised code; see [`opcode::with_form`].
macro_rules! with_operands {
    ($body:expr, $inst:expr, |$form:ident, $operands:ident| $result:expr) => {
        match *$inst {
            $crate::model::Inst::Binary { op, lhs, rhs } => {
                let $operands = &[lhs, rhs][..];
                $crate::opcode::with_form!($crate::opcode::binary(op), |$form| $result)
            }
            $crate::model::Inst::Load { pointer, .. } => {
                let ($form, $operands) = (&$crate::opcode::forms::LOAD, &[pointer][..]);
                $result
            }
            $crate::model::Inst::Store { value, pointer, .. } => {
                let ($form, $operands) = (&$crate::opcode::forms::STORE, &[value, pointer][..]);
                $result
            }
            $crate::model::Inst::Cast { value } => {
                let ($form, $operands) = (&$crate::opcode::forms::CAST, &[value][..]);
                $result
            }
            _ => {
                let operands = $body.operands($inst);
                let $operands = operands.get().unwrap_or_default();
                let $form = $crate::opcode::row($inst.operation()).form;
                $result
            }
        }
    };
}
pub(crate) use with_operands;

/// The operation of a call. Common calling conventions have operations of their own.
const fn call(convention: Convention, tail: bool) -> u32 {
    match (convention, tail) {
        (Convention::C, false) => opcode::CALL,
        (Convention::C, true) => opcode::TAIL_CALL,
        (Convention::FAST, false) => opcode::FAST_CALL,
        (Convention::FAST, true) => opcode::FAST_TAIL_CALL,
        _ => opcode::CALL_WITH,
    }
}

/// The operation of a call that may unwind.
const fn invoke(convention: Convention) -> u32 {
    match convention {
        Convention::C => opcode::INVOKE,
        Convention::FAST => opcode::FAST_INVOKE,
        _ => opcode::INVOKE_WITH,
    }
}

impl Inst {
    /// Returns true if the instruction ends a block.
    #[inline]
    pub const fn is_terminator(&self) -> bool {
        opcode::is_terminator(self.operation())
    }
}
