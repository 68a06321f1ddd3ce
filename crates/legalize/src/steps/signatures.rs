//! Passes and returns structs, arrays, and vectors of most types, in memory.
//!
//! PNaCl's functions take and return numbers and the few vectors that it has (see `vectors`). Other
//! arguments, both aggregates and `byval` parameters, are passed as the address of a copy in the
//! caller's frame. Other results are stored to an address that is passed as a first parameter.
//! `sret` means the same, so only the attribute is removed.
//!
//! ```llvm
//! define { i32, double } @f([2 x i32] %pair) {
//!   %r = call { i32, double } @f([2 x i32] %pair)
//!   ret { i32, double } %r
//! }
//! ```
//!
//! becomes
//!
//! ```llvm
//! define void @f(ptr %result, ptr %address) {
//!   %room = alloca [24 x i8], align 8
//!   %pair = load [2 x i32], ptr %address
//!   store [2 x i32] %pair, ptr %room
//!   %place = getelementptr i8, ptr %room, i32 8
//!   call void @f(ptr %place, ptr %room)
//!   %r = load { i32, double }, ptr %place
//!   store { i32, double } %r, ptr %result
//!   ret void
//! }
//! ```
//!
//! The same holds for every function type that a call through a pointer has. All calls of a
//! function share one piece of its frame, which is as large as the largest call needs: its contents
//! are not needed once the call has returned. A call that is passed an address in the frame is no
//! longer a tail call. Loads and stores of whole aggregates and vectors are left to `structs` and
//! `vectors`.
//!
//! Parameters keep only the attributes for extending small integers. Attributes that need a calling
//! convention (`inalloca`, `preallocated`, `nest`, those of Swift), and data in front of a
//! function's code, are errors.
//!
//! Relies on `variadic` and `calls`: nothing is variadic, and calls by name have the type of the
//! function. Intrinsics may return structs, which the steps that expand them handle.

use crate::Options;
use crate::declarations::Declarations;
use crate::emit::Emit;
use crate::error::{Error, ErrorKind, Fault, Reporter, Rewrite, body_of};
use crate::layout::{Layout, is_aggregate};
use crate::memory::{Room, address, extent, global_of, is_intrinsic};
use crate::passing::{ArgumentSlot, Changed, FunctionTypes, Passing};
use crate::vector_shapes::is_foreign;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeListId, AttributeSetId, Body, Call, Edit, Editor, GlobalId,
    Instruction, InstructionKind, Module, TailKind, TypeId, TypeTable, Value,
};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut step = Step {
        types: FunctionTypes::new(is_large, |_, _| Ok(Passing::Memory)),
        kept: Vec::new(),
        functions: Vec::with_capacity(module.globals().len()),
        layout: Layout::of(module),
        declared: Declarations::default(),
    };
    for id in module.global_ids() {
        let function = step.function(module, id, reporter);
        step.functions.push(function);
    }
    if !reporter.is_empty() {
        return;
    }
    for index in 0..step.functions.len() {
        let function = GlobalId::at(index);
        if body_of(module, function).is_some_and(|body| step.is_wanted(module, body, function)) {
            step.edit(module, function, reporter);
        }
    }
}

/// A function before its conversion.
#[derive(Clone, Debug, Default)]
struct FunctionBefore {
    is_intrinsic: bool,
    attributes: AttributeListId,
    /// The parameters and the result that are in memory now.
    changed: Changed,
}

struct Step {
    types: FunctionTypes,
    /// For each attribute list, the attributes that are kept: if the result stays a result, and if
    /// it becomes a parameter.
    kept: Vec<[Option<AttributeListId>; 2]>,
    /// The original functions, indexed by global.
    functions: Vec<FunctionBefore>,
    layout: Layout,
    declared: Declarations,
}

/// Returns true if values of a type are passed in memory.
fn is_large(types: &TypeTable, ty: TypeId) -> bool {
    is_aggregate(types, ty) || is_foreign(types, ty)
}

