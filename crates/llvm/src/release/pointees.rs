//! Gives every pointer a pointee, for the text of a release with typed pointers.
//!
//! Passes make opaque pointers. Each gets the type that its definition implies: an `alloca` points
//! to the allocated type, the address of an element to the element's type, and everything else to
//! `i8`. Where a use needs another type, a `bitcast` is inserted before it.

use std::collections::BTreeMap;

use super::classes::Classes;
use crate::body::{Body, Local};
use crate::constants::{Constant, ConstantKind};
use crate::edit::{Edit, Editor, edit};
use crate::ids::{BlockId, ConstantId, GlobalId, List, LocalId, Name, TypeId};
use crate::instruction::{Align, CastFlags, CastOp, Instruction, InstructionKind, Value};
use crate::module::{GlobalKind, Module};
use crate::types::Type;

/// Gives all pointers of a module a pointee.
pub(super) fn give_pointees(module: &mut Module) {
    let byte = module.types.integer(8);
    for index in 0..module.types.len() {
        let ty = TypeId::at(index);
        if let Type::Pointer(_) = module.types.get(ty)
            && module.types.pointee(ty).is_none()
        {
            module.types.set_pointee(ty, byte);
        }
    }
    let mut pass = Pass {
        constants: Vec::new(),
        types: Classes::default(),
    };
    pass.update(module);
    for index in 0..module.globals().len() {
        pass.global(module, GlobalId::at(index));
    }
    for index in 0..module.globals().len() {
        pass.function(module, GlobalId::at(index));
    }
}

/// State of the conversion.
struct Pass {
    types: Classes,
    /// For each constant, the constant with the type that its parts imply.
    constants: Vec<ConstantId>,
}

impl Pass {
    /// Processes types and constants that were added.
    fn update(&mut self, module: &mut Module) {
        while self.constants.len() < module.constants.len() {
            let id = ConstantId::at(self.constants.len());
            let new = self.implied(module, id);
            self.constants.push(new);
        }
    }

    /// Returns a constant with the type that its parts imply. Its parts must have been processed.
    fn implied(&mut self, module: &mut Module, id: ConstantId) -> ConstantId {
        let Constant { ty, kind } = module.constants.get(id);
        match kind {
            ConstantKind::Global(global) => {
                let global = module.global(global);
                let (space, pointee) = (global.address_space, global.ty);
                let pointer = self.types.pointer(module, space, pointee);
                module.constants.plain(pointer, kind)
            }
            ConstantKind::GetElementPtr {
                source,
                flags,
                operands,
            } => {
                let parts = module.constants.list(operands).to_vec();
                let Some((&base, indices)) = parts.split_first() else {
                    return id;
                };
                let Type::Pointer(space) = module.types.get(ty) else {
                    return id;
                };
                let inner = indices.iter().skip(1).map(|&index| Some(index));
                let Some(part) = indexed(module, source, inner) else {
                    return id;
                };
                let expected = self.types.pointer(module, space, source);
                let mut operands = vec![self.converted(module, base, expected)];
                operands.extend(indices);
                let result = self.types.pointer(module, space, part);
                let table = &mut module.constants;
                table.get_element_ptr(result, source, flags, &operands)
            }
            ConstantKind::Aggregate(list) => {
                let parts = module.constants.list(list).to_vec();
                let mut new = Vec::with_capacity(parts.len());
                for (place, &part) in parts.iter().enumerate() {
                    let fields = module.types.fields(ty);
                    let expected = fields.and_then(|fields| fields.get(place).copied());
                    let expected = expected.or_else(|| module.types.element(ty));
                    new.push(match expected {
                        Some(expected) => self.converted(module, part, expected),
                        None => self.known(part),
                    });
                }
                module.constants.aggregate(ty, &new)
            }
            ConstantKind::Cast(op, value) => {
                let value = self.known(value);
                if op == CastOp::BitCast && module.constants.get(value).ty == ty {
                    return value;
                }
                module.constants.plain(ty, ConstantKind::Cast(op, value))
            }
            ConstantKind::Negate(value) => {
                let kind = ConstantKind::Negate(self.known(value));
                module.constants.plain(ty, kind)
            }
            ConstantKind::Binary(op, flags, lhs, rhs) => {
                let (lhs, rhs) = (self.known(lhs), self.known(rhs));
                let kind = ConstantKind::Binary(op, flags, lhs, rhs);
                module.constants.plain(ty, kind)
            }
            ConstantKind::IntCompare(by, lhs, rhs) => {
                let lhs = self.known(lhs);
                let expected = module.constants.get(lhs).ty;
                let rhs = self.converted(module, rhs, expected);
                let kind = ConstantKind::IntCompare(by, lhs, rhs);
                module.constants.plain(ty, kind)
            }
            _ => id,
        }
    }

