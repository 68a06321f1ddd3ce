//! Passes variable arguments in memory.
//!
//! PNaCl's functions take exactly the arguments in their type. A variadic function therefore gets
//! one more parameter, a pointer to the variable arguments, and the caller puts these into a buffer
//! in its own frame. One buffer serves all calls of a function: its contents are not needed once a
//! call has returned.
//!
//! ```llvm
//! %r = call i32 (ptr, ...) @printf(ptr %format, i32 7, double %d)
//! ```
//!
//! becomes, with the buffer made where the function begins,
//!
//! ```llvm
//! %buffer = alloca [16 x i8], align 8
//! store i32 7, ptr %buffer
//! %second = getelementptr i8, ptr %buffer, i32 8
//! store double %d, ptr %second
//! %r = call i32 @printf(ptr %format, ptr %buffer)
//! ```
//!
//! Each argument has the alignment of its type, but at least four bytes, and its size is rounded up
//! likewise. Arguments that are passed by value (`byval`) are copied into the buffer. `va_arg`
//! reads them by the same rule: it rounds the pointer in the list up, loads, and advances the
//! pointer. The list is that pointer, in the first word of the C compiler's list. `va_start` stores
//! the new parameter there, `va_copy` copies it, and `va_end` is removed.
//!
//! The definition decides how a function is called, whether or not the call says `...`, because C
//! without prototypes makes calls of both kinds. Missing arguments are then zero. A call without
//! variable arguments still passes a buffer, since functions such as `open` may look for an
//! argument that was not given.
//!
//! PNaCl's built-in functions get their types in C, whatever their declarations
//! ([`crate::built_in`]).
//!
//! Relies on `aliases` and `constant-expressions`: a call names its callee directly if it is known.

use crate::Options;
use crate::built_in::Signatures;
use crate::declarations::Declarations;
use crate::emit::Emit;
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::layout::Layout;
use crate::memory::{Place, Room, address, extent, global_of, is_intrinsic};
use crate::passing::ArgumentSlot;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeListId, AttributeSetId, BinaryOp, Body, Call, CastOp, Edit,
    Editor, GlobalId, Instruction, InstructionKind, LocalId, Module, Parameter, TailKind, Type,
    TypeId, Value,
};

/// Minimum size and alignment of an argument in bytes.
const SLOT: u64 = 4;

/// Minimum size and alignment in bytes of the argument buffer in a function that calls a variadic
/// function.
const MIN_BUFFER_SIZE: u64 = 8;

/// The meaning of a global for this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An unknown function or another global.
    Other,
    /// Any other intrinsic function.
    Intrinsic,
    /// A function with a fixed number of parameters.
    Fixed,
    /// A function that was variadic, with its number of fixed parameters.
    Variadic(usize),
    Start,
    Copy,
    End,
}

/// The treatment of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// The call is unchanged.
    Keep,
    /// The arguments from this one on are stored in the buffer.
    Pack(usize),
    /// The function passes its own variable arguments on.
    Forward(usize),
    /// The type of the call loses its `...`.
    Fix,
    Start,
    Copy,
    End,
}

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    Signatures::of(module).declare(module);
    let mut step = Step {
        roles: Vec::with_capacity(module.globals().len()),
        layout: Layout::of(module),
        declared: Declarations::default(),
    };
    for id in module.global_ids() {
        let role = role_of(module, id);
        step.roles.push(role);
    }
    for index in 0..step.roles.len() {
        if let Role::Variadic(count) = step.roles[index] {
            add_parameter(module, GlobalId::at(index), count);
        }
    }
    for index in 0..step.roles.len() {
        let function = GlobalId::at(index);
        let Some(body) = body_of(module, function) else {
            continue;
        };
        if body.instructions().iter().any(|instruction| {
            matches!(instruction.kind, InstructionKind::VaArg(_))
                || step.plan_of(module, body, function, &instruction.kind) != Plan::Keep
        }) {
            step.edit(module, function, reporter);
        }
    }
}

