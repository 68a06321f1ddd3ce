//! Constructs that LLVM no longer has: instructions of LLVM 2.x, and constant expressions that are
//! now instructions. Also the last pass over the whole module.

use std::collections::BTreeMap;

use super::error::{Result, SyntaxErrorKind as E, fault};
use super::lex::{Kind, Token};
use super::{Key, Parser};
use crate::bitcode::{RAISE, define_raise, pointer_width, redirect_edge, replace_intrinsics};
use crate::body::{Block, OldForm};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, InstructionId, List, Name, TypeId};
use crate::instruction::{
    Align, BinaryFlags, BinaryOp, CastFlags, CastOp, GepFlags, Instruction, InstructionKind, Value,
};
use crate::types::Type;

/// Maximum number of instructions for the expressions of one value. Expressions share their parts,
/// so the expanded form can be far larger than the text.
const MAX_INSTRUCTIONS: usize = 1 << 12;
/// Maximum number of edges of a function that get blocks for expressions.
const MAX_EDGES: usize = 1 << 10;
/// Size of an instruction in bytes, charged to the memory budget of the text.
const INSTRUCTION_BYTES: u64 = 1 << 6;

impl Parser<'_> {
    /// The last pass, after everything has been read: upgrades intrinsics from before LLVM 3.0.
    pub(super) fn finish(&mut self) -> Result<()> {
        if let Some(&raise) = self.globals.get(&Key::Name(RAISE.as_bytes().into())) {
            define_raise(&mut self.module, raise);
        }
        let old = !self.opaque_pointers && !self.has_pads;
        match replace_intrinsics(&mut self.module, old) {
            Ok(()) => Ok(()),
            Err(error) => {
                let place = error.place();
                let place = place.map(|place| format!(" (in @{})", place.function));
                let message = format!("{}{}", error.message(), place.unwrap_or_default());
                fault(E::Unsupported, 0, message)
            }
        }
    }

    // Instructions of LLVM 2.x

    /// Converts the result of a vector comparison of LLVM 2.4 and 2.5. It has the width of the
    /// operands, and all bits of an element are equal.
    pub(super) fn widen(
        &mut self,
        token: Token,
        compare: InstructionKind,
        truth: TypeId,
        compared: TypeId,
    ) -> Result<()> {
        let (element, lanes) = self.lanes(compared);
        let width = match element {
            Type::Integer(width) => width,
            Type::Float => 32,
            Type::Double => 64,
            _ => {
                let message = "a vector comparison of elements without a fixed width is not \
                               supported";
                return self.fail_at(token, E::Unsupported, message);
            }
        };
        let Some((length, scalable)) = lanes else {
            return self.fail_at(token, E::WrongType, "this comparison needs vector operands");
        };
        let element = self.module.types.integer(width);
        let wide = self.module.types.vector(element, length, scalable);
        if self.is_as_written() {
            self.mark(OldForm::VectorCompare);
            return self.emit_value(compare, wide);
        }
        let value = self.emit_extra(compare, truth);
        let kind = InstructionKind::Cast {
            op: CastOp::SExt,
            flags: CastFlags::NONE,
            value,
        };
        self.emit_value(kind, wide)
    }

    /// Parses a return of LLVM 2.3, which may list the fields of a struct.
    pub(super) fn return_fields(
        &mut self,
        token: Token,
        ty: TypeId,
        fields: &[Value],
    ) -> Result<()> {
        if self.is_as_written() {
            let fields = self.list(fields);
            self.mark(OldForm::ReturnFields(fields));
            self.emit(InstructionKind::Return(None));
            return Ok(());
        }
        let wanted = self.module.types.fields(ty).unwrap_or_default();
        let fits = wanted.len() == fields.len()
            && wanted
                .iter()
                .zip(fields)
                .all(|(&ty, &field)| self.module.type_of(&self.locals.body, field) == Some(ty));
        if !fits {
            let message = format!("the values do not match the fields of {}", self.shown(ty));
            return self.fail_at(token, E::WrongType, message);
        }
        let nothing = self.module.constants.plain(ty, ConstantKind::Undef);
        let mut aggregate = Value::Constant(nothing);
        for (index, &element) in (0..).zip(fields) {
            let indices = List::push(&mut self.locals.body.indices, &[index]);
            let kind = InstructionKind::InsertValue {
                aggregate,
                element,
                indices,
            };
            aggregate = self.emit_extra(kind, ty);
        }
        self.emit(InstructionKind::Return(Some(aggregate)));
        Ok(())
    }

    /// Parses `malloc`, which becomes a call to the function. Its size is an expression.
    pub(super) fn malloc(&mut self) -> Result<()> {
        let allocated = self.loadable()?.model;
        let mut count = None;
        let mut align = Align::NATURAL;
        while self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
            let here = self.at;
            // All implementations ignored the alignment.
            align = self.comma_align()?;
            if self.at == here {
                self.next();
                let token = self.token();
                let (ty, value) = self.typed_value()?;
                if self.module.types.get(ty.model) != Type::Integer(32) {
                    return self.fail_at(token, E::WrongType, "the number must have type i32");
                }
                count = Some(value);
            }
        }
        if self.is_as_written() {
            self.mark(OldForm::Malloc);
            let result = self.pointer_type(0, allocated);
            let kind = InstructionKind::Alloca {
                allocated,
                count: count.filter(|&count| !self.is_one_word(count)),
                align,
                in_alloca: false,
                swift_error: false,
            };
            return self.emit_value(kind, result);
        }
        let width = pointer_width(&self.module.data_layout);
        let module = &mut self.module;
        let size_type = module.types.integer(width);
        let null = module.null();
        let one = module.int(32, 1);
        let address = module.types.pointer();
        let base = [null, one];
        let end = module
            .constants
            .get_element_ptr(address, allocated, GepFlags::NONE, &base);
        let size = ConstantKind::Cast(CastOp::PtrToInt, end);
        let size = module.constants.plain(size_type, size);
        let function = module.types.function(address, &[size_type], false);
        let mut size = Value::Constant(size);
        if let Some(mut count) = count.filter(|&count| count != Value::Constant(one)) {
            if width > 32 {
                let kind = InstructionKind::Cast {
                    op: CastOp::ZExt,
                    flags: CastFlags::NONE,
                    value: count,
                };
                count = self.emit_extra(kind, size_type);
            }
            let kind = InstructionKind::Binary {
                op: BinaryOp::Mul,
                flags: BinaryFlags::NONE,
                lhs: size,
                rhs: count,
            };
            size = self.emit_extra(kind, size_type);
        }
        let call = self.call_of("malloc", function, &[size]);
        self.emit_value(InstructionKind::Call(call), address)
    }

    /// Parses `free`, which becomes a call to the function.
    pub(super) fn free(&mut self, token: Token) -> Result<()> {
        let (ty, address) = self.typed_value()?;
        if !matches!(self.module.types.get(ty.model), Type::Pointer(_)) {
            return self.fail_at(token, E::WrongType, "the operand of free must be a pointer");
        }
        if self.is_as_written() {
            self.mark(OldForm::Free);
            self.emit(InstructionKind::Freeze(address));
            return Ok(());
        }
        let types = &mut self.module.types;
        let (nothing, pointer) = (types.void(), types.pointer());
        let function = types.function(nothing, &[pointer], false);
        let call = self.call_of("free", function, &[address]);
        self.emit(InstructionKind::Call(call));
        Ok(())
    }

    /// Parses `unwind`, which becomes a call that does not return.
    pub(super) fn unwind_instruction(&mut self) -> Result<()> {
        if self.is_as_written() {
            self.mark(OldForm::Unwind);
            self.emit(InstructionKind::Unreachable);
            return Ok(());
        }
        let nothing = self.module.types.void();
        let function = self.module.types.function(nothing, &[], false);
        let call = self.call_of(RAISE, function, &[]);
        self.emit(InstructionKind::Call(call));
        self.emit(InstructionKind::Unreachable);
        Ok(())
    }

    // Expressions

    /// Returns a value in the form of current LLVM. Emits instructions if necessary.
    pub(super) fn current(&mut self, value: Value) -> Result<Value> {
        match value {
            Value::Constant(constant) if self.outdated.contains(&constant) => self.expand(constant),
            _ => Ok(value),
        }
    }

    /// Emits the instructions for an expression, each after those for its operands.
    fn expand(&mut self, constant: ConstantId) -> Result<Value> {
        let mut made: BTreeMap<ConstantId, Value> = BTreeMap::new();
        let mut stack = vec![constant];
        while let Some(&top) = stack.last() {
            if made.contains_key(&top) {
                stack.pop();
                continue;
            }
            if !self.outdated.contains(&top) {
                made.insert(top, top.into());
                stack.pop();
                continue;
            }
            let mut operands = Vec::new();
            let table = &self.module.constants;
            table.for_each_operand(table.get(top).kind, |part| operands.push(part));
            let waiting = stack.len();
            let open = operands.iter().rev();
            stack.extend(open.filter(|part| !made.contains_key(part)));
            if made.len() > MAX_INSTRUCTIONS || stack.len() > MAX_INSTRUCTIONS {
                let message = "a constant expression is too large to become instructions";
                return self.fail(E::TooLarge, message);
            }
            if stack.len() > waiting {
                continue;
            }
            let operands: Vec<_> = operands.iter().map(|part| made[part]).collect();
            let value = self.instruction_for(top, &operands)?;
            made.insert(top, value);
            stack.pop();
        }
        Ok(made[&constant])
    }

    fn instruction_for(&mut self, constant: ConstantId, operands: &[Value]) -> Result<Value> {
        self.charge(INSTRUCTION_BYTES)?;
        let constant = self.module.constants.get(constant);
        if let ConstantKind::Aggregate(_) = constant.kind {
            return self.parts_in(constant.ty, operands);
        }
        let kind = constant.kind.instruction(operands, |all| self.list(all));
        match kind {
            Some(kind) => Ok(self.emit_extra(kind, constant.ty)),
            None => {
                let message = "a constant expression cannot become an instruction";
                self.fail(E::Unsupported, message)
            }
        }
    }

    /// Builds an aggregate, element by element.
    fn parts_in(&mut self, ty: TypeId, elements: &[Value]) -> Result<Value> {
        let poison = self.module.constants.plain(ty, ConstantKind::Poison);
        let is_vector = matches!(self.module.types.get(ty), Type::Vector { .. });
        let mut aggregate = Value::Constant(poison);
        for (index, &element) in (0u32..).zip(elements) {
            let kind = if is_vector {
                let index = self.module.int(32, index.into());
                let operands = self.list(&[aggregate, element, index.into()]);
                InstructionKind::InsertElement { operands }
            } else {
                let indices = List::push(&mut self.locals.body.indices, &[index]);
                InstructionKind::InsertValue {
                    aggregate,
                    element,
                    indices,
                }
            };
            self.charge(INSTRUCTION_BYTES)?;
            aggregate = self.emit_extra(kind, ty);
        }
        Ok(aggregate)
    }

    /// Gives each edge a block of its own if a phi has an outdated expression as its incoming
    /// value.
    pub(super) fn expand_edges(&mut self) -> Result<()> {
        let constants = std::mem::take(&mut self.locals.phi_constants);
        let mut edges: BTreeMap<(BlockId, BlockId), Vec<usize>> = BTreeMap::new();
        for (place, from, to) in constants {
            edges.entry((to, from)).or_default().push(place);
        }
        if edges.len() > MAX_EDGES {
            let message = "phis have obsolete constant expressions on too many edges";
            return self.fail(E::TooLarge, message);
        }
        let mut redirected = Vec::new();
        for (&(to, from), places) in &edges {
            let start = InstructionId::at(self.locals.body.instructions.len());
            let mut values: BTreeMap<ConstantId, Value> = BTreeMap::new();
            for &place in places {
                let Value::Constant(constant) = self.locals.body.incoming[place].0 else {
                    continue;
                };
                let expanded = match values.get(&constant) {
                    Some(&known) => known,
                    None => self.expand(constant)?,
                };
                values.insert(constant, expanded);
                self.locals.body.incoming[place].0 = expanded;
            }
            let body = &mut self.locals.body;
            body.instructions.push(Instruction {
                kind: InstructionKind::Branch(to),
                result: None,
            });
            let edge = BlockId::at(body.blocks.len());
            body.blocks.push(Block {
                name: Name::NONE,
                start,
                end: InstructionId::at(body.instructions.len()),
            });
            body.order.push(edge);
            redirected.push((from, to, edge));
        }
        for (from, to, edge) in redirected {
            if let Err(message) = redirect_edge(&mut self.locals.body, from, to, edge) {
                return self.fail(E::Unsupported, message);
            }
        }
        Ok(())
    }
}