    fn known(&self, id: ConstantId) -> ConstantId {
        self.constants.get(id.index()).copied().unwrap_or(id)
    }

    /// Converts a constant to this type.
    fn converted(&mut self, module: &mut Module, id: ConstantId, ty: TypeId) -> ConstantId {
        let id = self.known(id);
        let Constant { ty: found, kind } = module.constants.get(id);
        if self.types.are_equal(module, found, ty) {
            return id;
        }
        let (Type::Pointer(from), Type::Pointer(to)) =
            (module.types.get(found), module.types.get(ty))
        else {
            return id;
        };
        match kind {
            ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison => {
                module.constants.plain(ty, kind)
            }
            // Merge two conversions into one.
            ConstantKind::Cast(CastOp::BitCast, inner) if from == to => {
                let inner_type = module.constants.get(inner).ty;
                if self.types.are_equal(module, inner_type, ty) {
                    return inner;
                }
                let kind = ConstantKind::Cast(CastOp::BitCast, inner);
                module.constants.plain(ty, kind)
            }
            _ if from == to => {
                let kind = ConstantKind::Cast(CastOp::BitCast, id);
                module.constants.plain(ty, kind)
            }
            _ => id,
        }
    }

    /// Changes the constants of a global that belong to no instruction.
    fn global(&mut self, module: &mut Module, id: GlobalId) {
        let global = module.global(id);
        let (ty, space) = (global.ty, global.address_space);
        match global.kind {
            GlobalKind::Variable {
                initializer: Some(value),
                ..
            } => {
                let value = self.converted(module, value, ty);
                if let GlobalKind::Variable { initializer, .. } = &mut module.global_mut(id).kind {
                    *initializer = Some(value);
                }
            }
            GlobalKind::Alias(value) | GlobalKind::Ifunc(value) => {
                let pointer = self.types.pointer(module, space, ty);
                let value = self.converted(module, value, pointer);
                if let GlobalKind::Alias(target) | GlobalKind::Ifunc(target) =
                    &mut module.global_mut(id).kind
                {
                    *target = value;
                }
            }
            GlobalKind::Function(function) => {
                let function = module.function_mut(function);
                function.personality = function.personality.map(|id| self.known(id));
                function.prefix = function.prefix.map(|id| self.known(id));
                function.prologue = function.prologue.map(|id| self.known(id));
            }
            GlobalKind::Variable { .. } => {}
        }
    }

    fn function(&mut self, module: &mut Module, id: GlobalId) {
        let Some(function) = module.as_function(id) else {
            return;
        };
        let Some(mut body) = module.function_mut(function).body.take() else {
            return;
        };
        self.name_results(module, &mut body);
        let result = module.types.result(module.global(id).ty);
        let late = self.edges(module, &mut body);
        module.function_mut(function).body = Some(body);
        let done = edit(module, id, |editor, instruction| {
            self.instruction(editor, instruction, result, &late)
        });
        let Ok(()) = done else { return };
    }

    /// Sets the types that the results of instructions have in these releases.
    fn name_results(&mut self, module: &mut Module, body: &mut Body) {
        for index in 0..body.instructions.len() {
            let Instruction {
                kind,
                result: Some(result),
            } = body.instructions[index]
            else {
                continue;
            };
            let ty = body.local(result).ty;
            let pointee = match kind {
                InstructionKind::Alloca { allocated, .. } => Some(allocated),
                InstructionKind::GetElementPtr {
                    source, operands, ..
                } => {
                    let indices = body.values(operands).iter().skip(2);
                    let indices = indices.map(|&index| match index {
                        Value::Constant(constant) => Some(constant),
                        _ => None,
                    });
                    indexed(module, source, indices)
                }
                _ => None,
            };
            if let (Some(pointee), Type::Pointer(space)) = (pointee, module.types.get(ty)) {
                let pointer = self.types.pointer(module, space, pointee);
                body.set_local_type(result, pointer);
            }
        }
    }

