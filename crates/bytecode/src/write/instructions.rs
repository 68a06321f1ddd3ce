//! Instructions: the encoding of their operands, and the choice among the four forms.
//!
//! An instruction is written with the type of its first operand, and readers derive all other types
//! from that. The writer therefore checks that the types are those that a reader would derive.

use super::block::{Output, cannot_write, count};
use super::function::Values;
use super::indices::Indices;
use super::slots::NONE;
use crate::error::{Error, ErrorKind, Section};
use crate::format::Features;
use crate::model::{
    BlockId, Body, Incoming, Inst, InstId, List, Type, TypeId, Value, with_operands,
};
use crate::opcode::{self, Form, Then};

/// Writes the instructions of functions. Its buffers are reused from one function to the next.
#[derive(Default)]
pub(super) struct Encoder {
    operands: Vec<u32>,
}

/// An encoded instruction without its operands.
struct Head {
    opcode: u32,
    ty: TypeId,
    /// The type of the result that a reader derives.
    result: TypeId,
    /// True if only the long encoding can hold it.
    long: bool,
}

/// An instruction that may have a short form.
fn head(opcode: u32, ty: TypeId, result: TypeId) -> Head {
    Head {
        opcode,
        ty,
        result,
        long: false,
    }
}

impl Encoder {
    /// Writes all instructions of a function: in one block, or in one for each
    /// basic block.
    pub(super) fn write(&mut self, values: &Values, output: &mut Output) -> Result<(), Error> {
        let features = output.features;
        if values.body.block_count() == 0 || values.body.block_range(BlockId(0)).start != 0 {
            return Err(unterminated("a function has no basic block"));
        }
        if features.separate_basic_blocks
            && let Some(id) = features.blocks.basic_block
        {
            for basic_block in values.body.blocks() {
                let block = output.begin(id);
                self.write_block(values, basic_block, output)
                    .map_err(|error| error.within(Section::BasicBlock))?;
                output.end(block)?;
            }
            return Ok(());
        }
        let block = output.begin(features.blocks.instructions);
        for basic_block in values.body.blocks() {
            self.write_block(values, basic_block, output)
                .map_err(|error| error.within(Section::Instructions))?;
        }
        output.end(block)
    }

    fn write_block(
        &mut self,
        values: &Values,
        block: BlockId,
        output: &mut Output,
    ) -> Result<(), Error> {
        let range = values.body.block_range(block);
        let last = range.end;
        if range.is_empty() {
            return Err(unterminated(format!("{block} is empty")));
        }
        for index in range {
            let id = InstId(index as u32);
            let inst = values.body.inst(id);
            self.write_inst(values, id, inst, output)
                .and_then(|()| match inst.is_terminator() == (index + 1 == last) {
                    true => Ok(()),
                    false => Err(unterminated(format!(
                        "{block} does not end with its only terminator"
                    ))),
                })
                .map_err(|error| error.in_function(values.function, Some(id)))?;
        }
        Ok(())
    }

    fn write_inst(
        &mut self,
        values: &Values,
        id: InstId,
        inst: &Inst,
        output: &mut Output,
    ) -> Result<(), Error> {
        let head = self.encode(values, id, inst)?;
        if head.result != values.body.result_type(id) {
            return Err(mismatch(
                "the type of a result does not follow from its operands",
            ));
        }
        let opcode = opcode_of(output.features, head.opcode)?;
        let ty = values.slots.type_numbers[head.ty.index()];
        let operands = &self.operands[..];
        let largest = operands.iter().fold(ty, |largest, &slot| largest.max(slot));
        let word = match *operands {
            _ if head.long => None,
            [] if ty < NO_OPERAND => Some(1 | ty << 8 | NO_OPERAND << 20),
            [a] if largest < NO_OPERAND => Some(1 | ty << 8 | a << 20),
            [a, b] if largest < 1 << 8 => Some(2 | ty << 8 | a << 16 | b << 24),
            [a, b, c] if largest < 1 << 6 => Some(3 | ty << 8 | a << 14 | b << 20 | c << 26),
            _ => None,
        };
        match word {
            Some(word) => output.word(word | opcode << 2),
            None => {
                output.number(opcode << 2);
                output.number(ty);
                output.number(count(operands.len(), "operands")?);
                for &operand in operands {
                    output.number(operand);
                }
                output.align();
            }
        }
        Ok(())
    }

