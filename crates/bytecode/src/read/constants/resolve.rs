//! The second pass over constant pools: resolves references between constants.
//!
//! A constant whose operands are not known waits on a stack below them. Each constant is visited at
//! most twice: when it is first reached, and when its operands are known. The time is therefore
//! proportional to the size of the pools. A constant that is reached again while it waits contains
//! itself, which is an error.

use super::scan::explicit_null;
use super::{PoolRange, Pools, STRING};
use crate::error::{Error, ErrorKind};
use crate::format::IndexCoding;
use crate::model::{Constant, ConstantId, ConstantKind, ConstantTable, Type, TypeId, TypeTable};
use crate::opcode::{self, Few};
use crate::read::cursor::Cursor;
use crate::read::element::{Container, container, field};
use crate::read::slots::{NO_CONSTANT, NO_PLANE, Planes};
use crate::read::syntax::constants::{Expression, Form, Parts, Shape};
use crate::read::types::undefined_type;
use std::ops::Range;

/// Marks a constant that waits for its operands.
const WAITING: ConstantId = ConstantId(u32::MAX - 1);
/// Marks an entry in a plane of the module that is the index of a constant in a pool, not an id.
const PENDING: u32 = 1 << 31;

/// The placeholder in a plane for a constant of a pool that is not known yet.
pub(in crate::read) fn pending(constant: u32) -> ConstantId {
    ConstantId(constant | PENDING)
}

/// Returns the index in the pools if an entry of a plane is a placeholder.
pub(in crate::read) fn is_pending(id: ConstantId) -> Option<u32> {
    (id.0 & PENDING != 0).then_some(id.0 & !PENDING)
}

/// The planes that the constants of a pool can refer to: the module's and, for a pool of a
/// function, its own.
pub(in crate::read) struct PoolScope<'a> {
    pub(in crate::read) planes: &'a Planes,
    function: Option<FunctionScope>,
}

struct FunctionScope {
    types: Range<usize>,
    arguments: Range<u32>,
    /// The function's own types with their numbers, sorted.
    numbers: Vec<(TypeId, u32)>,
    /// The function's own constants, sorted by plane. Each run has its plane, the number of earlier
    /// constants in the plane, the index of the first constant, and its length.
    runs: Vec<(u32, u32, u32, u32)>,
}

/// The contents of a slot.
enum Found {
    Known(ConstantId),
    /// Index of a constant in the pools.
    InPool(u32),
    Argument,
    Nothing,
}

impl<'a> PoolScope<'a> {
    pub(in crate::read) fn of_module(planes: &'a Planes) -> PoolScope<'a> {
        PoolScope {
            planes,
            function: None,
        }
    }

    pub(in crate::read) fn of_function(
        planes: &'a Planes,
        types: Range<usize>,
        arguments: Range<u32>,
        pools: &Pools,
        pool: &PoolRange,
    ) -> PoolScope<'a> {
        let first = planes.type_ids.len() as u32;
        let own = &planes.local_type_ids[types.clone()];
        let mut numbers: Vec<_> = own.iter().copied().zip(first..).collect();
        numbers.sort_unstable();
        let mut runs: Vec<_> = pools
            .planes(pool)
            .map(|(number, range)| (number, 0, range.start, range.end - range.start))
            .collect();
        runs.sort_unstable_by_key(|&(number, _, first, _)| (number, first));
        for place in 1..runs.len() {
            let (number, before, _, count) = runs[place - 1];
            if runs[place].0 == number {
                runs[place].1 = before + count;
            }
        }
        PoolScope {
            planes,
            function: Some(FunctionScope {
                types,
                arguments,
                numbers,
                runs,
            }),
        }
    }

    fn type_at(&self, number: u32) -> Option<TypeId> {
        let number = number as usize;
        let own = number.checked_sub(self.planes.type_ids.len());
        match (own, &self.function) {
            (None, _) => self.planes.type_ids.get(number).copied(),
            (Some(own), Some(function)) => self.planes.local_type_ids[function.types.clone()]
                .get(own)
                .copied(),
            (Some(_), None) => None,
        }
    }

    /// The number of the plane that values of a type are in.
    fn plane_of(&self, ty: TypeId) -> Option<u32> {
        let own = self.function.as_ref().and_then(|function| {
            let place = function.numbers.partition_point(|&(of, _)| of < ty);
            let &(of, number) = function.numbers.get(place)?;
            (of == ty && !ty.is_primitive()).then_some(number)
        });
        own.or_else(|| {
            let number = self.planes.plane_of[ty.index()];
            (number != NO_PLANE).then_some(number)
        })
    }