    /// Finds the values that must be converted at the ends of blocks, because a phi has another
    /// type.
    fn edges(&mut self, module: &mut Module, body: &mut Body) -> Late {
        let mut late = Late::new();
        for index in 0..body.instructions.len() {
            let Instruction {
                kind: InstructionKind::Phi { incoming, .. },
                result: Some(result),
            } = body.instructions[index]
            else {
                continue;
            };
            let ty = body.local(result).ty;
            let Type::Pointer(_) = module.types.get(ty) else {
                continue;
            };
            for edge in body.incoming(incoming).to_vec() {
                let (Value::Local(local), from) = edge else {
                    continue;
                };
                if !self.types.are_equal(module, body.local(local).ty, ty) {
                    let of_block = late.entry(from).or_default();
                    of_block.entry((local, ty)).or_insert_with(|| {
                        let name = Name::NONE;
                        body.locals.push(Local { ty, name });
                        LocalId::at(body.locals.len() - 1)
                    });
                }
            }
        }
        late
    }

    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        function_result: Option<TypeId>,
        late: &Late,
    ) -> Result<Edit, ()> {
        use InstructionKind as K;
        let mut kind = instruction.kind;
        let result = instruction
            .result
            .map(|it| editor.build.body().local(it).ty);
        let needs = needs(self, editor, &kind, result, function_result);
        // Before LLVM 13 atomic updates do not state an alignment.
        if let K::ReadModifyWrite { align, .. } | K::CompareExchange { align, .. } = &mut kind {
            *align = Align::NATURAL;
        }
        let mut place = 0;
        if let K::Phi { incoming, .. } = kind {
            // Locals are converted at the end of the predecessor block.
            let edges = editor.build.body().incoming(incoming).to_vec();
            let mut new = Vec::with_capacity(edges.len());
            for (value, from) in edges {
                let value = match (value, result) {
                    (Value::Constant(constant), Some(ty)) => {
                        self.update(editor.build.module);
                        self.converted(editor.build.module, constant, ty).into()
                    }
                    (Value::Local(local), Some(ty)) => {
                        let converted = late.get(&from).and_then(|of| of.get(&(local, ty)));
                        converted.map_or(value, |&converted| converted.into())
                    }
                    _ => value,
                };
                new.push((value, from));
            }
            let list = editor.build.incoming(&new);
            if let K::Phi { incoming, .. } = &mut kind {
                *incoming = list;
            }
        } else {
            editor.map_operands(&mut kind, |editor, value| {
                let need = needs.get(place).copied().flatten();
                place += 1;
                Ok::<_, ()>(self.operand(editor, value, need))
            })?;
        }
        if kind.is_terminator() {
            let block = editor.reading();
            for (&(local, _), &converted) in late.get(&block).into_iter().flatten() {
                editor.build.push(Instruction {
                    kind: bit_cast(local.into()),
                    result: Some(converted),
                });
            }
        }
        editor.build.push(Instruction {
            kind,
            result: instruction.result,
        });
        Ok(Edit::Drop)
    }

    /// Converts an operand to the required type.
    fn operand(&mut self, editor: &mut Editor<'_>, value: Value, need: Option<TypeId>) -> Value {
        let module = &mut *editor.build.module;
        match (value, need) {
            (Value::Constant(constant), need) => {
                self.update(module);
                match need {
                    Some(ty) => self.converted(module, constant, ty).into(),
                    None => self.known(constant).into(),
                }
            }
            (Value::Local(local), Some(ty)) => {
                let found = editor.build.body().local(local).ty;
                let module = &mut *editor.build.module;
                let (Type::Pointer(from), Type::Pointer(to)) =
                    (module.types.get(found), module.types.get(ty))
                else {
                    return value;
                };
                if from != to || self.types.are_equal(module, found, ty) {
                    return value;
                }
                editor.build.emit(bit_cast(value), ty)
            }
            _ => value,
        }
    }
}

