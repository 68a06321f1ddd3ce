//! What instructions mean: opcodes, how many operands each has, and in which
//! planes these are.
//!
//! An operand is a slot of a plane that is known beforehand, so most rules of
//! types hold by the way instructions are written. What is checked here is what
//! a reader must know to go on: that what is loaded from is a pointer, what is
//! called is a function, and so on.

use super::constants::field_index;
use super::cursor::type_of_number;
use super::element::{Container, container, field};
use super::function::FunctionReader;
use super::info::{alignment, convention};
use super::instructions::Encoded;
use crate::error::{Error, ErrorKind};
use crate::format::IndexCoding;
use crate::model::{
    BinaryOp, Case, Convention, Incoming, Inst, List, ShiftOp, Type, TypeId, Value, VectorOp,
};
use crate::opcode;
use crate::text::describe::type_text;

impl FunctionReader<'_> {
    /// The instruction that is encoded, and the type of its result.
    #[inline]
    pub(super) fn operation(
        &mut self,
        encoded: &Encoded,
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        let number = encoded.ty;
        let ty = self.state.scope.type_at(self.planes, number)?;
        match (encoded.operation, operands) {
            (code @ opcode::ADD..=opcode::SETGT, &[lhs, rhs]) => {
                let op = BinaryOp::ALL[(code - opcode::ADD) as usize];
                let lhs = self.value(number, lhs)?;
                let rhs = self.value(number, rhs)?;
                let result = if op.is_comparison() {
                    TypeId::BOOL
                } else {
                    self.value_type(ty)?
                };
                Ok((Inst::Binary { op, lhs, rhs }, result))
            }
            (opcode::LOAD | opcode::VOLATILE_LOAD, &[pointer]) => {
                let result = self.pointee(ty)?;
                let pointer = self.value(number, pointer)?;
                let volatile = encoded.operation == opcode::VOLATILE_LOAD;
                let result = self.value_type(result)?;
                Ok((Inst::Load { pointer, volatile }, result))
            }
            (opcode::STORE | opcode::VOLATILE_STORE, &[value, pointer]) => {
                let plane = self.state.scope.plane_of(self.pointee(ty)?)?;
                let value = self.value(plane, value)?;
                let pointer = self.value(number, pointer)?;
                let inst = Inst::Store {
                    value,
                    pointer,
                    volatile: encoded.operation == opcode::VOLATILE_STORE,
                };
                Ok((inst, TypeId::VOID))
            }
            (opcode::BR, &[target]) => {
                let target = self.block(target);
                Ok((Inst::Br { target }, TypeId::VOID))
            }
            (opcode::BR, &[if_true, if_false, condition]) => {
                let inst = Inst::CondBr {
                    condition: self.value(TypeId::BOOL.0, condition)?,
                    if_true: self.block(if_true),
                    if_false: self.block(if_false),
                };
                Ok((inst, TypeId::VOID))
            }
            (opcode::GET_ELEMENT_PTR, &[pointer, ref indices @ ..]) => {
                self.element_address((number, ty), pointer, indices)
            }
            (opcode::CALL, &[callee, ref arguments @ ..]) => {
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Call {
                    callee,
                    arguments,
                    convention: Convention::C,
                    tail: false,
                };
                Ok((inst, result))
            }
            (opcode::INVOKE, &[callee, normal, unwind, ref arguments @ ..]) => {
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Invoke {
                    callee,
                    arguments,
                    normal: self.block(normal),
                    unwind: self.block(unwind),
                    convention: Convention::C,
                };
                Ok((inst, result))
            }
            (opcode::RET, &[]) => {
                self.check_return(TypeId::VOID)?;
                Ok((Inst::Ret { value: None }, TypeId::VOID))
            }
            (opcode::RET, &[value]) => {
                self.check_return(ty)?;
                let value = Some(self.value(number, value)?);
                Ok((Inst::Ret { value }, TypeId::VOID))
            }
            (opcode::CAST, &[value, target]) => {
                let value = self.value(number, value)?;
                let target = self.type_operand(target)?;
                Ok((Inst::Cast { value }, self.value_type(target)?))
            }
            (opcode::PHI, operands) if !operands.is_empty() && operands.len() % 2 == 0 => {
                let incoming = self.incoming(number, operands)?;
                Ok((Inst::Phi { incoming }, self.value_type(ty)?))
            }
            (opcode::SWITCH, &[value, default, ref cases @ ..]) if cases.len() % 2 == 0 => {
                let inst = Inst::Switch {
                    value: self.value(number, value)?,
                    default: self.block(default),
                    cases: self.cases(number, cases)?,
                };
                Ok((inst, TypeId::VOID))
            }
            (code @ (opcode::SHL | opcode::SHR), &[value, amount]) => {
                let op = [ShiftOp::Shl, ShiftOp::Shr][(code - opcode::SHL) as usize];
                let value = self.value(number, value)?;
                let amount = self.value(TypeId::UBYTE.0, amount)?;
                Ok((Inst::Shift { op, value, amount }, self.value_type(ty)?))
            }
            (opcode::MALLOC | opcode::ALLOCA, operands @ ([] | [_] | [_, _]))
                if operands.len() < 2 || self.planes.features.alignments =>
            {
                self.pointee(ty)?;
                let alignment = operands.get(1).map_or(Some(0), |&power| alignment(power));
                let alignment = alignment.ok_or_else(|| bad_alignment(operands[1]))?;
                let count = match operands {
                    &[count, ..] => self.value(TypeId::UINT.0, count)?,
                    _ => Value::Constant(self.reader.one),
                };
                let inst = match encoded.operation {
                    opcode::MALLOC => Inst::Malloc { count, alignment },
                    _ => Inst::Alloca { count, alignment },
                };
                Ok((inst, ty))
            }
            (opcode::FREE, &[pointer]) => {
                self.pointee(ty)?;
                let pointer = self.value(number, pointer)?;
                Ok((Inst::Free { pointer }, TypeId::VOID))
            }
            (opcode::SELECT, &[condition, if_true, if_false]) if self.planes.features.select => {
                let inst = Inst::Select {
                    condition: self.value(TypeId::BOOL.0, condition)?,
                    if_true: self.value(number, if_true)?,
                    if_false: self.value(number, if_false)?,
                };
                Ok((inst, self.value_type(ty)?))
            }
            (opcode::UNWIND, &[]) => Ok((Inst::Unwind, TypeId::VOID)),
            (opcode::VA_ARG, &[list, argument]) => {
                let list = self.value(number, list)?;
                let argument = self.type_operand(argument)?;
                Ok((Inst::VaArg { list }, self.value_type(argument)?))
            }
            (opcode::VA_NEXT, &[list, argument]) => {
                let list = self.value(number, list)?;
                let argument = self.type_operand(argument)?;
                Ok((Inst::VaNext { list, argument }, self.value_type(ty)?))
            }
            (code, operands) => self.later_operation(encoded, code, (number, ty), operands),
        }
    }

    /// The instruction, if it is one that came after LLVM 1.3.
    fn later_operation(
        &mut self,
        encoded: &Encoded,
        code: u32,
        (number, ty): (u32, TypeId),
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        match (code, operands) {
            (opcode::UNREACHABLE, &[]) => Ok((Inst::Unreachable, TypeId::VOID)),
            (opcode::UDIV..=opcode::FREM, &[lhs, rhs]) => {
                let op = BinaryOp::SPLIT[(code - opcode::UDIV) as usize];
                let lhs = self.value(number, lhs)?;
                let rhs = self.value(number, rhs)?;
                Ok((Inst::Binary { op, lhs, rhs }, self.value_type(ty)?))
            }
            (
                opcode::CALL_WITH | opcode::FAST_CALL | opcode::FAST_TAIL_CALL | opcode::TAIL_CALL,
                &[callee, ref arguments @ ..],
            ) => {
                let (word, arguments) = match (code, arguments) {
                    (opcode::CALL_WITH, [arguments @ .., word]) => (*word, arguments),
                    (opcode::CALL_WITH, []) => return Err(self.no_such(encoded, 1)),
                    (opcode::TAIL_CALL, arguments) => (1, arguments),
                    (_, arguments) => {
                        let tail = u32::from(code == opcode::FAST_TAIL_CALL);
                        (u32::from(Convention::FAST.0) << 1 | tail, arguments)
                    }
                };
                let convention = convention(word >> 1)?;
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Call {
                    callee,
                    arguments,
                    convention,
                    tail: word & 1 != 0,
                };
                Ok((inst, result))
            }
            (
                opcode::INVOKE_WITH | opcode::FAST_INVOKE,
                &[callee, normal, unwind, ref arguments @ ..],
            ) => {
                let (convention, arguments) = match (code, arguments) {
                    (opcode::FAST_INVOKE, arguments) => (Convention::FAST, arguments),
                    (_, [arguments @ .., number]) => (convention(*number)?, arguments),
                    (_, []) => return Err(self.no_such(encoded, operands.len())),
                };
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Invoke {
                    callee,
                    arguments,
                    normal: self.block(normal),
                    unwind: self.block(unwind),
                    convention,
                };
                Ok((inst, result))
            }
            (opcode::VA_FETCH, &[list, argument]) => {
                self.pointee(ty)?;
                let list = self.value(number, list)?;
                let argument = self.type_operand(argument)?;
                Ok((Inst::VaFetch { list }, self.value_type(argument)?))
            }
            (opcode::EXTRACT..=opcode::SHUFFLE, operands) => {
                self.vector(encoded, (number, ty), operands)
            }
            (_, operands) => Err(self.no_such(encoded, operands.len())),
        }
    }

    /// An access to packed values.
    fn vector(
        &mut self,
        encoded: &Encoded,
        (number, ty): (u32, TypeId),
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        let module = self.module;
        let Some(op) = opcode::as_vector(encoded.operation) else {
            return Err(self.no_such(encoded, operands.len()));
        };
        if operands.len() != op.operands() {
            return Err(self.no_such(encoded, operands.len()));
        }
        let Type::Packed { element, length } = module.types.get(ty) else {
            return Err(self.other_type("a packed type", ty));
        };
        let numbers = match op {
            VectorOp::Extract => [number, TypeId::UINT.0, 0],
            VectorOp::Insert => [number, self.state.scope.plane_of(element)?, TypeId::UINT.0],
            VectorOp::Shuffle => {
                let mask = self.planes.mask_type(length);
                let mask = mask.ok_or_else(no_mask_type)?;
                [number, number, self.state.scope.plane_of(mask)?]
            }
        };
        self.state.values.clear();
        for (&slot, number) in operands.iter().zip(numbers) {
            let value = self.value(number, slot)?;
            self.state.values.push(value);
        }
        let operands = self.body.add_values(&self.state.values);
        let result = match op {
            VectorOp::Extract => element,
            VectorOp::Insert | VectorOp::Shuffle => ty,
        };
        Ok((Inst::Vector { op, operands }, result))
    }

    /// The type that a pointer type points to.
    #[inline]
    fn pointee(&self, ty: TypeId) -> Result<TypeId, Error> {
        match self.module.types.pointee(ty) {
            Some(pointee) => Ok(pointee),
            None => Err(self.other_type("a pointer", ty)),
        }
    }

    /// Checks that the function returns a type.
    #[inline]
    fn check_return(&self, ty: TypeId) -> Result<(), Error> {
        if ty == self.result {
            return Ok(());
        }
        let result = self.type_text(self.result);
        Err(self.other_type(&format!("the function's {result}"), ty))
    }

    /// The same type, if it can be the type of a result.
    #[inline]
    fn value_type(&self, ty: TypeId) -> Result<TypeId, Error> {
        if ty == TypeId::VOID || ty == TypeId::LABEL {
            return Err(self.other_type("a type that has values", ty));
        }
        Ok(ty)
    }

    /// A type that is an operand.
    fn type_operand(&self, number: u32) -> Result<TypeId, Error> {
        let number = type_of_number(self.planes.features, number);
        self.state.scope.type_at(self.planes, number)
    }

    fn incoming(&mut self, number: u32, operands: &[u32]) -> Result<List<Incoming>, Error> {
        self.state.incoming.clear();
        for pair in operands.chunks_exact(2) {
            let incoming = Incoming {
                value: self.value(number, pair[0])?,
                block: self.block(pair[1]),
            };
            self.state.incoming.push(incoming);
        }
        Ok(self.body.add_incoming(&self.state.incoming))
    }

    fn cases(&mut self, number: u32, operands: &[u32]) -> Result<List<Case>, Error> {
        self.state.cases.clear();
        for pair in operands.chunks_exact(2) {
            let value = self.value(number, pair[0])?;
            if !matches!(value, Value::Constant(_)) {
                return Err(mismatch("expected a constant for each case"));
            }
            let target = self.block(pair[1]);
            self.state.cases.push(Case { value, target });
        }
        Ok(self.body.add_cases(&self.state.cases))
    }

    /// The callee and arguments of a call, and what the call returns.
    fn call(
        &mut self,
        (number, ty): (u32, TypeId),
        callee: u32,
        operands: &[u32],
    ) -> Result<(Value, List<Value>, TypeId), Error> {
        let module = self.module;
        let Some((result, parameters, varargs)) = module.signature_of(ty) else {
            return Err(self.other_type("the address of a function", ty));
        };
        let callee = self.value(number, callee)?;
        let extra = operands.len().checked_sub(parameters.len());
        let is_right = match extra {
            Some(0) => true,
            Some(extra) => varargs && extra % 2 == 0,
            None => false,
        };
        if !is_right {
            return Err(argument_count(parameters.len(), varargs, operands.len()));
        }
        self.state.values.clear();
        let (fixed, variable) = operands.split_at(parameters.len());
        for (&parameter, &slot) in parameters.iter().zip(fixed) {
            let plane = self.state.scope.plane_of(parameter)?;
            let value = self.value(plane, slot)?;
            self.state.values.push(value);
        }
        for pair in variable.chunks_exact(2) {
            let plane = type_of_number(self.planes.features, pair[0]);
            let value = self.value(plane, pair[1])?;
            self.state.values.push(value);
        }
        Ok((callee, self.body.add_values(&self.state.values), result))
    }

    /// A `getelementptr`. The value of an index into a structure decides the next
    /// type, so it has to be known here.
    fn element_address(
        &mut self,
        (number, ty): (u32, TypeId),
        pointer: u32,
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        self.pointee(ty)?;
        let module = self.module;
        let coding = self.planes.features.indices;
        let pointer = self.value(number, pointer)?;
        self.state.values.clear();
        let mut element = ty;
        for (place, &operand) in operands.iter().enumerate() {
            let Some(container) = container(&module.types, element, place == 0) else {
                return Err(no_element(place));
            };
            let (plane, slot) = match (&container, coding) {
                (Container::Structure, IndexCoding::Fixed) => (TypeId::UBYTE, operand),
                (Container::Structure, IndexCoding::TypeInLowBits) => (TypeId::UINT, operand),
                (Container::Sequence(_), IndexCoding::Fixed) => (TypeId::LONG, operand),
                (Container::Sequence(_), IndexCoding::TypeInLowBits) => {
                    let types = [TypeId::UINT, TypeId::INT, TypeId::ULONG, TypeId::LONG];
                    (types[(operand & 3) as usize], operand >> 2)
                }
            };
            let index = self.value(plane.0, slot)?;
            self.state.values.push(index);
            element = match (container, index) {
                (Container::Sequence(element), _) => element,
                (Container::Structure, Value::Constant(index)) => {
                    let index = field_index(coding, module.constants.get(index));
                    let found = index.and_then(|index| field(&module.types, element, index));
                    found.ok_or_else(|| no_field(place))?
                }
                (Container::Structure, _) => return Err(no_field(place)),
            };
        }
        let result = if operands.is_empty() {
            ty
        } else {
            let result = module.types.find_pointer_to(element);
            result.ok_or_else(no_result_type)?
        };
        let indices = self.body.add_values(&self.state.values);
        Ok((Inst::GetElementPtr { pointer, indices }, result))
    }

    /// A type for a message. Names of types are not known yet.
    #[cold]
    fn type_text(&self, ty: TypeId) -> String {
        type_text(&self.module.types, ty, &|_| None)
    }

    /// The error that another type was expected.
    #[cold]
    fn other_type(&self, expected: &str, found: TypeId) -> Error {
        let found = self.type_text(found);
        mismatch(format!("expected {expected}, found {found}"))
    }

    /// The error that an opcode does not exist, or not with this number of operands.
    #[cold]
    fn no_such(&self, encoded: &Encoded, operands: usize) -> Error {
        let (code, number) = (encoded.operation, encoded.opcode);
        let expected = match code {
            opcode::RET => "no or one",
            opcode::BR => "one or three",
            opcode::SWITCH => "two and, for each case, two more",
            opcode::INVOKE => "three and the arguments",
            opcode::UNWIND | opcode::UNREACHABLE => "no",
            opcode::MALLOC | opcode::ALLOCA if self.planes.features.alignments => "no, one or two",
            opcode::MALLOC | opcode::ALLOCA => "no or one",
            opcode::FREE | opcode::LOAD | opcode::VOLATILE_LOAD => "one",
            opcode::GET_ELEMENT_PTR => "one and the indices",
            opcode::CALL => "one and the arguments",
            opcode::PHI => "two for each block",
            opcode::SELECT if !self.planes.features.select => {
                return unknown_opcode(number);
            }
            opcode::SELECT | opcode::SHUFFLE => "three",
            opcode::EXTRACT | opcode::VA_FETCH => "two",
            opcode::EXTRACT..=opcode::SHUFFLE => "three",
            opcode::UDIV..=opcode::FREM => "two",
            opcode::INVOKE_WITH => "three, the arguments and one more",
            opcode::FAST_INVOKE => "three and the arguments",
            opcode::CALL_WITH => "one, the arguments and one more",
            opcode::FAST_CALL | opcode::FAST_TAIL_CALL | opcode::TAIL_CALL => {
                "one and the arguments"
            }
            opcode::ADD..=opcode::SETGT
            | opcode::STORE
            | opcode::VOLATILE_STORE
            | opcode::CAST
            | opcode::SHL
            | opcode::SHR
            | opcode::VA_ARG
            | opcode::VA_NEXT => "two",
            _ => return unknown_opcode(number),
        };
        let name = opcode::name(code).unwrap_or_default();
        Error::new(
            ErrorKind::OperandCount,
            format!("`{name}` takes {expected} operands, found {operands}"),
        )
    }
}

