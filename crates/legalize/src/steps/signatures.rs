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
use crate::error::{Error, ErrorKind, Fault, Reporter, body_of};
use crate::layout::Layout;
use crate::memory::{Copies, Room, address, extent, global_of, is_intrinsic};
use crate::vector_shapes::is_foreign;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeListId, AttributeSetId, Body, Call, Edit, Editor, GlobalId,
    Instruction, InstructionKind, LocalId, Module, Parameter, TailKind, Type, TypeId, TypeTable,
    Value,
};

/// The step.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    let mut step = Step {
        converted: Vec::new(),
        kept: Vec::new(),
        functions: Vec::with_capacity(module.globals().len()),
        layout: Layout::of(module),
        copies: Copies::default(),
    };
    for index in 0..module.globals().len() {
        let function = step.function(module, GlobalId::at(index), reporter);
        step.functions.push(function);
    }
    if !reporter.is_empty() {
        return;
    }
    for index in 0..step.functions.len() {
        let function = GlobalId::at(index);
        if body_of(module, function).is_some() && step.is_wanted(module, function) {
            step.edit(module, function, reporter);
        }
    }
}

/// The conversion of a function type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Converted {
    Unknown,
    Same,
    To {
        ty: TypeId,
        /// True if the result is stored to the first parameter.
        returns_in_memory: bool,
    },
}

/// A function before its conversion.
#[derive(Clone, Debug, Default)]
struct FunctionBefore {
    is_intrinsic: bool,
    attributes: AttributeListId,
    /// Locals that were aggregate parameters, and the parameters that now have
    /// their addresses.
    loaded: Vec<(LocalId, usize)>,
    /// True if it has a parameter for its result.
    returns_in_memory: bool,
}

struct Step {
    /// Indexed by type.
    converted: Vec<Converted>,
    /// For each attribute list, the part that is kept if the result remains a result, and if it
    /// becomes a parameter.
    kept: Vec<[Option<AttributeListId>; 2]>,
    /// Indexed by global.
    functions: Vec<FunctionBefore>,
    layout: Layout,
    copies: Copies,
}

/// Returns true if values of a type are passed in memory.
fn is_large(types: &TypeTable, ty: TypeId) -> bool {
    matches!(
        types.get(ty),
        Type::Struct { .. } | Type::Named(_) | Type::Array { .. }
    ) || is_foreign(types, ty)
}

/// Returns true if a parameter's attribute is essential and not supported.
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

