//! Calls, invokes and callbrs, with the upgrades of intrinsics.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::metadata::Operand;
use super::types::TextType;
use crate::attributes::{Attribute, AttributeKind};
use crate::bitcode::{
    CallUpgrade, indirect_arguments, upgraded_function_type, with_attribute_changes,
};
use crate::body::{Bundle, Call};
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, AttributeSetId, CallId, List, TypeId};
use crate::instruction::{CastFlags, CastOp, FastMath, InstructionKind, TailKind, Value};
use crate::module::InlineAsm;
use crate::types::Type;
use pinnacle_base::count::counted;

/// The new call, and the type of its result in the text if it has one. `None` if the call is
/// dropped.
type Made = Option<(CallId, Option<TypeId>)>;

/// The callee of a call in the text.
enum Callee {
    Value(Value),
    /// Inline assembly. Its type is known once its arguments are.
    Assembly(InlineAsm),
}

/// The arguments of a call.
#[derive(Default)]
struct Arguments {
    values: Vec<Value>,
    types: Vec<TextType>,
    sets: Vec<AttributeSetId>,
}

impl Parser<'_> {
    pub(super) fn call_instruction(&mut self, word: &[u8]) -> Result<()> {
        let tail = match word {
            b"tail" => TailKind::Tail,
            b"musttail" => TailKind::MustTail,
            b"notail" => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.expect_word("call")?;
        }
        match self.site(tail)? {
            Some((call, result)) => self.emit_call(InstructionKind::Call(call), result),
            None => Ok(()),
        }
    }

    pub(super) fn invoke(&mut self) -> Result<()> {
        let made = self.site(TailKind::None)?;
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        let Some((call, result)) = made else {
            self.emit(InstructionKind::Branch(normal));
            return Ok(());
        };
        let kind = InstructionKind::Invoke {
            call,
            normal,
            unwind,
        };
        self.emit_call(kind, result)
    }

    pub(super) fn call_branch(&mut self) -> Result<()> {
        let made = self.site(TailKind::None)?;
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        let blocks = self.label_list()?;
        let Some((call, result)) = made else {
            self.emit(InstructionKind::Branch(fallthrough));
            return Ok(());
        };
        let indirect = List::push(&mut self.locals.body.block_lists, &blocks);
        let kind = InstructionKind::CallBranch {
            call,
            fallthrough,
            indirect,
        };
        self.emit_call(kind, result)
    }

    /// Appends a call. If an intrinsic now returns another width than in the text, the result is
    /// converted.
    fn emit_call(&mut self, kind: InstructionKind, result: Option<TypeId>) -> Result<()> {
        let Some(wanted) = result else {
            self.emit(kind);
            return Ok(());
        };
        let site = kind.call().map(|call| self.locals.body.call(call));
        let returned = site.and_then(|site| self.module.types.result(site.function_type));
        let Some(returned) = returned.filter(|&ty| ty != wanted) else {
            return self.emit_value(kind, wanted);
        };
        let types = &self.module.types;
        let (InstructionKind::Call(_), Type::Integer(from), Type::Integer(to)) =
            (kind, types.get(returned), types.get(wanted))
        else {
            let message = "an invoke calls an intrinsic whose result type later changed";
            return self.fail(E::Unsupported, message);
        };
        let value = self.emit_extra(kind, returned);
        let op = if from < to {
            CastOp::ZExt
        } else {
            CastOp::Trunc
        };
        let flags = CastFlags::NONE;
        self.emit_value(InstructionKind::Cast { op, flags, value }, wanted)
    }

    /// Parses the convention, the callee and the arguments.
    fn site(&mut self, tail: TailKind) -> Result<Made> {
        let flags = self.fast_math();
        let convention = self.convention()?;
        let mut result_attributes = self.result_attributes()?;
        let space = self.program_space()?;
        let token = self.token();
        let ty = self.ty()?;
        let mut explicit = self.called_type(ty);
        let callee = match self.is_as_written() {
            true => self.written_callee(space, ty, &mut explicit)?,
            false => {
                self.declare_intrinsic(ty, explicit)?;
                self.callee(space)?
            }
        };
        let upgrade = match callee {
            Callee::Value(value) => self.upgrade_of(value),
            Callee::Assembly(_) => CallUpgrade::Keep,
        };
        let in_memory = match &callee {
            _ if self.is_as_written() => Vec::new(),
            Callee::Assembly(asm) => indirect_arguments(self.module.names.get(asm.constraints)),
            Callee::Value(_) => match upgrade {
                CallUpgrade::ElementType { argument } => vec![argument as usize],
                _ => Vec::new(),
            },
        };
        let dropped = upgrade == CallUpgrade::Drop;
        let mut arguments = self.arguments(dropped, &in_memory)?;
        let (function_attributes, late) = self.function_attributes()?;
        result_attributes.extend(late);
        let bundles = self.bundles()?;
        if dropped {
            return Ok(None);
        }
        let function_type = match explicit {
            Some(function_type) => function_type,
            None => {
                let types: Vec<_> = arguments.types.iter().map(|ty| ty.model).collect();
                self.module.types.function(ty.model, &types, false)
            }
        };
        self.check_arguments(token, function_type, &arguments)?;
        let written = self.module.types.result(function_type);
        let callee = match callee {
            Callee::Value(value) => value,
            Callee::Assembly(asm) => {
                let asm = InlineAsm {
                    function_type,
                    ..asm
                };
                Value::InlineAsm(self.module.add_inline_asm(asm))
            }
        };
        let function_set = self.function_set(&function_attributes);
        let result_set = self.module.attributes.set(&result_attributes);
        let sets = &arguments.sets;
        let attributes = self.module.attributes.list(function_set, result_set, sets);
        let remade = match upgrade {
            CallUpgrade::Keep => None,
            _ => self.remade(upgrade, &mut arguments.values, function_type, attributes),
        };
        let (function_type, attributes) = remade.unwrap_or((function_type, attributes));
        let address_space = match self.module.type_of(&self.locals.body, callee) {
            Some(ty) => match self.module.types.get(ty) {
                Type::Pointer(space) => space,
                _ => return self.fail_at(token, E::WrongType, "the callee is not a pointer"),
            },
            None => space,
        };
        let call = Call {
            callee,
            function_type,
            arguments: self.list(&arguments.values),
            convention,
            attributes,
            address_space,
            // If LLVM replaces a call, the new one has no tail marker.
            tail: match upgrade {
                CallUpgrade::Align { .. } if remade.is_some() => TailKind::None,
                _ => tail,
            },
            flags,
            bundles,
        };
        self.locals.body.calls.push(call);
        let call = CallId::at(self.locals.body.calls.len() - 1);
        let result = written.filter(|&ty| self.module.types.get(ty) != Type::Void);
        Ok(Some((call, result)))
    }

    /// Returns the function type, if the text states all of it.
    fn called_type(&self, ty: TextType) -> Option<TypeId> {
        let is_function = |ty: &TypeId| matches!(self.module.types.get(*ty), Type::Function { .. });
        Some(ty.model)
            .filter(is_function)
            .or_else(|| ty.pointee.filter(is_function))
    }

    /// Returns how calls to this callee are upgraded.
    fn upgrade_of(&self, callee: Value) -> CallUpgrade {
        if let Value::Constant(constant) = callee
            && let ConstantKind::Global(global) = self.module.constants.get(constant).kind
            && let Some(&upgrade) = self.upgrades.get(&global)
        {
            return upgrade;
        }
        CallUpgrade::Keep
    }

    /// Declares the called intrinsic if the text does not. LLVM allows that since 18.
    fn declare_intrinsic(&mut self, result: TextType, explicit: Option<TypeId>) -> Result<()> {
        let token = self.token();
        if token.kind != Kind::Global || !self.slice(token).starts_with(b"@llvm.") {
            return Ok(());
        }
        let key = self.key_of(token)?;
        if !self.globals.contains_key(&key) {
            let ty = match explicit {
                Some(ty) => ty,
                None => self.type_of_call(result)?,
            };
            let (id, _) = self.todays_function(key.name(), ty);
            self.globals.insert(key, id);
        }
        Ok(())
    }

    fn callee(&mut self, space: u32) -> Result<Callee> {
        let token = self.token();
        let pointer = self.module.types.pointer_in(space);
        match token.kind {
            Kind::Global | Kind::GlobalNumber => {
                let global = self.global()?;
                let address = self.module.address_of(global);
                Ok(Callee::Value(address.into()))
            }
            Kind::Local | Kind::LocalNumber => {
                let ty = self.local_type(token).unwrap_or(pointer);
                Ok(Callee::Value(self.value(ty)?))
            }
            Kind::Word if self.is_word("asm") => self.assembly().map(Callee::Assembly),
            // With pointees, only the expression determines the type of the callee.
            Kind::Word
                if self.pointees.is_some()
                    && !matches!(self.word(), b"undef" | b"poison" | b"null") =>
            {
                Ok(Callee::Value(self.expression()?.0.into()))
            }
            _ => Ok(Callee::Value(self.value(pointer)?)),
        }
    }

    /// Parses the callee in text that is read in its original form. If the call states only the
    /// result type, the callee's own type determines the function type.
    fn written_callee(
        &mut self,
        space: u32,
        ty: TextType,
        function: &mut Option<TypeId>,
    ) -> Result<Callee> {
        let token = self.token();
        if self.is_word("asm") {
            return self.assembly().map(Callee::Assembly);
        }
        let known = match token.kind {
            Kind::Global | Kind::GlobalNumber => {
                let global = self.global()?;
                Some(self.address_of(global).into())
            }
            Kind::Word if matches!(self.word(), b"dso_local_equivalent" | b"no_cfi") => {
                let is_plain = self.word() == b"no_cfi";
                self.next();
                let global = self.global()?;
                let address = self.address_of(global);
                let ty = self.module.constants.get(address).ty;
                let kind = match is_plain {
                    true => ConstantKind::NoCfi(global),
                    false => ConstantKind::DsoLocalEquivalent(global),
                };
                Some(self.module.constants.plain(ty, kind).into())
            }
            Kind::Word if !matches!(self.word(), b"undef" | b"poison" | b"null") => {
                Some(self.expression()?.0.into())
            }
            _ => match self.local_type(token) {
                Some(ty) => Some(self.value(ty)?),
                None => None,
            },
        };
        let value = match known {
            Some(value) => value,
            None => {
                let called = match *function {
                    Some(known) => known,
                    None => self.type_of_call(ty)?,
                };
                let pointer = self.pointer_type(space, called);
                self.value(pointer)?
            }
        };
        let pointer = self.module.type_of(&self.locals.body, value);
        let called = pointer.and_then(|ty| self.module.types.pointee(ty));
        let Some(called) = called.filter(|&ty| self.module.types.result(ty).is_some()) else {
            return self.fail_at(token, E::WrongType, "the callee is not a function");
        };
        let result = self.module.types.result(called);
        if function.is_some_and(|expected| expected != called) && result == Some(ty.model) {
            // The type is a pointer to a function, and the call returns that pointer.
            *function = None;
        }
        match *function {
            Some(expected) => self.expect_type(token, called, expected)?,
            None => {
                let result = self.module.types.result(called).unwrap_or(called);
                self.expect_type(token, ty.model, result)?;
            }
        }
        *function = Some(called);
        Ok(Callee::Value(value))
    }

    /// Determines the type of a function that is defined later, from the call's arguments.
    fn type_of_call(&mut self, result: TextType) -> Result<TypeId> {
        let here = self.at;
        self.next();
        let arguments = self.arguments(false, &[])?;
        self.at = here;
        let types: Vec<_> = arguments.types.iter().map(|ty| ty.model).collect();
        Ok(self.module.types.function(result.model, &types, false))
    }

    fn assembly(&mut self) -> Result<InlineAsm> {
        self.next();
        let side_effects = self.take_word("sideeffect");
        let align_stack = self.take_word("alignstack");
        let intel = self.take_word("inteldialect");
        let unwind = self.take_word("unwind");
        let text = self.string()?;
        self.expect_symbol(b',')?;
        let constraints = self.string()?;
        Ok(InlineAsm {
            text: self.module.names.add_even_empty(&text),
            constraints: self.module.names.add_even_empty(&constraints),
            function_type: self.module.types.void(),
            side_effects,
            align_stack,
            intel,
            unwind,
        })
    }

    /// Parses the arguments in parentheses. If the call is dropped, they may be any metadata.
    fn arguments(&mut self, dropped: bool, in_memory: &[usize]) -> Result<Arguments> {
        self.expect_symbol(b'(')?;
        let mut arguments = Arguments::default();
        while !self.is_symbol(b')') {
            // `...` passes the caller's variable arguments on, in a `musttail` call.
            if self.take_word("...") {
                break;
            }
            let token = self.token();
            let ty = self.ty()?;
            let mut set = self.value_attributes(ty)?;
            let value = match self.module.types.get(ty.model) {
                Type::Metadata if self.is_as_written() => Value::Metadata(self.written_metadata()?),
                Type::Metadata if !dropped && self.is_value_of_function()? => {
                    Value::Metadata(self.metadata_of_function()?)
                }
                Type::Metadata => match self.metadata_operand()? {
                    Operand::Known(id) => Value::Metadata(id),
                    Operand::Other if dropped => {
                        let undef = self.module.constants.plain(ty.model, ConstantKind::Undef);
                        undef.into()
                    }
                    Operand::Other => {
                        let message = "this kind of metadata is not supported as an argument";
                        return self.fail_at(token, E::Unsupported, message);
                    }
                },
                Type::Label => {
                    let message = "a block is not supported as an argument";
                    return self.fail_at(token, E::Unsupported, message);
                }
                _ => self.value(ty.model)?,
            };
            // In LLVM 2.0 the attributes come after the value.
            let late = self.value_attributes(ty)?;
            if late != AttributeSetId::EMPTY {
                set = late;
            }
            if in_memory.contains(&arguments.values.len())
                && let Some(pointee) = ty.pointee
            {
                set = self.with_element_type(set, pointee);
            }
            arguments.values.push(value);
            arguments.types.push(ty);
            arguments.sets.push(set);
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b')')?;
        Ok(arguments)
    }

    /// Adds the pointee type to the attributes of an operand that needs it.
    fn with_element_type(&mut self, set: AttributeSetId, pointee: TypeId) -> AttributeSetId {
        let mut all = self.module.attributes.attributes(set).to_vec();
        let element = AttributeKind::ElementType;
        if all.iter().all(|one| one.kind() != Some(element)) {
            all.push(Attribute::Type(element, pointee));
        }
        self.module.attributes.set(&all)
    }

    fn check_arguments(&self, token: Token, function: TypeId, arguments: &Arguments) -> Result<()> {
        let Type::Function {
            parameters,
            variadic,
            ..
        } = self.module.types.get(function)
        else {
            return self.fail_at(token, E::WrongType, "the callee is not a function");
        };
        let parameters = self.module.types.list(parameters);
        let found = arguments.values.len();
        if found < parameters.len() || found > parameters.len() && !variadic {
            let expected = parameters.len();
            let message = format!(
                "the function takes {}, found {found}",
                counted(expected, "argument")
            );
            return self.fail_at(token, E::WrongType, message);
        }
        for (&expected, found) in parameters.iter().zip(&arguments.types) {
            self.expect_type(token, found.model, expected)?;
        }
        Ok(())
    }

    /// Parses operand bundles in square brackets, if there are any.
    fn bundles(&mut self) -> Result<List> {
        let mut bundles = Vec::new();
        if self.is_symbol(b'[') && self.ahead(1).kind == Kind::String {
            self.next();
            loop {
                let tag = self.string()?;
                let tag = self.locals.body.names.add_even_empty(&tag);
                self.expect_symbol(b'(')?;
                let mut values = Vec::new();
                while !self.is_symbol(b')') {
                    values.push(self.typed_value()?.1);
                    if !self.take_symbol(b',') {
                        break;
                    }
                }
                self.expect_symbol(b')')?;
                let values = self.list(&values);
                bundles.push(Bundle { tag, values });
                if !self.take_symbol(b',') {
                    break;
                }
            }
            self.expect_symbol(b']')?;
        }
        Ok(List::push(&mut self.locals.body.bundles, &bundles))
    }

    /// Returns the type and attributes of an upgraded intrinsic call, if the call must be rebuilt.
    /// Changes its arguments.
    fn remade(
        &mut self,
        upgrade: CallUpgrade,
        arguments: &mut Vec<Value>,
        function_type: TypeId,
        attributes: AttributeListId,
    ) -> Option<(TypeId, AttributeListId)> {
        let before = arguments.len();
        let changes = self.upgrade_arguments(upgrade, arguments);
        let is_old = match upgrade {
            CallUpgrade::OldAlign { .. } => before == 4,
            CallUpgrade::Count { .. } => true,
            _ => false,
        };
        if arguments.len() == before && !is_old {
            return None;
        }
        let module = &mut self.module;
        let function_type = upgraded_function_type(module, function_type, upgrade);
        let moves = matches!(
            upgrade,
            CallUpgrade::Align { .. } | CallUpgrade::OldAlign { .. }
        );
        if !moves && changes.is_empty() {
            return Some((function_type, attributes));
        }
        let attributes = with_attribute_changes(module, attributes, before, &changes, moves);
        Some((function_type, attributes))
    }

    /// Changes the arguments of a call to an upgraded intrinsic. Returns the attributes that the
    /// arguments get, by their old indices.
    fn upgrade_arguments(
        &mut self,
        upgrade: CallUpgrade,
        arguments: &mut Vec<Value>,
    ) -> Vec<(u32, Attribute)> {
        let mut changes = Vec::new();
        match upgrade {
            CallUpgrade::Keep | CallUpgrade::Drop | CallUpgrade::ElementType { .. } => {}
            CallUpgrade::Align { pointers } => {
                if arguments.len() == 5 {
                    let align = arguments.remove(3);
                    changes = self.aligned_pointers(align, pointers);
                }
            }
            CallUpgrade::OldAlign { pointers } => {
                if arguments.len() == 4
                    && let Some(align) = arguments.pop()
                {
                    changes = self.aligned_pointers(align, pointers);
                    arguments.push(self.module.int(1, 0).into());
                }
            }
            CallUpgrade::PadFalse(count) | CallUpgrade::Count { operands: count } => {
                let no = self.module.int(1, 0);
                while arguments.len() < count {
                    arguments.push(no.into());
                }
            }
            CallUpgrade::PadData => {
                if arguments.len() == 3 {
                    arguments.push(self.module.int(32, 1).into());
                }
            }
            CallUpgrade::PadNull => {
                if arguments.len() == 4 {
                    arguments.push(self.module.null().into());
                }
            }
        }
        changes
    }

    /// Returns the alignment of the first `pointers` arguments of a call as attributes, if it is
    /// constant.
    fn aligned_pointers(&self, align: Value, pointers: u32) -> Vec<(u32, Attribute)> {
        if let Value::Constant(align) = align
            && let ConstantKind::Bits(align) = self.module.constants.get(align).kind
            && align.is_power_of_two()
            && align <= 1 << 32
        {
            let align = Attribute::Int(AttributeKind::Align, align);
            return (0..pointers).map(|index| (index, align)).collect();
        }
        Vec::new()
    }

    /// Makes a call to a function of the module. Declares the function if it is missing.
    pub(super) fn call_of(&mut self, name: &str, ty: TypeId, arguments: &[Value]) -> CallId {
        let key = super::Key::Name(name.as_bytes().to_vec().into());
        let global = match self.globals.get(&key) {
            Some(&known) => known,
            None => {
                let global = self.module.add_function(name.as_bytes(), ty);
                self.globals.insert(key, global);
                global
            }
        };
        let callee = self.module.address_of(global).into();
        let arguments = self.list(arguments);
        self.locals.body.calls.push(Call {
            callee,
            function_type: ty,
            arguments,
            convention: crate::module::CallingConvention::C,
            attributes: crate::ids::AttributeListId::EMPTY,
            address_space: 0,
            tail: TailKind::None,
            flags: FastMath::NONE,
            bundles: List::EMPTY,
        });
        CallId::at(self.locals.body.calls.len() - 1)
    }
}
