//! Typed pointers, for tools older than LLVM 15, which do not support opaque pointers.
//!
//! Every pointer becomes an `i8*`. An access to another type needs a pointer to that type, so a
//! `bitcast` is inserted before the instruction, or around a constant operand. The addresses of
//! globals, `alloca` and `getelementptr` are cast back to `i8*`. The inserted instructions have
//! unique names, so that numbers do not change.

use super::body::Numbers;
use super::unsupported::used_attributes;
use super::{Printer, Step, text};
use crate::attributes::Attribute;
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, GlobalId, TypeId};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::module::{GlobalKind, Module};
use crate::types::Type;

/// State of casts in a body.
#[derive(Debug, Default)]
pub(super) struct Casts {
    /// Prefix of the names of casts. No other name begins with it.
    prefix: String,
    /// Number of casts so far.
    count: u32,
    /// The reason why the text is not valid, if there is one.
    pub(super) failure: Option<&'static str>,
}

/// Returns the first thing in a module that cannot be expressed with typed pointers.
pub(super) fn objection(module: &Module) -> Option<&'static str> {
    let mut attributes = used_attributes(module).into_iter();
    let is_typed = |attribute| matches!(attribute, Attribute::Type(..));
    attributes
        .any(is_typed)
        .then_some("an attribute with a pointee type")
}