/// Returns true if an attribute of a parameter is unsupported and cannot be ignored.
const fn is_refused(kind: AttributeKind) -> bool {
    matches!(
        kind,
        AttributeKind::InAlloca
            | AttributeKind::Preallocated
            | AttributeKind::Nest
            | AttributeKind::SwiftSelf
            | AttributeKind::SwiftError
            | AttributeKind::SwiftAsync
    )
}

/// Returns true if a parameter keeps an attribute.
const fn is_kept(attribute: Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Enum(AttributeKind::SExt | AttributeKind::ZExt)
    )
}

impl Step {
    /// Changes the type and the attributes of a function.
    fn function(
        &mut self,
        module: &mut Module,
        global: GlobalId,
        reporter: &mut Reporter,
    ) -> FunctionBefore {
        let Some(id) = module.as_function(global) else {
            return FunctionBefore::default();
        };
        let function = module.function(id);
        let attributes = function.attributes;
        let mut before = FunctionBefore {
            is_intrinsic: is_intrinsic(module, global),
            attributes,
            ..FunctionBefore::default()
        };
        if before.is_intrinsic {
            return before;
        }
        if function.prefix.is_some() || function.prologue.is_some() {
            let fault = ErrorKind::BadGlobal
                .fault("a function has prefix data, but PNaCl code is not in memory");
            reporter.error(Error::in_function(fault, module, global));
        }
        if let Err(fault) = check_attributes(module, attributes) {
            reporter.error(Error::in_function(fault, module, global));
            return before;
        }
        let changed = self.types.change(module, global);
        before.changed = reporter
            .checked(module, global, changed)
            .unwrap_or_default();
        let attributes = self.kept_attributes(module, attributes, before.changed.result);
        module.function_mut(id).attributes = attributes;
        before
    }

    /// Returns the attributes that parameters keep. They move by one if the result becomes a
    /// parameter.
    fn kept_attributes(
        &mut self,
        module: &mut Module,
        list: AttributeListId,
        returns_in_memory: bool,
    ) -> AttributeListId {
        if self.kept.len() <= list.index() {
            self.kept.resize(list.index() + 1, [None; 2]);
        }
        *self.kept[list.index()][usize::from(returns_in_memory)]
            .get_or_insert_with(|| filtered(module, list, returns_in_memory))
    }

    /// Returns true if a body must be edited.
    fn is_wanted(&self, module: &Module, body: &Body, function: GlobalId) -> bool {
        let changed = &self.functions[function.index()].changed;
        if changed.result || !changed.displaced.is_empty() {
            return true;
        }
        body.instructions().iter().any(|it| match it.kind {
            InstructionKind::Alloca {
                in_alloca,
                swift_error,
                ..
            } => in_alloca || swift_error,
            InstructionKind::Call(id) => self.passes_in_memory(module, body.call(id)),
            _ => false,
        })
    }

    fn passes_in_memory(&self, module: &Module, call: Call) -> bool {
        let callee = global_of(module, call.callee);
        let callee = callee.and_then(|callee| self.functions.get(callee.index()));
        let mut others = AttributeListId::EMPTY;
        if let Some(callee) = callee {
            if callee.is_intrinsic {
                return false;
            }
            others = callee.attributes;
        }
        self.types.may_change(&module.types, call.function_type)
            || loses_attributes(module, call.attributes)
            || loses_attributes(module, others)
    }