    /// Collects the operands of an instruction.
    fn encode(&mut self, values: &Values, id: InstId, inst: &Inst) -> Result<Head, Error> {
        self.operands.clear();
        Ok(match *inst {
            Inst::Ret { value: None } => head(opcode::RET, TypeId::VOID, TypeId::VOID),
            Inst::Ret { value: Some(value) } => {
                let ty = self.value(values, value)?;
                head(opcode::RET, ty, TypeId::VOID)
            }
            Inst::Br { target } => {
                self.block(values.body, target)?;
                head(opcode::BR, TypeId::LABEL, TypeId::VOID)
            }
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                self.block(values.body, if_true)?;
                self.block(values.body, if_false)?;
                self.value_of(values, condition, TypeId::BOOL)?;
                head(opcode::BR, TypeId::LABEL, TypeId::VOID)
            }
            Inst::Switch {
                value,
                default,
                cases,
            } => {
                let ty = self.value(values, value)?;
                self.block(values.body, default)?;
                for case in values.body.cases(cases) {
                    self.value_of(values, case.value, ty)?;
                    self.block(values.body, case.target)?;
                }
                head(opcode::SWITCH, ty, TypeId::VOID)
            }
            Inst::Invoke {
                callee,
                arguments,
                normal,
                unwind,
                convention,
            } => {
                let targets = Some((normal, unwind));
                let opcode = inst.operation();
                let head = self.call(values, opcode, callee, targets, arguments)?;
                if opcode == opcode::INVOKE_WITH {
                    self.operands.push(convention.0.into());
                }
                head
            }
            Inst::Unwind => head(opcode::UNWIND, TypeId::VOID, TypeId::VOID),
            Inst::Unreachable => head(opcode::UNREACHABLE, TypeId::VOID, TypeId::VOID),
            Inst::Malloc { count, alignment } | Inst::Alloca { count, alignment } => {
                self.value_of(values, count, TypeId::UINT)?;
                self.alignment(values, alignment)?;
                let ty = values.body.result_type(id);
                pointee(values, ty)?;
                head(inst.operation(), ty, ty)
            }
            Inst::GetElementPtr { pointer, indices } => self.address(values, pointer, indices)?,
            Inst::Phi { incoming } => self.phi(values, id, incoming)?,
            Inst::Call {
                callee,
                arguments,
                convention,
                tail,
            } => {
                let opcode = inst.operation();
                let head = self.call(values, opcode, callee, None, arguments)?;
                if opcode == opcode::CALL_WITH {
                    let word = u32::from(convention.0) << 1 | u32::from(tail);
                    self.operands.push(word);
                }
                head
            }
            Inst::VaNext { argument, .. } => {
                with_operands!(values.body, inst, |form, operands| {
                    self.operator(values, (inst, form), operands, argument)?
                })
            }
            _ => {
                let written = values.body.result_type(id);
                with_operands!(values.body, inst, |form, operands| {
                    self.operator(values, (inst, form), operands, written)?
                })
            }
        })
    }

    /// Encodes an instruction whose operands the table describes. `written` is the type that
    /// follows them, if any.
    #[inline(always)]
    fn operator(
        &mut self,
        values: &Values,
        (inst, form): (&Inst, &Form),
        operands: &[Value],
        written: TypeId,
    ) -> Result<Head, Error> {
        let types = values.slots.types;
        if operands.len() != form.operands.len() || operands.is_empty() {
            return Err(operand_count(
                "an instruction has the wrong number of operands",
            ));
        }
        let (_, key) = defined(values, operands[form.key])?;
        for (place, operand) in form.operands.iter().enumerate() {
            let found = self.value(values, operands[place])?;
            if !operand.fits(types, key, found) {
                return Err(mismatch(OTHER_TYPE));
            }
        }
        if let Then::Type(_) = form.then {
            self.operands
                .push(values.slots.type_numbers[written.index()]);
        }
        match form.result(types, key, written) {
            Some(result) => Ok(head(inst.operation(), key, result)),
            None => Err(mismatch(OTHER_TYPE)),
        }
    }

    /// Adds an alignment after the number of elements, if it is set or the format always stores it.
    fn alignment(&mut self, values: &Values, alignment: u32) -> Result<(), Error> {
        if alignment == 0 {
            return Ok(());
        }
        if !values.slots.features.alignments {
            return Err(cannot_write(format!(
                "format {} has no alignments",
                values.slots.features.version
            )));
        }
        self.operands.push(super::info::power(alignment)?);
        Ok(())
    }

    /// Encodes a `getelementptr`. In some formats the type of an index is in the low bits of its
    /// slot.
    fn address(
        &mut self,
        values: &Values,
        pointer: Value,
        indices: List<Value>,
    ) -> Result<Head, Error> {
        let ty = self.value(values, pointer)?;
        let mut place = Indices::new(values.slots.features, ty);
        let indices = values.body.values(indices);
        for &index in indices {
            let constant = match index {
                Value::Constant(id) => Some(id),
                _ => None,
            };
            let (slot, index_type) = defined(values, index)?;
            let kind = place.step(values.slots, index_type, constant)?;
            self.operands.push(match kind {
                None => slot,
                Some(kind) if slot < 1 << 30 => slot << 2 | kind,
                Some(_) => {
                    return Err(super::block::too_large("the slot of an index", slot));
                }
            });
        }
        let result = if indices.is_empty() {
            Some(ty)
        } else {
            values.slots.types.find_pointer_to(place.reached())
        };
        let result = result.ok_or_else(|| mismatch("an address has no type"))?;
        Ok(head(opcode::GET_ELEMENT_PTR, ty, result))
    }

    /// Encodes a phi: value and block in turn.
    fn phi(
        &mut self,
        values: &Values,
        id: InstId,
        incoming: List<Incoming>,
    ) -> Result<Head, Error> {
        let ty = values.body.result_type(id);
        for incoming in values.body.incoming(incoming) {
            self.value_of(values, incoming.value, ty)?;
            self.block(values.body, incoming.block)?;
        }
        if self.operands.is_empty() {
            return Err(operand_count("a phi has no operands"));
        }
        Ok(head(opcode::PHI, ty, ty))
    }

    /// Encodes a call or, with `targets`, an invoke. Each variable argument is preceded by its
    /// type.
    fn call(
        &mut self,
        values: &Values,
        opcode: u32,
        callee: Value,
        targets: Option<(BlockId, BlockId)>,
        arguments: List<Value>,
    ) -> Result<Head, Error> {
        let ty = self.value(values, callee)?;
        let Type::Function {
            result,
            parameters,
            varargs,
        } = values.slots.types.get(pointee(values, ty)?)
        else {
            return Err(mismatch("the callee of a call is not a function"));
        };
        let parameters = values.slots.types.list(parameters);
        let arguments = values.body.values(arguments);
        if let Some((normal, unwind)) = targets {
            self.block(values.body, normal)?;
            self.block(values.body, unwind)?;
        }
        if arguments.len() < parameters.len() || (arguments.len() > parameters.len() && !varargs) {
            return Err(operand_count(
                "the number of arguments of a call differs from the number of parameters of its \
                 callee",
            ));
        }
        let (fixed, variable) = arguments.split_at(parameters.len());
        for (&argument, &ty) in fixed.iter().zip(parameters) {
            self.value_of(values, argument, ty)?;
        }
        for &argument in variable {
            let (slot, ty) = defined(values, argument)?;
            let ty = values.slots.type_numbers[ty.index()];
            self.operands.extend([ty, slot]);
        }
        Ok(Head {
            opcode,
            ty,
            result,
            long: varargs,
        })
    }

    /// Adds an operand, and returns its type.
    #[inline]
    fn value(&mut self, values: &Values, value: Value) -> Result<TypeId, Error> {
        let (slot, ty) = defined(values, value)?;
        self.operands.push(slot);
        Ok(ty)
    }

    /// Adds an operand of a known type.
    #[inline]
    fn value_of(&mut self, values: &Values, value: Value, expected: TypeId) -> Result<(), Error> {
        if self.value(values, value)? != expected {
            return Err(mismatch(OTHER_TYPE));
        }
        Ok(())
    }

    /// Adds the number of a block.
    #[inline]
    fn block(&mut self, body: &Body, block: BlockId) -> Result<(), Error> {
        if block.index() >= body.block_count() {
            return Err(Error::new(
                ErrorKind::BadBranch,
                format!("the function has no {block}"),
            ));
        }
        self.operands.push(block.0);
        Ok(())
    }
}

