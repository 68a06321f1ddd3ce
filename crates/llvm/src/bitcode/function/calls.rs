//! Calls, invokes and callbrs, with the upgrades of intrinsics.

use super::{BodyReader, Changes};
use crate::attributes::{Attribute, AttributeKind};
use crate::bitcode::attributes::untyped;
use crate::bitcode::codes;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::metadata::Both;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::types::FileType;
use crate::bitcode::upgrade::{self, CallUpgrade};
use crate::body::{Bundle, Call};
use crate::constants::ConstantKind;
use crate::ids::{AttributeListId, CallId, InlineAsmId, List, TypeId};
use crate::instruction::{CastFlags, CastOp, FastMath, InstructionKind, TailKind, Value};
use crate::module::CallingConvention;
use crate::types::Type;

/// The part of a call record before the callee.
struct Site {
    /// The number of the attribute list. `None` if the function type has it.
    attributes: Option<u64>,
    convention: u64,
    /// True if the function type follows in the record.
    explicit: bool,
    tail: TailKind,
    flags: FastMath,
}

/// The new call, and the type of its result if it has one. `None` if the call is dropped.
type Made = Option<(CallId, Option<FileType>)>;

impl BodyReader<'_> {
    pub(super) fn bundle(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let tag = operands.next()?;
        let tag = usize::try_from(tag)
            .ok()
            .and_then(|tag| self.tables.bundle_tags.get(tag));
        let Some(tag) = tag else {
            return Err(bad(ErrorKind::BadNumber, "an operand bundle has no tag"));
        };
        // LLVM 13 wrote these bundles without the function that is required today.
        let is_nullary = operands.left() == 0 && tag == b"clang.arc.attachedcall";
        if is_nullary && !self.types.are_as_written() {
            return Ok(());
        }
        let tag = self.body.names.add_even_empty(tag);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        while operands.left() > 0 {
            scratch.push(self.pair(operands)?.0);
        }
        let values = self.values(&scratch);
        self.scratch = scratch;
        self.bundles.push(Bundle { tag, values });
        Ok(())
    }

    /// Reads the attribute list of a call. In LLVM 2.0 function types have it instead.
    fn attribute_list(&self, operands: &mut Operands<'_>) -> Result<Option<u64>> {
        if self.tables.attributes_in_types {
            return Ok(None);
        }
        operands.next().map(Some)
    }

    pub(super) fn call_record(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let attributes = self.attribute_list(operands)?;
        let bits = operands.next()?;
        let bit = |bit: u32| bits >> bit & 1 == 1;
        let mut flags = FastMath::NONE;
        if bit(17) {
            flags = codes::fast_math(operands.next()?);
        }
        let tail = match (bit(0), bit(14), bit(16)) {
            (_, true, _) => TailKind::MustTail,
            (_, _, true) => TailKind::NoTail,
            (true, _, _) => TailKind::Tail,
            _ => TailKind::None,
        };
        let site = Site {
            attributes,
            convention: bits >> 1 & 0x3FF,
            explicit: bit(15),
            tail,
            flags,
        };
        match self.site(operands, &site)? {
            Some((call, result)) => self.emit_call(InstructionKind::Call(call), result),
            None => Ok(()),
        }
    }

    fn emit_call(&mut self, kind: InstructionKind, result: Option<FileType>) -> Result<()> {
        match result {
            Some(ty) => self.emit_result(kind, ty),
            None => self.emit(kind),
        }
    }

    /// Emits a call whose result has this type in the file. If an intrinsic now returns another
    /// width, the result is converted.
    fn emit_result(&mut self, kind: InstructionKind, ty: FileType) -> Result<()> {
        let (InstructionKind::Call(call) | InstructionKind::Invoke { call, .. }) = kind else {
            return self.emit_value(kind, ty);
        };
        let function = self.body.calls[call.index()].function_type;
        let wanted = self.types.model(ty)?;
        let Some(result) = self
            .module
            .types
            .result(function)
            .filter(|&ty| ty != wanted)
        else {
            return self.emit_value(kind, ty);
        };
        let types = &self.module.types;
        let (InstructionKind::Call(_), Type::Integer(from), Type::Integer(to)) =
            (kind, types.get(result), types.get(wanted))
        else {
            let message = "an invoke calls an intrinsic whose result type later changed";
            return Err(bad(ErrorKind::Unsupported, message));
        };
        let value = self.emit_extra(kind, result).into();
        let op = if from < to {
            CastOp::ZExt
        } else {
            CastOp::Trunc
        };
        let flags = CastFlags::NONE;
        self.emit_value(InstructionKind::Cast { op, flags, value }, ty)
    }

    pub(super) fn invoke(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let attributes = self.attribute_list(operands)?;
        let bits = operands.next()?;
        let normal = self.block_id(operands.next()?)?;
        let unwind = self.block_id(operands.next()?)?;
        let site = Site {
            attributes,
            convention: bits & 0x3FF,
            explicit: bits >> 13 & 1 == 1,
            tail: TailKind::None,
            flags: FastMath::NONE,
        };
        match self.site(operands, &site)? {
            Some((call, result)) => {
                let kind = InstructionKind::Invoke {
                    call,
                    normal,
                    unwind,
                };
                self.emit_call(kind, result)
            }
            None => self.emit(InstructionKind::Branch(normal)),
        }
    }

    pub(super) fn call_branch(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let attributes = Some(operands.next()?);
        let bits = operands.next()?;
        let fallthrough = self.block_id(operands.next()?)?;
        let count = operands.next_u32()? as usize;
        let indirect = self.block_list(operands, count)?;
        let site = Site {
            attributes,
            convention: bits >> 1 & 0x3FF,
            explicit: bits >> 15 & 1 == 1,
            tail: TailKind::None,
            flags: FastMath::NONE,
        };
        let Some((call, result)) = self.site(operands, &site)? else {
            return self.emit(InstructionKind::Branch(fallthrough));
        };
        self.name_labels(call, indirect)?;
        let kind = InstructionKind::CallBranch {
            call,
            fallthrough,
            indirect,
        };
        self.emit_call(kind, result)
    }

    /// Before LLVM 15 the blocks that assembly may jump to were also arguments: block addresses at
    /// the end. Now the constraints mark them as labels.
    fn name_labels(&mut self, call: CallId, indirect: List) -> Result<()> {
        let site = self.body.calls[call.index()];
        let Value::InlineAsm(asm) = site.callee else {
            return Ok(());
        };
        if indirect.is_empty() {
            return Ok(());
        }
        let mut asm = self.module.inline_asm[asm.index()];
        let text = self.module.names.get(asm.constraints).to_vec();
        // The length of the constraints depends on the assembly, not on the record.
        self.charge(text.len() as u64)?;
        let constraints: Vec<&[u8]> = text.split(|&byte| byte == b',').collect();
        if constraints.iter().any(|text| text.starts_with(b"!")) {
            return Ok(());
        }
        let arguments = self.body.values(site.arguments).to_vec();
        let Some(kept) = arguments.len().checked_sub(indirect.len()) else {
            let message = "a `callbr` of inline assembly has fewer block addresses than blocks";
            return Err(bad(ErrorKind::BadInstruction, message));
        };
        let mut argument = 0;
        let mut renamed = Vec::with_capacity(text.len());
        for (index, constraint) in constraints.iter().enumerate() {
            if index > 0 {
                renamed.push(b',');
            }
            if has_argument(constraint) {
                if argument >= kept {
                    renamed.push(b'!');
                }
                argument += 1;
            }
            renamed.extend_from_slice(constraint);
        }
        let types: Option<Vec<TypeId>> = arguments[..kept]
            .iter()
            .map(|&value| self.module.type_of(&self.body, value))
            .collect();
        let result = self.module.types.result(site.function_type);
        let (Some(types), Some(result)) = (types, result) else {
            let message = "inline assembly takes an argument without a type";
            return Err(bad(ErrorKind::BadInstruction, message));
        };
        let module = self.module.alone()?.0;
        asm.constraints = module.names.add_even_empty(&renamed);
        asm.function_type = module.types.function(result, &types, false);
        let callee = Value::InlineAsm(module.add_inline_asm(asm));
        let arguments = self.values(&arguments[..kept]);
        let site = &mut self.body.calls[call.index()];
        site.callee = callee;
        site.function_type = asm.function_type;
        site.arguments = arguments;
        Ok(())
    }

    /// Returns how calls to this callee are upgraded.
    fn upgrade_of(&self, callee: Value) -> CallUpgrade {
        if let Value::Constant(constant) = callee
            && let ConstantKind::Global(global) = self.module.constants.get(constant).kind
        {
            return self.tables.calls[global.index()];
        }
        CallUpgrade::Keep
    }

    /// Reads the callee and the arguments.
    fn site(&mut self, operands: &mut Operands<'_>, site: &Site) -> Result<Made> {
        let mut function = None;
        if site.explicit {
            function = Some(self.types.by_number(operands.next()?)?);
        }
        let (callee, pointer) = self.pair(operands)?;
        self.pointer(pointer)?;
        let function = match function {
            Some(function) => function,
            None => self.types.pointee(pointer)?,
        };
        let mut function_type = self.types.model(function)?;
        let Type::Function {
            result,
            parameters,
            variadic,
        } = self.module.types.get(function_type)
        else {
            let message = "the callee is not a function";
            return Err(bad(ErrorKind::WrongType, message));
        };
        let upgrade = self.upgrade_of(callee);
        if upgrade == CallUpgrade::Drop && self.module.types.get(result) == Type::Void {
            self.bundles.clear();
            return Ok(None);
        }
        let mut arguments = std::mem::take(&mut self.scratch);
        let mut types = std::mem::take(&mut self.file_types);
        arguments.clear();
        types.clear();
        for index in 1..=parameters.len() {
            let ty = self.types.part(function, index);
            arguments.push(match self.model_of(ty)? {
                Type::Metadata => self.metadata(operands)?,
                Type::Label => {
                    let message = "an argument of a call is a block";
                    return Err(bad(ErrorKind::Unsupported, message));
                }
                _ => self.value(operands, ty)?,
            });
            types.push(ty);
        }
        if variadic {
            while operands.left() > 0 {
                let (value, ty) = self.pair(operands)?;
                arguments.push(value);
                types.push(ty);
            }
        }
        operands.end()?;
        let (attributes, lacks_type) = {
            let number = site.attributes;
            let number = number.unwrap_or_else(|| self.types.attribute_list(function));
            self.tables.attributes.list(number)?
        };
        let changes = self.changed.len();
        let lacks_type = lacks_type && !self.types.are_as_written();
        let in_memory = match callee {
            Value::InlineAsm(asm)
                if self.types.has_typed_pointers() && !self.types.are_as_written() =>
            {
                self.arguments_in_memory(asm)
            }
            _ => &[],
        };
        if lacks_type || !in_memory.is_empty() {
            let in_memory = in_memory.to_vec();
            self.type_attributes(attributes, &in_memory, &types)?;
        }
        if let CallUpgrade::ElementType { argument } = upgrade
            && self.types.has_typed_pointers()
            && let Some(&ty) = types.get(argument as usize)
        {
            self.say_element_type(attributes, argument, ty)?;
        }
        let mut remade = false;
        if upgrade != CallUpgrade::Keep {
            let before = arguments.len();
            self.upgrade(upgrade, &mut arguments)?;
            let is_old = match upgrade {
                CallUpgrade::OldAlign { .. } => before == 4,
                CallUpgrade::Count { .. } => true,
                _ => false,
            };
            remade = arguments.len() != before || is_old;
            if remade {
                function_type = self.upgraded_type(function_type, upgrade)?;
            }
        }
        let without_fourth = remade
            && matches!(
                upgrade,
                CallUpgrade::Align { .. } | CallUpgrade::OldAlign { .. }
            );
        if without_fourth || self.changed.len() > changes {
            self.changed[changes..].sort_by_key(|&(parameter, _)| parameter);
            self.changes.push(Changes {
                call: CallId::at(self.body.calls.len()),
                end: self.changed.len() as u32,
                without_fourth,
            });
        }
        let call = Call {
            callee,
            function_type,
            arguments: self.values(&arguments),
            convention: CallingConvention(site.convention as u32),
            attributes,
            address_space: 0,
            // If LLVM replaces a call, the new one has no tail marker; ours has none either.
            tail: match upgrade {
                CallUpgrade::Align { .. } if remade => TailKind::None,
                _ => site.tail,
            },
            flags: site.flags,
            bundles: List::push(&mut self.body.bundles, &self.bundles),
        };
        let call = Call {
            address_space: match self.model_of(pointer)? {
                Type::Pointer(space) => space,
                _ => 0,
            },
            ..call
        };
        self.bundles.clear();
        self.scratch = arguments;
        self.file_types = types;
        self.body.calls.push(call);
        let call = CallId::at(self.body.calls.len() - 1);
        let result =
            (self.module.types.get(result) != Type::Void).then(|| self.types.part(function, 0));
        Ok(Some((call, result)))
    }

    fn metadata(&mut self, operands: &mut Operands<'_>) -> Result<Value> {
        let number = self.absolute(operands.next()?);
        let both = Both {
            module: &self.tables.metadata,
            own: &self.metadata,
        };
        let (module, extra) = self.module.alone()?;
        let id = both.operand(module, &mut extra.made, &self.values, number)?;
        Ok(Value::Metadata(id))
    }

    fn upgraded_type(&mut self, ty: TypeId, upgrade: CallUpgrade) -> Result<TypeId> {
        let bit = self.types.model(self.bit)?;
        let pointer = self.plain_type(Type::Pointer(0))?;
        let types = &self.module.types;
        let parameters = types.parameters(ty).unwrap_or_default();
        let Some(result) = types.result(ty) else {
            return Ok(ty);
        };
        let result = upgrade::result_after(upgrade, result, parameters);
        let parameters = upgrade::parameters_after(upgrade, parameters, bit, pointer);
        match types.known_function(result, &parameters, false) {
            Some(known) => Ok(known),
            None => {
                let types = &mut self.module.alone()?.0.types;
                Ok(types.function(result, &parameters, false))
            }
        }
    }

    /// Upgrades the arguments of a call to an intrinsic that has changed.
    fn upgrade(&mut self, upgrade: CallUpgrade, arguments: &mut Vec<Value>) -> Result<()> {
        match upgrade {
            CallUpgrade::Keep | CallUpgrade::Drop | CallUpgrade::ElementType { .. } => {}
            CallUpgrade::Align { pointers } => {
                if arguments.len() != 5 {
                    return Ok(());
                }
                let align = Some(arguments.remove(3));
                self.align_pointers(align, pointers);
            }
            CallUpgrade::PadFalse(count) | CallUpgrade::Count { operands: count } => {
                let no = self.no()?;
                while arguments.len() < count {
                    arguments.push(no.into());
                }
            }
            CallUpgrade::PadData => {
                if arguments.len() == 3 {
                    arguments.push(self.module.alone()?.0.int(32, 1).into());
                }
            }
            CallUpgrade::OldAlign { pointers } => {
                if arguments.len() == 4 {
                    let align = arguments.pop();
                    self.align_pointers(align, pointers);
                    arguments.push(self.no()?.into());
                }
            }
            CallUpgrade::PadNull => {
                if arguments.len() == 4 {
                    arguments.push(self.null()?.into());
                }
            }
        }
        Ok(())
    }

    /// Records the alignment of the first `pointers` arguments of a call, if it is constant.
    fn align_pointers(&mut self, align: Option<Value>, pointers: u32) {
        if let Some(Value::Constant(align)) = align
            && let ConstantKind::Bits(align) = self.module.constants.get(align).kind
            && align.is_power_of_two()
            && align <= 1 << 32
        {
            let align = Attribute::Int(AttributeKind::Align, align);
            self.changed
                .extend((0..pointers).map(|index| (index, align)));
        }
    }

    /// Records the pointee type of a pointer argument, unless its attributes state it.
    fn say_element_type(
        &mut self,
        list: AttributeListId,
        argument: u32,
        ty: FileType,
    ) -> Result<()> {
        let kind = AttributeKind::ElementType;
        let table = &self.module.attributes;
        let set = table.parameter(list, argument as usize);
        if table
            .attributes(set)
            .iter()
            .all(|one| one.kind() != Some(kind))
        {
            let pointee = self.types.model(self.types.pointee(ty)?)?;
            self.changed
                .push((argument, Attribute::Type(kind, pointee)));
        }
        Ok(())
    }

    fn arguments_in_memory(&mut self, asm: InlineAsmId) -> &[usize] {
        let constraints = self.module.inline_asm[asm.index()].constraints;
        let names = &self.module.names;
        self.indirect
            .entry(constraints)
            .or_insert_with(|| indirect_arguments(names.get(constraints)))
    }

    /// Adds the pointee type to attributes that lack one. Memory operands of assembly get an
    /// attribute with their type.
    fn type_attributes(
        &mut self,
        list: AttributeListId,
        in_memory: &[usize],
        types: &[FileType],
    ) -> Result<()> {
        let mut in_memory = in_memory.iter().copied().peekable();
        for (index, &ty) in (0..).zip(types) {
            let mut kinds = untyped(&self.module, list, index).collect::<Vec<_>>();
            if in_memory.next_if_eq(&(index as usize)).is_some() {
                let set = self.module.attributes.parameter(list, index as usize);
                let all = self.module.attributes.attributes(set);
                let element = Some(AttributeKind::ElementType);
                if all.iter().all(|one| one.kind() != element) {
                    kinds.extend(element);
                }
            }
            for kind in kinds {
                let pointee = self.types.model(self.types.pointee(ty)?)?;
                self.changed.push((index, Attribute::Type(kind, pointee)));
            }
        }
        Ok(())
    }
}

/// The indices of the arguments of assembly that are accessed through pointers.
pub(crate) fn indirect_arguments(constraints: &[u8]) -> Vec<usize> {
    let all = constraints.split(|&byte| byte == b',');
    let arguments = all.filter(|constraint| has_argument(constraint));
    let indirect = arguments.enumerate().filter(|(_, one)| is_indirect(one));
    indirect.map(|(index, _)| index).collect()
}

/// Returns true if an operand of assembly is accessed through a pointer.
fn is_indirect(constraint: &[u8]) -> bool {
    let rest = constraint.strip_prefix(b"=").unwrap_or(constraint);
    let rest = rest.strip_prefix(b"&").unwrap_or(rest);
    rest.starts_with(b"*")
}

/// Returns true if an operand of assembly is an argument of the call. Results and clobbers are not.
fn has_argument(constraint: &[u8]) -> bool {
    match constraint.first() {
        None | Some(b'~' | b'!') => false,
        Some(b'=') => is_indirect(constraint),
        Some(_) => true,
    }
}