fn role_of(module: &Module, global: GlobalId) -> Role {
    if module.as_function(global).is_none() {
        return Role::Other;
    }
    if is_intrinsic(module, global) {
        let name = module.names.get(module.global(global).name);
        // The name may end with the address space of the list.
        let is = |known: &[u8]| {
            name.strip_prefix(known)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
        };
        return match () {
            () if is(b"llvm.va_start") => Role::Start,
            () if is(b"llvm.va_copy") => Role::Copy,
            () if is(b"llvm.va_end") => Role::End,
            () => Role::Intrinsic,
        };
    }
    match module.types.get(module.global(global).ty) {
        // A declaration without a prototype may be any function.
        Type::Function { variadic: true, .. } if body_of(module, global).is_none() => Role::Other,
        Type::Function {
            parameters,
            variadic: true,
            ..
        } => Role::Variadic(parameters.len()),
        _ => Role::Fixed,
    }
}

/// Adds the parameter for the variable arguments to a function.
fn add_parameter(module: &mut Module, function: GlobalId, count: usize) {
    let ty = module.global(function).ty;
    let mut types = module.types.parameters(ty).unwrap_or_default().to_vec();
    let Some(result) = module.types.result(ty) else {
        return;
    };
    types.push(module.types.pointer());
    let ty = module.types.function(result, &types, false);
    let mut parameters: Vec<_> = (0..count).map(Parameter::Kept).collect();
    parameters.push(Parameter::New);
    module.change_parameters(function, ty, &parameters);
}

struct Step {
    roles: Vec<Role>,
    layout: Layout,
    declared: Declarations,
}

impl Step {
    fn plan_of(
        &self,
        module: &Module,
        body: &Body,
        function: GlobalId,
        kind: &InstructionKind,
    ) -> Plan {
        let InstructionKind::Call(id) = *kind else {
            return Plan::Keep;
        };
        let call = body.call(id);
        let role = match global_of(module, call.callee) {
            Some(global) => self.roles.get(global.index()).copied(),
            None => None,
        };
        let by_type = || match module.types.get(call.function_type) {
            Type::Function {
                parameters,
                variadic: true,
                ..
            } => Some(parameters.len()),
            _ => None,
        };
        let count = match role.unwrap_or(Role::Other) {
            Role::Intrinsic => return Plan::Keep,
            Role::Start => return Plan::Start,
            Role::Copy => return Plan::Copy,
            Role::End => return Plan::End,
            Role::Fixed => return by_type().map_or(Plan::Keep, |_| Plan::Fix),
            Role::Variadic(count) => count,
            Role::Other => match by_type() {
                Some(count) => count,
                None => return Plan::Keep,
            },
        };
        let caller = self.roles.get(function.index());
        if call.tail == TailKind::MustTail
            && call.arguments.len() <= count
            && matches!(caller, Some(Role::Variadic(_)))
        {
            return Plan::Forward(count);
        }
        Plan::Pack(count)
    }

    fn edit(&mut self, module: &mut Module, function: GlobalId, reporter: &mut Reporter) {
        let own = match self.roles.get(function.index()) {
            Some(&Role::Variadic(count)) => Some(Value::Local(LocalId::at(count))),
            _ => None,
        };
        let Some(body) = body_of(module, function) else {
            return;
        };
        let mut room = Room::EMPTY;
        let mut packs = false;
        for instruction in body.instructions() {
            if let Plan::Pack(count) = self.plan_of(module, body, function, &instruction.kind)
                && let Some(id) = instruction.kind.call()
            {
                packs = true;
                let call = body.call(id);
                let mut one = Room::EMPTY;
                // If an argument has no place, this error is found again and reported when the
                // arguments are stored.
                let fits = (count..call.arguments.len()).try_for_each(|number| {
                    self.place(module, body, call, number, &mut one).map(drop)
                });
                if fits.is_ok() {
                    room.share(one);
                }
            }
        }
        if packs {
            room.share(Room {
                size: MIN_BUFFER_SIZE,
                align: MIN_BUFFER_SIZE,
            });
        }
        let mut buffer = None;
        reporter.edit(module, function, |editor, instruction| {
            if packs && buffer.is_none() {
                buffer = Some(room.alloca(&mut editor.build));
            }
            self.instruction(editor, instruction, own, buffer)
        });
    }

