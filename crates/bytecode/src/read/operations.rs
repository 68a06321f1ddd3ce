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
use super::instructions::Encoded;
use crate::error::{Error, ErrorKind};
use crate::format::IndexCoding;
use crate::model::{BinaryOp, Case, Incoming, Inst, List, ShiftOp, TypeId, Value};

/// Opcodes; those from `add` to `setgt` are in the order of [`BinaryOp::ALL`].
mod opcode {
    pub(super) const RET: u32 = 1;
    pub(super) const BR: u32 = 2;
    pub(super) const SWITCH: u32 = 3;
    pub(super) const INVOKE: u32 = 4;
    pub(super) const UNWIND: u32 = 5;
    pub(super) const ADD: u32 = 6;
    pub(super) const SETGT: u32 = 19;
    pub(super) const MALLOC: u32 = 20;
    pub(super) const FREE: u32 = 21;
    pub(super) const ALLOCA: u32 = 22;
    pub(super) const LOAD: u32 = 23;
    pub(super) const STORE: u32 = 24;
    pub(super) const GETELEMENTPTR: u32 = 25;
    pub(super) const PHI: u32 = 26;
    pub(super) const CAST: u32 = 27;
    pub(super) const CALL: u32 = 28;
    pub(super) const SHL: u32 = 29;
    pub(super) const SHR: u32 = 30;
    pub(super) const VANEXT: u32 = 31;
    pub(super) const VAARG: u32 = 32;
    pub(super) const SELECT: u32 = 33;
    pub(super) const VOLATILE_LOAD: u32 = 62;
    pub(super) const VOLATILE_STORE: u32 = 63;
}

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
        match (encoded.opcode, operands) {
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
                let volatile = encoded.opcode == opcode::VOLATILE_LOAD;
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
                    volatile: encoded.opcode == opcode::VOLATILE_STORE,
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
            (opcode::GETELEMENTPTR, &[pointer, ref indices @ ..]) => {
                self.element_address((number, ty), pointer, indices)
            }
            (opcode::CALL, &[callee, ref arguments @ ..]) => {
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                Ok((Inst::Call { callee, arguments }, result))
            }
            (opcode::INVOKE, &[callee, normal, unwind, ref arguments @ ..]) => {
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Invoke {
                    callee,
                    arguments,
                    normal: self.block(normal),
                    unwind: self.block(unwind),
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
            (opcode::MALLOC | opcode::ALLOCA, operands @ ([] | [_])) => {
                self.pointee(ty)?;
                let count = match operands {
                    &[count] => self.value(TypeId::UINT.0, count)?,
                    _ => Value::Constant(self.reader.one),
                };
                let inst = match encoded.opcode {
                    opcode::MALLOC => Inst::Malloc { count },
                    _ => Inst::Alloca { count },
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
            (opcode::VAARG, &[list, argument]) => {
                let list = self.value(number, list)?;
                let argument = self.type_operand(argument)?;
                Ok((Inst::VaArg { list }, self.value_type(argument)?))
            }
            (opcode::VANEXT, &[list, argument]) => {
                let list = self.value(number, list)?;
                let argument = self.type_operand(argument)?;
                Ok((Inst::VaNext { list, argument }, self.value_type(ty)?))
            }
            (code, operands) => Err(self.no_such(code, operands.len())),
        }
    }

    /// What a pointer type points to.
    #[inline]
    fn pointee(&self, ty: TypeId) -> Result<TypeId, Error> {
        match self.module.types.pointee(ty) {
            Some(pointee) => Ok(pointee),
            None => Err(mismatch("expected a pointer type for this instruction")),
        }
    }

    /// Checks that the function returns a type.
    #[inline]
    fn check_return(&self, ty: TypeId) -> Result<(), Error> {
        if ty == self.result {
            return Ok(());
        }
        Err(mismatch("expected the type that the function returns"))
    }

    /// The same type, if it can be the type of a result.
    #[inline]
    fn value_type(&self, ty: TypeId) -> Result<TypeId, Error> {
        if ty == TypeId::VOID || ty == TypeId::LABEL {
            return Err(mismatch("expected an instruction type that has values"));
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
            return Err(mismatch("expected the type of the address of a function"));
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

    /// The error that an opcode does not exist, or not with so many operands.
    #[cold]
    fn no_such(&self, code: u32, operands: usize) -> Error {
        let expected = match code {
            opcode::RET => "none or one",
            opcode::BR => "one or three",
            opcode::SWITCH => "two, and two for each case",
            opcode::INVOKE => "three and the arguments",
            opcode::UNWIND => "none",
            opcode::MALLOC | opcode::ALLOCA => "none or one",
            opcode::FREE | opcode::LOAD | opcode::VOLATILE_LOAD => "one",
            opcode::GETELEMENTPTR => "one and the indices",
            opcode::CALL => "one and the arguments",
            opcode::PHI => "two for each block",
            opcode::SELECT if !self.planes.features.select => {
                return unknown_opcode(code);
            }
            opcode::SELECT => "three",
            opcode::ADD..=opcode::SETGT
            | opcode::STORE
            | opcode::VOLATILE_STORE
            | opcode::CAST
            | opcode::SHL
            | opcode::SHR
            | opcode::VAARG
            | opcode::VANEXT => "two",
            _ => return unknown_opcode(code),
        };
        Error::new(
            ErrorKind::OperandCount,
            format!(
                "expected another number of operands for opcode {code} ({expected}), found {operands}"
            ),
        )
    }
}

#[cold]
fn unknown_opcode(code: u32) -> Error {
    Error::new(
        ErrorKind::UnknownOpcode,
        format!("no instruction of this format has opcode {code}"),
    )
}

#[cold]
fn mismatch(message: &str) -> Error {
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