    fn find(&self, number: u32, slot: u32) -> Found {
        let mut place = slot as usize;
        let Some(ty) = self.type_at(number) else {
            return Found::Nothing;
        };
        if self.planes.has_implicit_null(number) {
            if place == 0 {
                return match self.planes.zeros[ty.index()] {
                    NO_CONSTANT => Found::Nothing,
                    zero => Found::Known(zero),
                };
            }
            place -= 1;
        }
        let module = &self.planes.values[self.planes.of_module(number)];
        if let Some(&id) = module.get(place) {
            return match is_pending(id) {
                Some(constant) => Found::InPool(constant),
                None => Found::Known(id),
            };
        }
        place -= module.len();
        let Some(function) = &self.function else {
            return Found::Nothing;
        };
        if self.plane_of(ty) == Some(number) {
            let arguments = self.planes.arguments_of_type(&function.arguments, ty);
            if place < arguments.len() {
                return Found::Argument;
            }
            place -= arguments.len();
        }
        let after = function
            .runs
            .partition_point(|&(of, before, ..)| (of, before as usize) <= (number, place));
        match after.checked_sub(1).map(|run| function.runs[run]) {
            Some((of, before, first, count))
                if of == number && place - (before as usize) < count as usize =>
            {
                Found::InPool(first + (place as u32 - before))
            }
            _ => Found::Nothing,
        }
    }
}

/// Reads constants that refer to others.
pub(in crate::read) struct Resolver<'a> {
    pub(in crate::read) file: &'a [u8],
    pub(in crate::read) types: &'a TypeTable,
    pub(in crate::read) constants: &'a mut ConstantTable,
    pub(in crate::read) pools: &'a mut Pools,
    stack: Vec<(u32, u32)>,
    /// Operands of the constant being built.
    operands: Vec<ConstantId>,
}