impl Printer<'_> {
    fn is_byte(&self, ty: TypeId) -> bool {
        self.module.types.get(ty) == Type::Integer(8)
    }

    /// The address space of a pointer type.
    fn space(&mut self, ty: Option<TypeId>) -> u32 {
        match ty.map(|ty| self.module.types.get(ty)) {
            Some(Type::Pointer(space)) => space,
            _ => {
                self.fail("addresses in vectors");
                0
            }
        }
    }

    fn fail(&mut self, what: &'static str) {
        if let Some(casts) = &mut self.casts {
            casts.failure.get_or_insert(what);
        }
    }

    /// Prints `*`, with the address space if it is not 0.
    pub(super) fn star(&mut self, space: u32) {
        if space != 0 {
            self.push(" addrspace(");
            self.number(space.into());
            self.push(")");
        }
        self.push("*");
    }

    /// The type that the indices of an address select. The first index, which counts whole objects,
    /// is not included.
    fn indexed(
        &self,
        source: TypeId,
        indices: impl Iterator<Item = Option<ConstantId>>,
    ) -> Option<TypeId> {
        let types = &self.module.types;
        let mut at = source;
        for index in indices {
            at = match types.get(at) {
                Type::Struct { .. } | Type::Named(_) => {
                    let kind = self.module.constants.get(index?).kind;
                    let ConstantKind::Bits(number) = kind else {
                        return None;
                    };
                    *types.fields(at)?.get(usize::try_from(number).ok()?)?
                }
                _ => types.element(at)?,
            };
        }
        Some(at)
    }

    /// Returns the steps for a constant as a pointer to this type, without its type.
    fn as_pointer_to(&self, constant: ConstantId, pointee: TypeId, space: u32) -> Vec<Step> {
        if let ConstantKind::Global(id) = self.module.constants.get(constant).kind
            && self.module.global(id).ty == pointee
        {
            return vec![Step::Global(id)];
        }
        if self.is_byte(pointee) {
            return vec![Step::Constant(constant)];
        }
        vec![
            Step::Text("bitcast ("),
            Step::Typed(constant),
            Step::Text(" to "),
            Step::PointerTo(pointee, space),
            Step::Text(")"),
        ]
    }

    /// Prints a pointer to a type, converted to `i8*`.
    fn as_byte_pointer(&mut self, inner: Vec<Step>, pointee: TypeId, space: u32, ty: TypeId) {
        let mut steps = inner;
        if !self.is_byte(pointee) {
            steps.splice(
                0..0,
                [
                    Step::Text("bitcast ("),
                    Step::PointerTo(pointee, space),
                    Step::Text(" "),
                ],
            );
            steps.extend([Step::Text(" to "), Step::Type(ty), Step::Text(")")]);
        }
        self.steps.extend(steps.into_iter().rev());
    }

    /// Prints the address of a global, with words before its name.
    pub(super) fn typed_global(&mut self, words: &'static str, id: GlobalId, ty: TypeId) {
        let global = self.module.global(id);
        let steps = vec![Step::Text(words), Step::Global(id)];
        self.as_byte_pointer(steps, global.ty, global.address_space, ty);
    }

    /// Prints an address within an object as a constant. `flags` end with a space.
    pub(super) fn typed_gep(
        &mut self,
        ty: TypeId,
        source: TypeId,
        flags: &[&'static str],
        operands: &[ConstantId],
    ) {
        let Some((&base, indices)) = operands.split_first() else {
            return;
        };
        let space = self.space(Some(ty));
        let inner = indices.iter().skip(1).map(|&index| Some(index));
        let Some(result) = self.indexed(source, inner) else {
            return self.fail("an address within a type without parts");
        };
        let mut steps = vec![Step::Text("getelementptr ")];
        for &flag in flags {
            steps.extend([Step::Text(flag), Step::Text(" ")]);
        }
        steps.extend([
            Step::Text("("),
            Step::Type(source),
            Step::Text(", "),
            Step::PointerTo(source, space),
            Step::Text(" "),
        ]);
        steps.extend(self.as_pointer_to(base, source, space));
        for &index in indices {
            steps.extend([Step::Text(", "), Step::Typed(index)]);
        }
        steps.push(Step::Text(")"));
        self.as_byte_pointer(steps, result, space, ty);
    }

    /// Prints a constant with its type, as a pointer to this type.
    pub(super) fn constant_pointer(&mut self, constant: ConstantId, pointee: TypeId) {
        let ty = self.module.constants.get(constant).ty;
        let space = self.space(Some(ty));
        let mut steps = vec![Step::PointerTo(pointee, space), Step::Text(" ")];
        steps.extend(self.as_pointer_to(constant, pointee, space));
        self.steps.extend(steps.into_iter().rev());
        self.run();
    }

    /// Begins a body: chooses the prefix for the names of casts.
    pub(super) fn begin_casts(&mut self, body: &Body) {
        let Some(casts) = &mut self.casts else { return };
        let names = |name| body.names.get(name);
        let taken = |prefix: &str| {
            let begins = |name: &[u8]| name.starts_with(prefix.as_bytes());
            body.locals.iter().any(|local| begins(names(local.name)))
                || body.blocks.iter().any(|block| begins(names(block.name)))
        };
        casts.count = 0;
        casts.prefix = "cast".to_owned();
        while taken(&casts.prefix) {
            casts.prefix.push('.');
        }
    }

    fn cast_name(&mut self) {
        if let Some(casts) = &self.casts {
            self.out.push('%');
            self.out.push_str(&casts.prefix);
            text::push_unsigned(&mut self.out, casts.count.into());
        }
    }

    /// Returns the operand that must be a typed pointer, and its pointee type.
    fn pointer_operand(&self, body: &Body, instruction: &Instruction) -> Option<(Value, TypeId)> {
        use InstructionKind as K;
        let first = |list| body.values(list).first().copied();
        match instruction.kind {
            K::Load { pointer, .. } => Some((pointer, body.local(instruction.result?).ty)),
            K::Store { pointer, value, .. } | K::ReadModifyWrite { pointer, value, .. } => {
                Some((pointer, self.type_of(body, value)?))
            }
            K::CompareExchange { operands, .. } => {
                let value = *body.values(operands).get(1)?;
                Some((first(operands)?, self.type_of(body, value)?))
            }
            K::GetElementPtr {
                source, operands, ..
            } => Some((first(operands)?, source)),
            K::Call(call) | K::Invoke { call, .. } | K::CallBranch { call, .. } => {
                let call = body.call(call);
                Some((call.callee, call.function_type))
            }
            _ => None,
        }
    }

    /// The pointee type of an instruction's result, if that is an address.
    fn pointer_result(&mut self, body: &Body, instruction: &Instruction) -> Option<TypeId> {
        let pointee = match instruction.kind {
            InstructionKind::Alloca {
                allocated,
                swift_error,
                ..
            } => {
                if swift_error {
                    self.fail("memory for a Swift error");
                }
                Some(allocated)
            }
            InstructionKind::GetElementPtr {
                source, operands, ..
            } => {
                let indices = body
                    .values(operands)
                    .iter()
                    .skip(2)
                    .map(|&index| match index {
                        Value::Constant(constant) => Some(constant),
                        _ => None,
                    });
                let result = self.indexed(source, indices);
                if result.is_none() {
                    self.fail("an address within a type without parts");
                }
                result
            }
            _ => None,
        };
        pointee.filter(|&pointee| !self.is_byte(pointee))
    }

    /// Prints an instruction, with casts before and after it.
    pub(super) fn with_casts(&mut self, body: &Body, numbers: &Numbers, instruction: &Instruction) {
        if let Some((Value::Local(pointer), pointee)) = self.pointer_operand(body, instruction)
            && !self.is_byte(pointee)
        {
            if let Some(casts) = &mut self.casts {
                casts.count += 1;
            }
            self.push("  ");
            self.cast_name();
            self.push(" = bitcast ");
            self.typed(body, numbers, Value::Local(pointer));
            self.push(" to ");
            self.pointer_to(Some(body.local(pointer).ty), pointee);
            self.push("\n");
        }
        self.push("  ");
        let Some(result) = instruction.result else {
            return self.instruction(body, numbers, instruction);
        };
        let Some(pointee) = self.pointer_result(body, instruction) else {
            self.local_name(body, numbers, result);
            self.push(" = ");
            return self.instruction(body, numbers, instruction);
        };
        // This cast has a name of its own, different from the operand's.
        self.cast_name();
        self.push(".to = ");
        self.instruction(body, numbers, instruction);
        self.push("\n  ");
        self.local_name(body, numbers, result);
        self.push(" = bitcast ");
        self.pointer_to(Some(body.local(result).ty), pointee);
        self.push(" ");
        self.cast_name();
        self.push(".to to ");
        self.ty(body.local(result).ty);
        if let Some(casts) = &mut self.casts {
            casts.count += 1;
        }
    }

    fn pointer_to(&mut self, pointer: Option<TypeId>, pointee: TypeId) {
        let space = self.space(pointer);
        self.ty(pointee);
        self.star(space);
    }

    /// Prints an operand with its type, as a pointer to this type.
    pub(super) fn address(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        pointer: Value,
        pointee: Option<TypeId>,
    ) {
        match pointee.filter(|&pointee| self.casts.is_some() && !self.is_byte(pointee)) {
            None => self.typed(body, numbers, pointer),
            Some(pointee) => match pointer {
                Value::Constant(constant) => self.constant_pointer(constant, pointee),
                _ => {
                    self.pointer_to(self.type_of(body, pointer), pointee);
                    self.push(" ");
                    self.cast_name();
                }
            },
        }
    }

    /// Prints the callee without its type.
    pub(super) fn callee(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        callee: Value,
        function_type: TypeId,
    ) {
        match callee {
            Value::Constant(constant) if self.casts.is_some() => {
                let space = self.space(Some(self.module.constants.get(constant).ty));
                let steps = self.as_pointer_to(constant, function_type, space);
                self.steps.extend(steps.into_iter().rev());
                self.run();
            }
            Value::Local(_) if self.casts.is_some() => self.cast_name(),
            _ => self.value(body, numbers, callee),
        }
    }

    /// Prints the name that an intrinsic has with typed pointers.
    pub(super) fn typed_intrinsic(&mut self, name: &[u8]) {
        let mut parts = Vec::new();
        for part in name.split(|&byte| byte == b'.') {
            let pointer = part
                .strip_prefix(b"p")
                .is_some_and(|space| !space.is_empty() && space.iter().all(u8::is_ascii_digit));
            parts.push(if pointer {
                [part, b"i8"].concat()
            } else {
                part.to_vec()
            });
        }
        text::push_name(&mut self.out, &parts.join(&b'.'));
    }

    /// Prints a list of constructors, whose function pointers keep their types. Returns false if it
    /// is not one.
    pub(super) fn typed_constructors(&mut self, initializer: ConstantId) -> bool {
        let module = self.module;
        let table = &module.constants;
        let list = |constant: ConstantId| match table.get(constant).kind {
            ConstantKind::Aggregate(list) => Some(table.list(list)),
            _ => None,
        };
        let entries = list(initializer).unwrap_or(&[]);
        let Some(entries) = entries
            .iter()
            .map(|&entry| list(entry))
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        if entries.iter().any(|entry| entry.len() != 3) {
            return false;
        }
        const ENTRY: &str = "{ i32, void ()*, i8* }";
        self.push("[");
        self.number(entries.len() as u64);
        self.push(" x ");
        self.push(ENTRY);
        self.push("] [");
        for (index, entry) in entries.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            self.push(ENTRY);
            self.push(" { ");
            self.typed_constant(entry[0]);
            self.push(", void ()* bitcast (");
            self.typed_constant(entry[1]);
            self.push(" to void ()*), ");
            self.typed_constant(entry[2]);
            self.push(" }");
        }
        self.push("]");
        true
    }

    /// Returns true if a global is a list of constructors or destructors.
    pub(super) fn is_constructor_list(&self, id: GlobalId) -> bool {
        let global = self.module.global(id);
        let name = self.module.names.get(global.name);
        matches!(global.kind, GlobalKind::Variable { .. })
            && (name == b"llvm.global_ctors" || name == b"llvm.global_dtors")
    }
}
