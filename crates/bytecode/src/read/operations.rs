//! The meaning of instructions: opcodes, numbers of operands, and the planes of operands.
//!
//! An operand is a slot of a plane that is known beforehand, so the encoding itself guarantees most
//! type rules. The reader checks only the conditions that it needs to continue: loads take
//! pointers, calls take functions, and so on.

use super::constants::field_index;
use super::cursor::type_of_number;
use super::element::{Container, container, field};
use super::function::FunctionReader;
use super::instructions::Encoded;
use super::syntax::info::{alignment, convention};
use crate::error::{Error, ErrorKind};
use crate::format::IndexCoding;
use crate::model::{Case, Convention, Incoming, Inst, List, Type, TypeId, Value};
use crate::opcode::{self, Class, Form, Gives, Operand, Then, with_form};
use crate::text::describe::type_text;
use pinnacle_base::count::counted;

impl FunctionReader<'_> {
    /// Decodes an instruction. Returns it with the type of its result.
    #[inline]
    pub(super) fn operation(
        &mut self,
        encoded: &Encoded,
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        let number = encoded.ty;
        let ty = self.state.scope.type_at(self.planes, number)?;
        if !opcode::row(encoded.operation).form.operands.is_empty() {
            return with_form!(encoded.operation, |form| {
                self.operator(encoded, form, (number, ty), operands)
            });
        }
        match (encoded.operation, operands) {
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
            (opcode::RET, &[]) => {
                self.check_return(TypeId::VOID)?;
                Ok((Inst::Ret { value: None }, TypeId::VOID))
            }
            (opcode::RET, &[value]) => {
                self.check_return(ty)?;
                let value = Some(self.value(number, value)?);
                Ok((Inst::Ret { value }, TypeId::VOID))
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
            (opcode::UNWIND, &[]) => Ok((Inst::Unwind, TypeId::VOID)),
            (opcode::UNREACHABLE, &[]) => Ok((Inst::Unreachable, TypeId::VOID)),
            (code, operands) => self.any_call(encoded, code, (number, ty), operands),
        }
    }

    /// Decodes an instruction whose operands the table describes.
    #[inline(always)]
    fn operator(
        &mut self,
        encoded: &Encoded,
        form: &Form,
        (number, ty): (u32, TypeId),
        slots: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        let (values, written) = match (form.then, slots) {
            (Then::Type(_), [values @ .., written]) => (values, self.type_operand(*written)?),
            _ => (slots, TypeId::VOID),
        };
        if values.len() != form.operands.len() {
            return Err(self.no_such(encoded, slots.len()));
        }
        let module = self.module;
        let mut operands = [Value::Argument(0); 3];
        for (place, &operand) in form.operands.iter().enumerate() {
            let plane = match operand {
                Operand::Key(class) => {
                    self.check_kind(class, ty)?;
                    number
                }
                Operand::Same => number,
                Operand::Of(ty, _) => ty.0,
                Operand::Pointee => self.state.scope.plane_of(self.pointee(ty)?)?,
                Operand::Element => self.state.scope.plane_of(self.element(ty)?.0)?,
                Operand::Mask => {
                    let mask = self.planes.mask_type(self.element(ty)?.1);
                    self.state.scope.plane_of(mask.ok_or_else(no_mask_type)?)?
                }
            };
            operands[place] = self.value(plane, values[place])?;
        }
        let result = form
            .result(&module.types, ty, written)
            .unwrap_or(TypeId::VOID);
        if !matches!(form.gives, Gives::Nothing) {
            self.value_type(result)?;
        }
        let operands = &operands[..form.operands.len()];
        match self.body.operator(encoded.operation, operands, written) {
            Some(inst) => Ok((inst, result)),
            None => Err(self.no_such(encoded, slots.len())),
        }
    }

    /// Checks the type of the key operand.
    #[inline(always)]
    fn check_kind(&self, class: Class, ty: TypeId) -> Result<(), Error> {
        match class {
            Class::Pointer | Class::Address => self.pointee(ty).map(|_| ()),
            Class::Packed => self.element(ty).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Decodes a call or an invoke.
    fn any_call(
        &mut self,
        encoded: &Encoded,
        code: u32,
        (number, ty): (u32, TypeId),
        operands: &[u32],
    ) -> Result<(Inst, TypeId), Error> {
        let (callee, targets, rest) = match *operands {
            [callee, normal, unwind, ref rest @ ..] if opcode::is_terminator(code) => {
                (callee, Some((normal, unwind)), rest)
            }
            [callee, ref rest @ ..] if !opcode::is_terminator(code) => (callee, None, rest),
            _ => return Err(self.no_such(encoded, operands.len())),
        };
        let fast = u32::from(Convention::FAST.0);
        let (word, arguments) = match (code, rest) {
            (opcode::CALL | opcode::INVOKE, _) => (0, rest),
            (opcode::TAIL_CALL, _) => (1, rest),
            (opcode::FAST_CALL, _) => (fast << 1, rest),
            (opcode::FAST_TAIL_CALL, _) => (fast << 1 | 1, rest),
            (opcode::FAST_INVOKE, _) => (fast, rest),
            (opcode::CALL_WITH | opcode::INVOKE_WITH, [arguments @ .., word]) => (*word, arguments),
            _ => return Err(self.no_such(encoded, operands.len())),
        };
        Ok(match targets {
            Some((normal, unwind)) => {
                let convention = convention(word)?;
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Invoke {
                    callee,
                    arguments,
                    normal: self.block(normal),
                    unwind: self.block(unwind),
                    convention,
                };
                (inst, result)
            }
            None => {
                let convention = convention(word >> 1)?;
                let (callee, arguments, result) = self.call((number, ty), callee, arguments)?;
                let inst = Inst::Call {
                    callee,
                    arguments,
                    convention,
                    tail: word & 1 != 0,
                };
                (inst, result)
            }
        })
    }

    /// Returns the type that a pointer type points to.
    #[inline]
    fn pointee(&self, ty: TypeId) -> Result<TypeId, Error> {
        match self.module.types.pointee(ty) {
            Some(pointee) => Ok(pointee),
            None => Err(self.other_type("a pointer", ty)),
        }
    }

    /// The type and number of a packed type's elements.
    fn element(&self, ty: TypeId) -> Result<(TypeId, u32), Error> {
        match self.module.types.get(ty) {
            Type::Packed { element, length } => Ok((element, length)),
            _ => Err(self.other_type("a packed type", ty)),
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

    /// Returns the type if an instruction's result can have it.
    #[inline]
    fn value_type(&self, ty: TypeId) -> Result<TypeId, Error> {
        if ty == TypeId::VOID || ty == TypeId::LABEL {
            return Err(self.other_type("a type that has values", ty));
        }
        Ok(ty)
    }

    /// Converts an operand that is the number of a type.
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

    /// Decodes the callee and arguments of a call. Returns them with the call's result type.
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

    /// Decodes a `getelementptr`. The value of an index into a structure decides the next type, so
    /// it has to be known here.
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

    /// Formats a type for a message. Names of types are not known yet.
    #[cold]
    fn type_text(&self, ty: TypeId) -> String {
        type_text(&self.module.types, ty, &|_| None)
    }

    /// The error for a type other than the expected one.
    #[cold]
    fn other_type(&self, expected: &str, found: TypeId) -> Error {
        let found = self.type_text(found);
        mismatch(format!("expected {expected}, found {found}"))
    }

    /// The error for an opcode that does not exist, or not with this number of operands.
    #[cold]
    fn no_such(&self, encoded: &Encoded, operands: usize) -> Error {
        let (code, number) = (encoded.operation, encoded.opcode);
        let expected = match code {
            opcode::MALLOC | opcode::ALLOCA if self.planes.features.alignments => "no, one or two",
            opcode::NONE => return unknown_opcode(number),
            _ => opcode::row(code).takes,
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
        "the module does not list the type of the mask, a packed uint",
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
        format!(
            "expected {}{more}, found {}",
            counted(parameters, "argument"),
            counted(found, "operand")
        ),
    )
}

#[cold]
fn no_element(place: usize) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("index {place} is applied to a type without elements"),
    )
}

#[cold]
fn no_field(place: usize) -> Error {
    Error::new(
        ErrorKind::TypeMismatch,
        format!("index {place} must be a constant field number"),
    )
}

#[cold]
fn no_result_type() -> Error {
    Error::new(
        ErrorKind::UndefinedType,
        "the module does not list the type of the result, a pointer to the element",
    )
}