    /// Computes the offset of an argument in the buffer.
    fn place(
        &mut self,
        module: &Module,
        body: &Body,
        call: Call,
        number: usize,
        room: &mut Room,
    ) -> Result<ArgumentSlot, Fault> {
        let argument = body.values(call.arguments)[number];
        let by_value = by_value_type(module, call.attributes, number);
        let Some(ty) = by_value.or_else(|| module.type_of(body, argument)) else {
            return Err(ErrorKind::BadCall.fault("a variable argument must be a value"));
        };
        let extent = extent(&mut self.layout, &module.types, ty)?;
        Ok(ArgumentSlot {
            offset: room.place(slot_size(extent.size)?, extent.align.max(SLOT))?,
            copied: by_value.map(|_| extent.size),
        })
    }

    fn instruction(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        own: Option<Value>,
        buffer: Option<Value>,
    ) -> Result<Edit, Fault> {
        let build = &mut editor.build;
        if let InstructionKind::VaArg(list) = instruction.kind {
            return self.va_arg(editor, instruction, list);
        }
        let function = build.function();
        let plan = self.plan_of(build.module, build.body(), function, &instruction.kind);
        let Some(id) = instruction.kind.call() else {
            return Ok(Edit::Keep);
        };
        let call = build.body().call(id);
        let list = |editor: &Editor<'_>, number: usize| {
            let lists = editor.build.body().values(call.arguments);
            lists.get(number).copied().ok_or_else(|| {
                ErrorKind::BadIntrinsic.fault(
                    "a call of va_start, va_copy or va_end lacks \
                                                     its argument list",
                )
            })
        };
        match plan {
            Plan::Keep => return Ok(Edit::Keep),
            _ if matches!(plan, Plan::Start | Plan::Copy | Plan::End)
                && instruction.result.is_some() =>
            {
                return Err(
                    ErrorKind::BadIntrinsic.fault("va_start, va_copy and va_end must return void")
                );
            }
            Plan::Start => {
                let own = own.ok_or_else(|| {
                    ErrorKind::BadIntrinsic
                        .fault("va_start is called in a function without variable arguments")
                })?;
                let list = list(editor, 0)?;
                editor.build.store(own, list, false);
            }
            Plan::Copy => {
                let (to, from) = (list(editor, 0)?, list(editor, 1)?);
                let pointer = editor.build.module.types.pointer();
                let next = editor.build.load(pointer, from, false);
                editor.build.store(next, to, false);
            }
            Plan::End => {}
            Plan::Fix => {
                let count = call.arguments.len();
                self.call(editor, instruction, call, count, None)?;
            }
            Plan::Forward(count) => self.call(editor, instruction, call, count, own)?,
            Plan::Pack(count) => {
                let buffer = buffer.ok_or_else(|| {
                    Fault::internal("a call with variable arguments has no buffer for them")
                })?;
                let mut room = Room::EMPTY;
                for number in count..call.arguments.len() {
                    let build = &mut editor.build;
                    let slot = self.place(build.module, build.body(), call, number, &mut room)?;
                    let argument = build.body().values(call.arguments)[number];
                    slot.fill(build, &mut self.declared, buffer, argument)?;
                }
                self.call(editor, instruction, call, count, Some(buffer))?;
            }
        }
        Ok(Edit::Drop)
    }

    /// Emits a call with the first `count` arguments and a pointer to the others. Its type has no
    /// `...`.
    fn call(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        mut call: Call,
        count: usize,
        others: Option<Value>,
    ) -> Result<(), Fault> {
        let build = &mut editor.build;
        let mut arguments = build.body().values(call.arguments).to_vec();
        let had = arguments.len();
        arguments.truncate(count);
        let mut types = Vec::with_capacity(count + 1);
        for &argument in &arguments {
            types.push(
                build
                    .module
                    .type_of(build.body(), argument)
                    .ok_or_else(|| {
                        ErrorKind::BadCall.fault("an argument of a call must be a value")
                    })?,
            );
        }
        while arguments.len() < count {
            // Only a known function can have more parameters than its call has arguments. The next
            // step corrects their types.
            types.push(build.module.types.integer(32));
            arguments.push(build.module.int(32, 0).into());
        }
        if let Some(others) = others {
            types.push(build.module.types.pointer());
            arguments.push(others);
        }
        let result = build.module.types.result(call.function_type);
        let result = result.ok_or_else(|| {
            Fault::internal("a call has a callee type that is not a function type")
        })?;
        call.function_type = build.module.types.function(result, &types, false);
        call.attributes = without_rest(build.module, call.attributes, count, had);
        if others.is_some() {
            // The callee reads this frame, so the call cannot be a tail call.
            call.tail = TailKind::None;
        }
        let kind = build.call_with(call, &arguments);
        let result = instruction.result;
        build.push(Instruction { kind, result });
        Ok(())
    }

    fn va_arg(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        list: Value,
    ) -> Result<Edit, Fault> {
        let build = &mut editor.build;
        let Some(result) = instruction.result else {
            return Err(ErrorKind::BadInstruction.fault("va_arg reads an argument without a type"));
        };
        let ty = build.body().local(result).ty;
        let extent = extent(&mut self.layout, &build.module.types, ty)?;
        let size = slot_size(extent.size)?;
        let pointer = build.module.types.pointer();
        let mut place = build.load(pointer, list, false);
        if extent.align > SLOT {
            let word = build.module.types.integer(32);
            let up = build.module.int(32, extent.align - 1);
            let mask = build.module.int(32, extent.align.wrapping_neg());
            let number = build.cast(CastOp::PtrToInt, place, word);
            let number = build.binary(BinaryOp::Add, number, up.into());
            let number = build.binary(BinaryOp::And, number, mask.into());
            place = build.cast(CastOp::IntToPtr, number, pointer);
        }
        let next = address(build, place, size);
        build.store(next, list, false);
        Place::new(place, extent.align).load(build, ty);
        editor.define(result);
        Ok(Edit::Drop)
    }
}