#[cold]
fn no_mask_type() -> Error {
    Error::new(
        ErrorKind::UndefinedType,
        "the type of the mask, a packed uint, is not among the types",
    )
}

#[cold]
fn bad_alignment(power: u32) -> Error {
    Error::new(
        ErrorKind::BadAttribute,
        format!("expected an alignment from 0 to 31, found {power}"),
    )
}

#[cold]
fn unknown_opcode(code: u32) -> Error {
    Error::new(
        ErrorKind::UnknownOpcode,
        format!("no instruction of this format has opcode {code}"),
    )
}

#[cold]
fn mismatch(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::TypeMismatch, message)
}

#[cold]
fn argument_count(parameters: usize, varargs: bool, found: usize) -> Error {
    let more = if varargs {
        " and pairs of type and slot"
    } else {
        ""
    };
    Error::new(
        ErrorKind::OperandCount,
        format!("expected {parameters} arguments{more}, found {found} operands for them"),
    )
}

#[cold]
fn no_element(place: usize) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("index {place} goes into a type that has no elements"),
    )
}

#[cold]
fn no_field(place: usize) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("index {place} has to be a constant that is the number of a field"),
    )
}

#[cold]
fn no_result_type() -> Error {
    Error::new(
        ErrorKind::UndefinedType,
        "the type of the result, a pointer to the element, is not among the types",
    )
}