    /// Returns the pointee of an argument that is passed by value, according to the attributes of
    /// the call or of the called function.
    fn by_value(
        &self,
        module: &Module,
        call: Call,
        number: usize,
    ) -> Result<Option<(TypeId, u64)>, Fault> {
        let callee = global_of(module, call.callee);
        let callee = callee.and_then(|callee| self.functions.get(callee.index()));
        let others = callee.map_or(AttributeListId::EMPTY, |callee| callee.attributes);
        for list in [call.attributes, others] {
            let set = module.attributes.parameter(list, number);
            let attributes = module.attributes.attributes(set);
            let align = attributes.iter().find_map(|attribute| match *attribute {
                Attribute::Int(AttributeKind::Align, align) => Some(align),
                _ => None,
            });
            for &attribute in attributes {
                match attribute {
                    Attribute::Type(AttributeKind::ByVal, ty) => {
                        return Ok(Some((ty, align.unwrap_or(1))));
                    }
                    Attribute::Enum(AttributeKind::ByVal) => {
                        return Err(ErrorKind::BadCall.fault("a `byval` argument has no type"));
                    }
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    fn edit(&mut self, module: &mut Module, function: GlobalId, reporter: &mut Reporter) {
        let Some(body) = body_of(module, function) else {
            return;
        };
        let mut room = Room::EMPTY;
        for instruction in body.instructions() {
            if let InstructionKind::Call(id) = instruction.kind {
                let call = body.call(id);
                let mut one = Room::EMPTY;
                // An error is found again when the call is changed, and reported then.
                if self.places(module, body, call, &mut one).is_ok() {
                    room.share(one);
                }
            }
        }
        let changed = std::mem::take(&mut self.functions[function.index()].changed);
        let mut caller = Caller {
            step: self,
            changed,
            room,
            frame: None,
        };
        reporter.rewrite(module, function, &mut caller);
    }

    /// Determines where in the frame the arguments and the result of a call are. Calls of
    /// intrinsics need no memory.
    fn places(
        &mut self,
        module: &Module,
        body: &Body,
        call: Call,
        room: &mut Room,
    ) -> Result<Places, Fault> {
        let mut places = Places::default();
        if let Some(callee) = global_of(module, call.callee)
            && self
                .functions
                .get(callee.index())
                .is_some_and(|callee| callee.is_intrinsic)
        {
            return Ok(places);
        }
        for (number, &argument) in body.values(call.arguments).iter().enumerate() {
            let types = &module.types;
            let slot = if let Some((ty, align)) = self.by_value(module, call, number)? {
                let extent = extent(&mut self.layout, types, ty)?;
                ArgumentSlot {
                    offset: room.place(extent.size, extent.align.max(align))?,
                    copied: Some(extent.size),
                }
            } else if let Some(ty) = module.type_of(body, argument)
                && is_large(types, ty)
            {
                let extent = extent(&mut self.layout, types, ty)?;
                ArgumentSlot {
                    offset: room.place(extent.size, extent.align)?,
                    copied: None,
                }
            } else {
                continue;
            };
            places.arguments.push((number, slot));
        }
        if let Some(result) = module.types.result(call.function_type)
            && is_large(&module.types, result)
        {
            let extent = extent(&mut self.layout, &module.types, result)?;
            places.result = Some(room.place(extent.size, extent.align)?);
        }
        Ok(places)
    }

    fn call(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: Instruction,
        mut call: Call,
        frame: Option<Value>,
    ) -> Result<Edit, Fault> {
        let build = &mut editor.build;
        if !self.passes_in_memory(build.module, call) {
            return Ok(Edit::Keep);
        }
        let count = call.arguments.len();
        check_attributes(build.module, call.attributes)?;
        let places = self.places(build.module, build.body(), call, &mut { Room::EMPTY })?;
        // A value without a size may be at any address.
        let frame = frame.unwrap_or_else(|| build.module.null().into());
        let mut arguments = Vec::with_capacity(count + 1);
        let result_address = places.result.map(|place| address(build, frame, place));
        arguments.extend(result_address);
        arguments.extend_from_slice(build.body().values(call.arguments));
        let shift = usize::from(result_address.is_some());
        for &(number, slot) in &places.arguments {
            let argument = &mut arguments[number + shift];
            *argument = slot.fill(build, &mut self.declared, frame, *argument)?;
        }
        let types = &mut build.module.types;
        call.function_type = self.types.function(types, call.function_type)?;
        call.attributes = self.kept_attributes(build.module, call.attributes, shift == 1);
        if shift == 1 || !places.arguments.is_empty() {
            call.tail = TailKind::None;
        }
        let kind = build.call_with(call, &arguments);
        match (result_address, instruction.result) {
            (Some(address), Some(result)) => {
                let ty = build.body().local(result).ty;
                build.emit_void(kind);
                build.load(ty, address, false);
                build.define_last(result);
            }
            (_, result) => build.push(Instruction { kind, result }),
        }
        Ok(Edit::Drop)
    }
}

/// A function whose calls and returns are replaced.
struct Caller<'s> {
    step: &'s mut Step,
    changed: Changed,
    room: Room,
    frame: Option<Value>,
}

impl Rewrite for Caller<'_> {
    fn begin(&mut self, editor: &mut Editor<'_>) -> Result<(), Fault> {
        let build = &mut editor.build;
        self.frame = self.room.frame(build);
        for &(local, number) in &self.changed.displaced {
            let ty = build.body().local(local).ty;
            let address = build.parameter(number);
            build.load(ty, address, false);
            build.define_last(local);
        }
        Ok(())
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        match it.kind {
            InstructionKind::Return(Some(value)) if self.changed.result => {
                let address = editor.build.parameter(0);
                editor.build.store(value, address, false);
                editor.build.ret(None);
                Ok(Edit::Drop)
            }
            InstructionKind::Alloca {
                in_alloca,
                swift_error,
                ..
            } if in_alloca || swift_error => Err(ErrorKind::BadInstruction.fault(
                "an alloca with `inalloca` or `swifterror` needs a calling convention that \
                 PNaCl does not have",
            )),
            InstructionKind::Call(id) => {
                let call = editor.build.body().call(id);
                self.step.call(editor, it, call, self.frame)
            }
            _ => Ok(Edit::Keep),
        }
    }
}

/// Returns true if parameters have attributes that they do not keep.
fn loses_attributes(module: &Module, list: AttributeListId) -> bool {
    let attributes = &module.attributes;
    (0..attributes.parameter_count(list)).any(|number| {
        let set = attributes.parameter(list, number);
        let mut all = attributes.attributes(set).iter();
        all.any(|&attribute| !is_kept(attribute))
    })
}

fn filtered(
    module: &mut Module,
    list: AttributeListId,
    returns_in_memory: bool,
) -> AttributeListId {
    let whole = module.attributes.get(list);
    let (mut sets, result) = if returns_in_memory {
        (vec![AttributeSetId::EMPTY], AttributeSetId::EMPTY)
    } else {
        (Vec::new(), whole.result)
    };
    let mut kept = Vec::new();
    for number in 0..module.attributes.parameter_count(list) {
        let set = module.attributes.parameter(list, number);
        let attributes = module.attributes.attributes(set).iter().copied();
        kept.clear();
        kept.extend(attributes.filter(|&attribute| is_kept(attribute)));
        sets.push(module.attributes.set(&kept));
    }
    module.attributes.list(whole.function, result, &sets)
}

/// The locations in the caller's frame for a call.
#[derive(Default)]
struct Places {
    arguments: Vec<(usize, ArgumentSlot)>,
    result: Option<u64>,
}

fn check_attributes(module: &Module, list: AttributeListId) -> Result<(), Fault> {
    for number in 0..module.attributes.parameter_count(list) {
        let set = module.attributes.parameter(list, number);
        for &attribute in module.attributes.attributes(set) {
            if let Some(kind) = attribute.kind()
                && is_refused(kind)
            {
                return Err(ErrorKind::BadCall.fault(format!(
                    "a parameter is `{}`, which needs a calling convention that PNaCl does \
                         not have",
                    kind.text()
                )));
            }
        }
    }
    Ok(())
}