const OTHER_TYPE: &str = "an operand does not have the type that its instruction takes";

/// The operand that means "none" in the one-operand encoding.
const NO_OPERAND: u32 = 0xFFF;

/// Returns the slot and type of a value, which must exist.
#[inline]
fn defined(values: &Values, value: Value) -> Result<(u32, TypeId), Error> {
    match values.get(value) {
        (NONE, _) => Err(Error::new(
            ErrorKind::UndefinedValue,
            "an operand is not a value of the function",
        )),
        found => Ok(found),
    }
}

fn pointee(values: &Values, pointer: TypeId) -> Result<TypeId, Error> {
    (values.slots.types.pointee(pointer)).ok_or_else(|| mismatch("an operand is not a pointer"))
}

#[cold]
fn mismatch(message: &str) -> Error {
    Error::new(ErrorKind::TypeMismatch, message)
}

#[cold]
fn operand_count(message: &str) -> Error {
    Error::new(ErrorKind::OperandCount, message)
}

#[cold]
fn unterminated(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::UnterminatedBlock, message)
}

/// Returns the opcode of an operation. Fails if the format does not have it.
pub(super) fn opcode_of(features: &Features, operation: u32) -> Result<u32, Error> {
    opcode::number_of(features.opcodes, operation).ok_or_else(|| {
        cannot_write(format!(
            "`{}` does not exist in format {}",
            opcode::name(operation).unwrap_or_default(),
            features.version
        ))
    })
}