const fn kind_of(attribute: Attribute) -> Option<AttributeKind> {
    match attribute {
        Attribute::Enum(kind) | Attribute::Int(kind, _) | Attribute::Type(kind, _) => Some(kind),
        Attribute::Range(..) | Attribute::Text { .. } => None,
    }
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
            let fault = Fault::new(
                ErrorKind::BadGlobal,
                "a function has prefix data, but PNaCl code is not in memory",
            );
            reporter.error(Error::in_function(fault, module, global));
        }
        let ty = module.global(global).ty;
        if let Err(fault) = check_attributes(module, attributes) {
            reporter.error(Error::in_function(fault, module, global));
            return before;
        }
        if let Converted::To {
            ty: new,
            returns_in_memory,
        } = self.convert(module, ty)
        {
            let types = &module.types;
            let parameters = types.parameters(ty).unwrap_or_default();
            let shift = usize::from(returns_in_memory);
            let mut sources = vec![Parameter::New; shift];
            let mut addresses = Vec::new();
            for (number, &parameter) in parameters.iter().enumerate() {
                if is_large(types, parameter) {
                    addresses.push(number + shift);
                    sources.push(Parameter::New);
                } else {
                    sources.push(Parameter::Kept(number));
                }
            }
            let displaced = module.change_parameters(global, new, &sources);
            before.loaded = displaced.into_iter().zip(addresses).collect();
            before.returns_in_memory = returns_in_memory;
        }
        let attributes = self.kept_attributes(module, attributes, before.returns_in_memory);
        module.function_mut(id).attributes = attributes;
        before
    }

    /// The type of a function when aggregates are passed in memory.
    fn convert(&mut self, module: &mut Module, ty: TypeId) -> Converted {
        let types = &mut module.types;
        if self.converted.len() <= ty.index() {
            self.converted.resize(types.len(), Converted::Unknown);
        }
        if self.converted[ty.index()] == Converted::Unknown {
            self.converted[ty.index()] = Self::compute(types, ty);
        }
        self.converted[ty.index()]
    }

    fn compute(types: &mut TypeTable, ty: TypeId) -> Converted {
        let (Some(result), Some(parameters)) = (types.result(ty), types.parameters(ty)) else {
            return Converted::Same;
        };
        let returns_in_memory = is_large(types, result);
        if !returns_in_memory && !parameters.iter().any(|&ty| is_large(types, ty)) {
            return Converted::Same;
        }
        let variadic = matches!(types.get(ty), Type::Function { variadic: true, .. });
        let parameters = parameters.to_vec();
        let pointer = types.pointer();
        let mut new = vec![pointer; usize::from(returns_in_memory)];
        new.extend(parameters.into_iter().map(|ty| match is_large(types, ty) {
            true => pointer,
            false => ty,
        }));
        let result = if returns_in_memory {
            types.void()
        } else {
            result
        };
        Converted::To {
            ty: types.function(result, &new, variadic),
            returns_in_memory,
        }
    }

    /// A list of attributes with what parameters keep, which move by one if the
    /// result becomes a parameter.
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
    fn is_wanted(&mut self, module: &mut Module, function: GlobalId) -> bool {
        let before = &self.functions[function.index()];
        if before.returns_in_memory || !before.loaded.is_empty() {
            return true;
        }
        let Some(id) = module.as_function(function) else {
            return false;
        };
        // The types of calls are looked at in a table that grows meanwhile, so
        // the body is taken out.
        let Some(body) = module.function_mut(id).body.take() else {
            return false;
        };
        let wanted = body.instructions().iter().any(|instruction| {
            if let InstructionKind::Alloca {
                in_alloca: true, ..
            }
            | InstructionKind::Alloca {
                swift_error: true, ..
            } = instruction.kind
            {
                return true;
            }
            instruction
                .kind
                .call()
                .is_some_and(|id| self.passes_in_memory(module, body.call(id)))
        });
        module.function_mut(id).body = Some(body);
        wanted
    }

    fn passes_in_memory(&mut self, module: &mut Module, call: Call) -> bool {
        let callee = global_of(module, call.callee);
        let callee = callee.and_then(|callee| self.functions.get(callee.index()));
        let mut others = AttributeListId::EMPTY;
        if let Some(callee) = callee {
            if callee.is_intrinsic {
                return false;
            }
            others = callee.attributes;
        }
        self.convert(module, call.function_type) != Converted::Same
            || [call.attributes, others]
                .into_iter()
                .any(|list| self.kept_attributes(module, list, false) != list)
    }

    /// The pointee of an argument if it is passed by value, by the attributes of the call or of the
    /// function that it names.
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
                        return Err(Fault::new(
                            ErrorKind::BadCall,
                            "a `byval` argument has no type",
                        ));
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
                // If this fails, it fails again when the call is changed, and is reported then.
                if self.places(module, body, call, &mut one).is_ok() {
                    room.share(one);
                }
            }
        }
        let mut loaded = std::mem::take(&mut self.functions[function.index()].loaded);
        let returns_in_memory = self.functions[function.index()].returns_in_memory;
        let mut frame = None;
        let mut begun = false;
        reporter.edit(module, function, |editor, instruction| {
            if !std::mem::replace(&mut begun, true) {
                let build = &mut editor.build;
                if room.size > 0 {
                    frame = Some(room.alloca(build));
                }
                for (local, number) in loaded.drain(..) {
                    let ty = build.body().local(local).ty;
                    let address = build.parameter(number);
                    build.load(ty, address, false);
                    build.define_last(local);
                }
            }
            match instruction.kind {
                InstructionKind::Return(Some(value)) if returns_in_memory => {
                    let address = editor.build.parameter(0);
                    editor.build.store(value, address, false);
                    editor.build.ret(None);
                    Ok(Edit::Drop)
                }
                InstructionKind::Alloca {
                    in_alloca,
                    swift_error,
                    ..
                } if in_alloca || swift_error => Err(Fault::new(
                    ErrorKind::BadInstruction,
                    "an alloca with `inalloca` or `swifterror` needs a calling convention that \
                     PNaCl does not have",
                )),
                InstructionKind::Call(id) => {
                    let call = editor.build.body().call(id);
                    self.call(editor, instruction, call, frame)
                }
                _ => Ok(Edit::Keep),
            }
        });
    }

    /// Finds out where in the frame the arguments and the result of a call are
    /// put. Calls of intrinsics need nothing.
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
            let passed = if let Some((ty, align)) = self.by_value(module, call, number)? {
                let extent = extent(&mut self.layout, types, ty)?;
                let place = room.place(extent.size, extent.align.max(align))?;
                Passed::Copied {
                    place,
                    size: extent.size,
                }
            } else if let Some(ty) = module.type_of(body, argument)
                && is_large(types, ty)
            {
                let extent = extent(&mut self.layout, types, ty)?;
                Passed::Stored {
                    place: room.place(extent.size, extent.align)?,
                }
            } else {
                continue;
            };
            places.arguments.push((number, passed));
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
        for &(number, passed) in &places.arguments {
            let argument = &mut arguments[number + shift];
            match passed {
                Passed::Copied { place, size } => {
                    let slot = address(build, frame, place);
                    self.copies.copy(build, slot, *argument, size);
                    *argument = slot;
                }
                Passed::Stored { place } => {
                    let slot = address(build, frame, place);
                    build.store(*argument, slot, false);
                    *argument = slot;
                }
            }
        }
        if let Converted::To { ty, .. } = self.convert(build.module, call.function_type) {
            call.function_type = ty;
        }
        call.attributes = self.kept_attributes(build.module, call.attributes, shift == 1);
        call.arguments = build.values(&arguments);
        if shift == 1 || !places.arguments.is_empty() {
            call.tail = TailKind::None;
        }
        let kind = InstructionKind::Call(build.add_call(call));
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

/// The way that an argument is passed in memory.
#[derive(Clone, Copy)]
enum Passed {
    /// It is an address that this number of bytes is copied from.
    Copied { place: u64, size: u64 },
    /// It is an aggregate.
    Stored { place: u64 },
}

/// The places in its caller's frame that a call needs.
#[derive(Default)]
struct Places {
    arguments: Vec<(usize, Passed)>,
    result: Option<u64>,
}

fn check_attributes(module: &Module, list: AttributeListId) -> Result<(), Fault> {
    for number in 0..module.attributes.parameter_count(list) {
        let set = module.attributes.parameter(list, number);
        for &attribute in module.attributes.attributes(set) {
            if let Some(kind) = kind_of(attribute)
                && is_refused(kind)
            {
                return Err(Fault::new(
                    ErrorKind::BadCall,
                    format!(
                        "a parameter is `{}`, which needs a calling convention that PNaCl does \
                         not have",
                        kind.text()
                    ),
                ));
            }
        }
    }
    Ok(())
}