impl<'a> Resolver<'a> {
    pub(in crate::read) fn new(
        file: &'a [u8],
        types: &'a TypeTable,
        constants: &'a mut ConstantTable,
        pools: &'a mut Pools,
    ) -> Resolver<'a> {
        Resolver {
            file,
            types,
            constants,
            pools,
            stack: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// Resolves all constants of a pool.
    pub(in crate::read) fn resolve(
        &mut self,
        scope: &PoolScope<'_>,
        pool: &PoolRange,
    ) -> Result<(), Error> {
        let end = pool.constants.end;
        for run in pool.runs.clone() {
            let run_end = match self.pools.runs.get(run as usize + 1) {
                Some(next) => next.first.min(end),
                None => end,
            };
            let run = self.pools.runs[run as usize];
            for constant in run.first..run_end {
                if self.pools.ids[constant as usize] == NO_CONSTANT {
                    self.resolve_one(scope, constant, run.number)?;
                }
            }
        }
        Ok(())
    }

    fn resolve_one(
        &mut self,
        scope: &PoolScope<'_>,
        constant: u32,
        number: u32,
    ) -> Result<(), Error> {
        self.stack.clear();
        self.stack.push((constant, number));
        while let Some(&(constant, number)) = self.stack.last() {
            let known = self.pools.ids[constant as usize];
            if known != NO_CONSTANT && known != WAITING {
                self.stack.pop();
                continue;
            }
            self.pools.ids[constant as usize] = WAITING;
            let depth = self.stack.len();
            let built = self.build(scope, constant, number)?;
            if let Some(id) = built {
                self.pools.ids[constant as usize] = id;
                self.stack.truncate(depth - 1);
            }
        }
        Ok(())
    }

    /// Builds a constant. Returns `None` if operands are not known yet; these are then on the
    /// stack.
    fn build(
        &mut self,
        scope: &PoolScope<'_>,
        constant: u32,
        number: u32,
    ) -> Result<Option<ConstantId>, Error> {
        let place = self.pools.offsets[constant as usize];
        let offset = (place & !STRING) as usize;
        let mut cursor = Cursor::new(self.file, offset..self.file.len(), scope.planes.features);
        let Some(ty) = scope.type_at(number) else {
            return Err(undefined_type(number, offset));
        };
        self.operands.clear();
        let id = if place & STRING != 0 {
            self.string(&mut cursor, ty)?
        } else {
            let shape = match ty.is_primitive() {
                true => Shape::Number(ty),
                false => Shape::of_derived(self.types.get(ty)),
            };
            match Form::read(&mut cursor, shape, self.constants)? {
                Form::Number(id) => Some(id),
                Form::Parts(parts) => self.aggregate(scope, parts, ty)?,
                Form::Address(slot, offset) => Some(self.address(scope, number, slot, offset)?),
                Form::Expression(operands) => self.expression(scope, operands, ty)?,
                Form::Undef => Some(self.undef(ty, offset)?),
                Form::InlineAsm(text, constraints, flags) => {
                    let parts = (text, constraints, flags);
                    Some(self.inline_asm(parts, ty, offset)?)
                }
            }
        };
        match id {
            Some(id) if self.constants.is_zero(id) && scope.planes.has_implicit_null(number) => {
                Err(explicit_null(offset))
            }
            id => Ok(id),
        }
    }

    fn string(&mut self, cursor: &mut Cursor<'_>, ty: TypeId) -> Result<Option<ConstantId>, Error> {
        let length = match self.types.get(ty) {
            Type::Array { length, .. } => length as usize,
            _ => 0,
        };
        let bytes = cursor.take(length)?;
        Ok(Some(self.constants.byte_array(ty, bytes)))
    }

    fn undef(&mut self, ty: TypeId, offset: usize) -> Result<ConstantId, Error> {
        match self.types.get(ty) {
            Type::Void | Type::Label | Type::Function { .. } => Err(Error::new(
                ErrorKind::BadConstant,
                "a type of this kind has no constants",
            )
            .at(offset as u64)),
            _ => Ok(self.constants.undef(ty)),
        }
    }

    fn inline_asm(
        &mut self,
        (text, constraints, flags): (&[u8], &[u8], u32),
        ty: TypeId,
        offset: usize,
    ) -> Result<ConstantId, Error> {
        let wrong =
            |message: String| Err(Error::new(ErrorKind::BadConstant, message).at(offset as u64));
        let pointee = self.types.pointee(ty).map(|ty| self.types.get(ty));
        if !matches!(pointee, Some(Type::Function { .. })) {
            return wrong("inline assembly must have the type of a pointer to a function".into());
        }
        match flags {
            flags @ 0..=1 => Ok(self.constants.inline_asm(ty, text, constraints, flags == 1)),
            flags => wrong(format!(
                "expected flags 0 or 1 for inline assembly, found {flags}"
            )),
        }
    }

    /// Finds the elements or fields of an array, structure or packed value.
    fn aggregate(
        &mut self,
        scope: &PoolScope<'_>,
        mut parts: Parts<'_, '_>,
        ty: TypeId,
    ) -> Result<Option<ConstantId>, Error> {
        let types = self.types;
        let mut is_known = true;
        match types.get(ty) {
            Type::Array { element, .. } | Type::Packed { element, .. } => {
                let plane = component_plane(scope, element, parts.position())?;
                for part in parts {
                    is_known &= self.operand_in_slot(scope, plane, part?)?;
                }
            }
            Type::Struct { fields } => {
                for &field in types.list(fields) {
                    let plane = component_plane(scope, field, parts.position())?;
                    if let Some(part) = parts.next() {
                        is_known &= self.operand_in_slot(scope, plane, part?)?;
                    }
                }
            }
            _ => {}
        }
        Ok(is_known.then(|| match types.get(ty) {
            Type::Array { .. } => self.constants.array(ty, &self.operands),
            Type::Packed { .. } => self.constants.packed(ty, &self.operands),
            _ => self.constants.structure(ty, &self.operands),
        }))
    }

    /// Finds the address in a slot.
    fn address(
        &mut self,
        scope: &PoolScope<'_>,
        number: u32,
        slot: u32,
        offset: usize,
    ) -> Result<ConstantId, Error> {
        let is_known = self.operand_in_slot(scope, number, (slot, offset))?;
        let is_address = |&id: &ConstantId| {
            let kind = self.constants.get(id).kind;
            matches!(kind, ConstantKind::Global(_) | ConstantKind::Function(_))
        };
        match self.operands.first().filter(|id| is_address(id)) {
            Some(&id) => Ok(id),
            None if is_known => Err(not_an_address(offset)),
            None => Err(forward_address(offset)),
        }
    }

    /// Finds the constant in a slot. Returns false if the constant is not known yet; it has then
    /// been pushed on the stack.
    fn operand_in_slot(
        &mut self,
        scope: &PoolScope<'_>,
        number: u32,
        (slot, offset): (u32, usize),
    ) -> Result<bool, Error> {
        let id = match scope.find(number, slot) {
            Found::Known(id) => id,
            Found::InPool(constant) => match self.pools.ids[constant as usize] {
                WAITING => return Err(circular(offset)),
                NO_CONSTANT => {
                    self.stack.push((constant, number));
                    return Ok(false);
                }
                id => id,
            },
            Found::Argument => return Err(not_constant(number, slot, offset)),
            Found::Nothing => return Err(undefined_constant(number, slot, offset)),
        };
        self.operands.push(id);
        Ok(true)
    }

    fn expression(
        &mut self,
        scope: &PoolScope<'_>,
        operands: Expression<'_, '_>,
        ty: TypeId,
    ) -> Result<Option<ConstantId>, Error> {
        let (code, offset, count) = (operands.opcode, operands.offset, operands.count);
        let opcode = opcode::operation(scope.planes.features.opcodes, code);
        let mut is_known = true;
        for operand in operands {
            let operand = operand?;
            if scope.type_at(operand.number).is_none() {
                return Err(undefined_type(operand.number, operand.number_offset));
            }
            let place = (operand.slot, operand.offset);
            is_known &= self.operand_in_slot(scope, operand.number, place)?;
        }
        if !is_known {
            return Ok(None);
        }
        match self.combine(scope, opcode, ty) {
            Some(id) => Ok(Some(id)),
            None => Err(bad_expression(code, opcode, count, offset)),
        }
    }

    /// Builds an expression from its operands; `None` if there is no such expression of this type.
    fn combine(&mut self, scope: &PoolScope<'_>, opcode: u32, ty: TypeId) -> Option<ConstantId> {
        let row = opcode::row(opcode);
        let found = match &self.operands[..] {
            [pointer, indices @ ..] if opcode == opcode::GET_ELEMENT_PTR && !indices.is_empty() => {
                self.element_address(scope, *pointer, indices)?
            }
            operands if row.in_constants => {
                let types = operands.iter().map(|&id| self.constants.type_of(id));
                let types: Few<TypeId> = types.collect();
                row.form.result_of(self.types, types.get()?, ty)?
            }
            _ => return None,
        };
        (found == ty).then(|| self.constants.operator(opcode, ty, &self.operands))?
    }

    /// The type of the address of an element.
    fn element_address(
        &self,
        scope: &PoolScope<'_>,
        pointer: ConstantId,
        indices: &[ConstantId],
    ) -> Option<TypeId> {
        let mut ty = self.constants.type_of(pointer);
        for (place, &index) in indices.iter().enumerate() {
            let index = self.constants.get(index);
            ty = match container(self.types, ty, place == 0)? {
                Container::Structure => field(
                    self.types,
                    ty,
                    field_index(scope.planes.features.indices, index)?,
                )?,
                Container::Sequence(element) if index.ty.is_integer() => element,
                Container::Sequence(_) => return None,
            };
        }
        self.types.find_pointer_to(ty)
    }
}

/// Returns the number of the field that a constant index selects. `None` if its type is not the one
/// required.
pub(in crate::read) fn field_index(coding: IndexCoding, index: Constant) -> Option<u64> {
    let ty = match coding {
        IndexCoding::Fixed => TypeId::UBYTE,
        IndexCoding::TypeInLowBits => TypeId::UINT,
    };
    match index.kind {
        ConstantKind::Int(value) if index.ty == ty => Some(value),
        _ => None,
    }
}

fn component_plane(scope: &PoolScope<'_>, ty: TypeId, offset: usize) -> Result<u32, Error> {
    scope.plane_of(ty).ok_or_else(|| {
        Error::new(
            ErrorKind::UndefinedType,
            "the type of a component is not in the table of types here",
        )
        .at(offset as u64)
    })
}

#[cold]
pub(in crate::read) fn undefined_constant(number: u32, slot: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::UndefinedConstant,
        format!("slot {slot} of type {number} holds no constant"),
    )
    .at(offset as u64)
}

#[cold]
fn not_constant(number: u32, slot: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        format!("expected a constant in slot {slot} of type {number}, found an argument"),
    )
    .at(offset as u64)
}

#[cold]
fn circular(offset: usize) -> Error {
    Error::new(
        ErrorKind::UndefinedConstant,
        "this constant contains itself",
    )
    .at(offset as u64)
}

#[cold]
fn not_an_address(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        "expected the address of a global variable or function, found another constant",
    )
    .at(offset as u64)
}

#[cold]
fn forward_address(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        "expected the address of a global variable or function, found a constant of a pool",
    )
    .at(offset as u64)
}

#[cold]
fn bad_expression(code: u32, opcode: u32, operands: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadExpression,
        match opcode::name(opcode) {
            Some(name) => format!(
                "there is no constant expression `{name}` of this type with these {operands} \
                 operands"
            ),
            None => format!("no constant expression has opcode {code}"),
        },
    )
    .at(offset as u64)
}