/// Conversions at the end of each block: a local, the target type, and the local for the result.
type Late = BTreeMap<BlockId, BTreeMap<(LocalId, TypeId), LocalId>>;

fn bit_cast(value: Value) -> InstructionKind {
    InstructionKind::Cast {
        op: CastOp::BitCast,
        flags: CastFlags::NONE,
        value,
    }
}

/// The types that the operands of an instruction must have, in the order of
/// [`Editor::map_operands`]. `None` for operands that may have any type.
fn needs(
    pass: &mut Pass,
    editor: &mut Editor<'_>,
    kind: &InstructionKind,
    result: Option<TypeId>,
    function_result: Option<TypeId>,
) -> Vec<Option<TypeId>> {
    use InstructionKind as K;
    let type_of =
        |editor: &Editor<'_>, value| editor.build.module.type_of(editor.build.body(), value);
    let mut to = |editor: &mut Editor<'_>, pointer: Value, pointee: Option<TypeId>| {
        let ty = type_of(editor, pointer)?;
        let Type::Pointer(space) = editor.build.module.types.get(ty) else {
            return None;
        };
        Some(pass.types.pointer(editor.build.module, space, pointee?))
    };
    match *kind {
        K::Load { pointer, .. } => vec![to(editor, pointer, result)],
        K::Store { pointer, value, .. } | K::ReadModifyWrite { pointer, value, .. } => {
            let ty = type_of(editor, value);
            vec![None, to(editor, pointer, ty)]
        }
        K::CompareExchange { operands, .. } => {
            let values = editor.build.body().values(operands).to_vec();
            let ty = values.get(1).and_then(|&value| type_of(editor, value));
            values
                .first()
                .map_or_else(Vec::new, |&pointer| vec![to(editor, pointer, ty), ty, ty])
        }
        K::GetElementPtr {
            source, operands, ..
        } => {
            let base = editor.build.body().values(operands).first().copied();
            vec![base.and_then(|base| to(editor, base, Some(source)))]
        }
        K::Return(Some(_)) => vec![function_result],
        K::Select { .. } => vec![None, result, result],
        K::Freeze(_) => vec![result],
        K::IntCompare { lhs, rhs, .. } => match (lhs, rhs) {
            (Value::Constant(_), Value::Local(_)) => vec![type_of(editor, rhs)],
            _ => vec![None, type_of(editor, lhs)],
        },
        K::InsertValue { indices, .. } => vec![result, part(editor, result, indices)],
        K::Call(call) | K::Invoke { call, .. } | K::CallBranch { call, .. } => {
            let call = editor.build.body().call(call);
            let mut needs = vec![to(editor, call.callee, Some(call.function_type))];
            let types = &editor.build.module.types;
            let parameters = types.parameters(call.function_type).unwrap_or_default();
            needs.extend(parameters.iter().map(|&ty| Some(ty)));
            needs
        }
        _ => Vec::new(),
    }
}

/// The type of the part of an aggregate that these indices select.
fn part(editor: &Editor<'_>, aggregate: Option<TypeId>, indices: List) -> Option<TypeId> {
    let types = &editor.build.module.types;
    let mut at = aggregate?;
    for &index in editor.build.body().indices(indices) {
        let field = types
            .fields(at)
            .and_then(|fields| fields.get(index as usize));
        at = field.copied().or_else(|| types.element(at))?;
    }
    Some(at)
}

/// The type of the part that indices select, without the first index, which counts whole objects.
fn indexed(
    module: &Module,
    source: TypeId,
    indices: impl Iterator<Item = Option<ConstantId>>,
) -> Option<TypeId> {
    let types = &module.types;
    let mut at = source;
    for index in indices {
        at = match types.get(at) {
            Type::Struct { .. } | Type::Named(_) => {
                let ConstantKind::Bits(number) = module.constants.get(index?).kind else {
                    return None;
                };
                *types.fields(at)?.get(usize::try_from(number).ok()?)?
            }
            _ => types.element(at)?,
        };
    }
    Some(at)
}