/// The size of an argument in the buffer.
fn slot_size(size: u64) -> Result<u64, Fault> {
    let size = size.next_multiple_of(SLOT);
    if size >> 32 != 0 {
        return Err(ErrorKind::TooLarge.fault("a variable argument is larger than memory"));
    }
    Ok(size)
}

/// Returns the type of the data to which an argument points, if it is passed by value.
fn by_value_type(module: &Module, list: AttributeListId, number: usize) -> Option<TypeId> {
    let set = module.attributes.parameter(list, number);
    let attributes = module.attributes.attributes(set);
    attributes.iter().find_map(|attribute| match *attribute {
        Attribute::Type(AttributeKind::ByVal, ty) => Some(ty),
        _ => None,
    })
}

/// Returns a list of attributes without those of the arguments from `count` on. `had` is the number
/// of arguments.
fn without_rest(
    module: &mut Module,
    list: AttributeListId,
    count: usize,
    had: usize,
) -> AttributeListId {
    let attributes = &mut module.attributes;
    if (count..had).all(|number| attributes.parameter(list, number) == AttributeSetId::EMPTY) {
        return list;
    }
    let sets: Vec<_> = (0..count)
        .map(|number| attributes.parameter(list, number))
        .collect();
    let whole = attributes.get(list);
    attributes.list(whole.function, whole.result, &sets)
}
