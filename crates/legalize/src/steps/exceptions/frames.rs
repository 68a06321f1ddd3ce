//! Code that catches exceptions by `setjmp` and `longjmp`.
//!
//! A function with an `invoke` has one frame in its stack, of 1032 bytes:
//!
//! | offset | what |
//! |---|---|
//! | 0 | the buffer of `setjmp`, 1024 bytes; later the exception (an address) at 0 and the clause that fits (an `i32`) at 4 |
//! | 1024 | the frame that was innermost when the function was called |
//! | 1028 | the id of the list of clauses of the call that is being made |
//!
//! Before a call that may throw, the frame becomes the innermost one, `__pnacl_eh_stack`; after the
//! call the next one is again. The call itself is made by a helper, which calls `setjmp` first. The
//! function therefore has no call that returns twice, and its values need not be in memory. The
//! helper returns true if an exception was thrown; then the landing pad finds it in the frame.
//!
//! ```llvm
//! %v = invoke i32 @f(i32 1) to label %normal unwind label %caught
//! ; becomes
//! store i32 1, ptr %clauses
//! store ptr %frame, ptr @__pnacl_eh_stack
//! %thrown = call i32 @__pnacl_eh_invoke.0(i32 1, ptr %frame, ptr %result)
//! store ptr %next, ptr @__pnacl_eh_stack
//! %v = load i32, ptr %result
//! %1 = icmp ne i32 %thrown, 0
//! br i1 %1, label %caught, label %normal
//! ```
//!
//! A `resume` calls `__pnacl_eh_resume` with the exception, and
//! `llvm.eh.typeid.for` is the id of the type.

use std::collections::HashMap;

use super::tables::{Tables, declare, stack};
use super::{call_and_go_on, constant, funclet, is_funclet};
use crate::Exceptions;
use crate::emit::Emit;
use crate::error::{Error, ErrorKind, Fault, Reporter};
use crate::memory::global_of;
use crate::reach::remove_unreachable_blocks;
use crate::symbols;
use pinnacle_llvm::{
    Align, AttributeListId, BinaryOp, Body, Call, CallId, CallingConvention, Edit, Editor,
    FunctionBuilder, GlobalId, Instruction, InstructionId, InstructionKind, IntPredicate, Linkage,
    List, Module, TailKind, Type, TypeId, Value,
};

/// Size of the `setjmp` buffer in bytes.
const BUFFER_SIZE: u64 = 1024;
const SETJMP: &[u8] = b"llvm.nacl.setjmp";
const RESUME: &[u8] = b"__pnacl_eh_resume";
const TYPE_ID: &[u8] = b"llvm.eh.typeid.for";

/// The properties of a helper, which calls can share.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Wanted {
    /// The function that it calls, if that is a constant. Otherwise the function is its first
    /// argument.
    callee: Option<pinnacle_llvm::ConstantId>,
    function_type: TypeId,
    attributes: AttributeListId,
    /// The type of the helper.
    ty: TypeId,
}

/// State that all functions share.
struct Shared<'t> {
    tables: &'t mut Tables,
    /// The variable with the innermost frame.
    stack: GlobalId,
    /// In a library, the variable with the number added to the ids of lists.
    base: Option<GlobalId>,
    /// The `setjmp` intrinsic that helpers call first.
    setjmp: GlobalId,
    /// The function that resumes the search for a frame.
    resume: Option<GlobalId>,
    /// The type of a frame.
    frame: TypeId,
    helpers: HashMap<Wanted, GlobalId>,
}

/// The frame of one function.
#[derive(Default)]
struct InFunction {
    /// For each block, the list of clauses of the landing pad at its beginning.
    clauses: Vec<Option<u32>>,
    /// The types that its invokes return.
    results: Vec<TypeId>,
    has_frame: bool,
    places: Option<Places>,
    slots: HashMap<TypeId, Value>,
}

#[derive(Clone, Copy)]
struct Places {
    frame: Value,
    clauses: Value,
    /// The frame that was innermost when the function began.
    next: Value,
}

/// Lowers the exception handling of these functions.
pub(super) fn lower(
    module: &mut Module,
    functions: &[GlobalId],
    tables: &mut Tables,
    reporter: &mut Reporter,
) {
    let stack = stack(module, tables.of_library);
    let base = tables.of_library.then(|| declare(module));
    let (byte, pointer, i32) = (
        module.types.integer(8),
        module.types.pointer(),
        module.types.integer(32),
    );
    let buffer = module.types.array(byte, BUFFER_SIZE);
    let frame = module.types.literal_struct(&[buffer, pointer, i32], false);
    let setjmp = declared(module, SETJMP, |module| {
        module.types.function(i32, &[pointer], false)
    });
    let mut shared = Shared {
        tables,
        stack,
        base,
        setjmp,
        resume: None,
        frame,
        helpers: HashMap::new(),
    };
    for &function in functions {
        remove_unreachable_blocks(module, function);
        let mut inside = match survey(module, function, shared.tables) {
            Ok(inside) => inside,
            Err(error) => {
                reporter.error(error);
                continue;
            }
        };
        if inside.has_frame {
            reporter.edit(module, function, |editor, instruction| {
                shared.edit(&mut inside, editor, &instruction)
            });
            remove_unreachable_blocks(module, function);
        } else {
            super::catch_nothing(module, function, reporter);
        }
    }
}

/// Finds the constructs in a function that need a frame.
fn survey(
    module: &mut Module,
    function: GlobalId,
    tables: &mut Tables,
) -> Result<InFunction, Error> {
    let Some(id) = module.as_function(function) else {
        return Ok(InFunction::default());
    };
    let Some(body) = module.function_mut(id).body.take() else {
        return Ok(InFunction::default());
    };
    let found = survey_body(module, &body, tables);
    let result = found
        .map_err(|(instruction, fault)| Error::at(fault, module, function, &body, instruction));
    module.function_mut(id).body = Some(body);
    result
}

fn survey_body(
    module: &mut Module,
    body: &Body,
    tables: &mut Tables,
) -> Result<InFunction, (InstructionId, Fault)> {
    let mut inside = InFunction::default();
    for &block in body.order() {
        let start = body.block(block).start.index();
        for (offset, instruction) in body.block_instructions(block).iter().enumerate() {
            let at = |fault| (InstructionId::at(start + offset), fault);
            match instruction.kind {
                InstructionKind::LandingPad { .. } => {
                    let list = tables
                        .clauses(module, body, &instruction.kind)
                        .map_err(at)?;
                    if inside.clauses.len() <= block.index() {
                        inside.clauses.resize(block.index() + 1, None);
                    }
                    inside.clauses[block.index()] = Some(list);
                }
                InstructionKind::Invoke { call, .. }
                    if may_throw(module, body, body.call(call)) =>
                {
                    inside.has_frame = true;
                    if let Some(result) = instruction.result {
                        inside.results.push(body.local(result).ty);
                    }
                }
                kind if is_funclet(&kind) => return Err(at(funclet())),
                _ => {}
            }
        }
    }
    inside.results.sort_unstable();
    inside.results.dedup();
    Ok(inside)
}

/// Returns true if a call may throw. Calls of assembly, intrinsics and built-in functions do not.
fn may_throw(module: &Module, body: &Body, call: Call) -> bool {
    let has_types = body
        .values(call.arguments)
        .iter()
        .all(|&value| module.type_of(body, value).is_some());
    has_types
        && match call.callee {
            Value::InlineAsm(_) | Value::Metadata(_) => false,
            Value::Local(_) => true,
            callee @ Value::Constant(_) => global_of(module, callee)
                .is_none_or(|id| !symbols::is_built_in(module.names.get(module.global(id).name))),
        }
}

impl Shared<'_> {
    fn edit(
        &mut self,
        inside: &mut InFunction,
        editor: &mut Editor<'_>,
        instruction: &Instruction,
    ) -> Result<Edit, Fault> {
        let places = match inside.places {
            Some(places) => places,
            None => self.begin(inside, &mut editor.build),
        };
        match instruction.kind {
            InstructionKind::Invoke {
                call,
                normal,
                unwind,
            } => {
                let build = &editor.build;
                if !may_throw(build.module, build.body(), build.body().call(call)) {
                    call_and_go_on(editor, instruction);
                    return Ok(Edit::Drop);
                }
                let list = inside.clauses.get(unwind.index()).copied().flatten();
                let list = list.ok_or_else(pad_missing)?;
                let thrown = self.invoke(inside, places, editor, (instruction, call, list));
                editor.build.branch_if(thrown, unwind, normal);
                Ok(Edit::Drop)
            }
            InstructionKind::LandingPad { .. } => {
                landing_pad(editor, instruction, places)?;
                Ok(Edit::Drop)
            }
            InstructionKind::Resume(value) => {
                self.resume(&mut editor.build, value)?;
                Ok(Edit::Drop)
            }
            _ => Ok(Edit::Keep),
        }
    }

    /// Emits the code at the start of a function with a frame.
    fn begin(&mut self, inside: &mut InFunction, build: &mut FunctionBuilder<'_>) -> Places {
        let pointer = build.module.types.pointer();
        let frame = build.alloca(self.frame, None, Align::from_exponent(3));
        for &ty in &inside.results {
            let slot = build.alloca(ty, None, Align::NATURAL);
            inside.slots.insert(ty, slot);
        }
        let next_place = field(build, frame, BUFFER_SIZE);
        let clauses = field(build, frame, BUFFER_SIZE + 4);
        let stack = Value::Constant(build.module.address_of(self.stack));
        let next = build.load(pointer, stack, false);
        build.store(next, next_place, false);
        let places = Places {
            frame,
            clauses,
            next,
        };
        inside.places = Some(places);
        places
    }

    /// Emits the call of a helper instead of an invoke. Its result is true if it has thrown.
    fn invoke(
        &mut self,
        inside: &InFunction,
        places: Places,
        editor: &mut Editor<'_>,
        (instruction, call, list): (&Instruction, CallId, u32),
    ) -> Value {
        let build = &mut editor.build;
        let site = build.body().call(call);
        let slot = instruction.result.and_then(|result| {
            let ty = build.body().local(result).ty;
            inside.slots.get(&ty).copied()
        });
        let mut arguments = Vec::new();
        let callee = match site.callee {
            Value::Constant(callee) => Some(callee),
            other => {
                arguments.push(other);
                None
            }
        };
        arguments.extend_from_slice(build.body().values(site.arguments));
        arguments.push(places.frame);
        arguments.extend(slot);
        let types: Vec<TypeId> = arguments.iter().map(|&it| build.type_of(it)).collect();
        let i32 = build.module.types.integer(32);
        let wanted = Wanted {
            callee,
            function_type: site.function_type,
            attributes: site.attributes,
            ty: build.module.types.function(i32, &types, false),
        };
        let helper = self.helper(build.module, wanted, slot.is_some());
        let mut list = Value::Constant(build.module.int(32, list.into()));
        if let Some(base) = self.base {
            let base = Value::Constant(build.module.address_of(base));
            let base = build.load(i32, base, false);
            list = build.binary(BinaryOp::Add, base, list);
        }
        build.store(list, places.clauses, false);
        let stack = Value::Constant(build.module.address_of(self.stack));
        build.store(places.frame, stack, false);
        let helper = Value::Constant(build.module.address_of(helper));
        let call = build.call_site(helper, wanted.ty, &arguments);
        let call = build.add_call(call);
        let thrown = build.emit(InstructionKind::Call(call), i32);
        build.store(places.next, stack, false);
        if let (Some(result), Some(slot)) = (instruction.result, slot) {
            let ty = build.body().local(result).ty;
            build.load(ty, slot, false);
            editor.define(result);
        }
        let zero = Value::Constant(editor.build.module.int(32, 0));
        editor.build.int_compare(IntPredicate::Ne, thrown, zero)
    }

    /// Resumes the search for a frame that catches the exception.
    fn resume(&mut self, build: &mut FunctionBuilder<'_>, value: Value) -> Result<(), Fault> {
        let ty = build.type_of(value);
        let first = build.module.types.fields(ty);
        let first = first.and_then(|fields| fields.first().copied());
        let pointer = build.module.types.pointer();
        if first != Some(pointer) {
            return Err(ErrorKind::Exceptions
                .fault("the operand of resume must have type { ptr, i32 } in C++ code"));
        }
        let indices = build.indices(&[0]);
        let kind = InstructionKind::ExtractValue {
            aggregate: value,
            indices,
        };
        let exception = build.emit(kind, pointer);
        let void = build.module.types.void();
        let ty = build.module.types.function(void, &[pointer], false);
        let known = &mut self.resume;
        let function = *known.get_or_insert_with(|| declared(build.module, RESUME, |_| ty));
        let function = Value::Constant(build.module.address_of(function));
        build.call(function, ty, &[exception]);
        build.unreachable();
        Ok(())
    }

    /// The function that calls another one after a `setjmp`.
    fn helper(&mut self, module: &mut Module, wanted: Wanted, has_slot: bool) -> GlobalId {
        if let Some(&known) = self.helpers.get(&wanted) {
            return known;
        }
        let name = format!("__pnacl_eh_invoke.{}", self.helpers.len());
        let helper = module.add_function(name.as_bytes(), wanted.ty);
        module.global_mut(helper).linkage = Linkage::Internal;
        let setjmp_type = module.global(self.setjmp).ty;
        let mut build = FunctionBuilder::new(module, helper);
        let count = build.body().parameter_count();
        let first = usize::from(wanted.callee.is_none());
        let last = count - usize::from(has_slot);
        let frame = build.parameter(last - 1);
        let [entry, calling, caught] = [(); 3].map(|()| build.block(b""));
        build.start(entry);
        let callee = Value::Constant(build.module.address_of(self.setjmp));
        let zero = Value::Constant(build.module.int(32, 0));
        let one = Value::Constant(build.module.int(32, 1));
        if let Some(returned) = build.call(callee, setjmp_type, &[frame]) {
            let thrown = build.int_compare(IntPredicate::Ne, returned, zero);
            build.branch_if(thrown, caught, calling);
        }
        build.start(calling);
        let callee = match wanted.callee {
            Some(callee) => Value::Constant(callee),
            None => build.parameter(0),
        };
        let arguments: Vec<Value> = (first..last - 1).map(|it| build.parameter(it)).collect();
        let call = Call {
            attributes: wanted.attributes,
            convention: CallingConvention::C,
            tail: TailKind::None,
            bundles: List::EMPTY,
            ..build.call_site(callee, wanted.function_type, &arguments)
        };
        let call = build.add_call(call);
        let result = build.module.types.result(wanted.function_type);
        match result.filter(|_| has_slot) {
            Some(ty) => {
                let value = build.emit(InstructionKind::Call(call), ty);
                let slot = build.parameter(count - 1);
                build.store(value, slot, false);
            }
            None => build.emit_void(InstructionKind::Call(call)),
        }
        build.ret(Some(zero));
        build.start(caught);
        build.ret(Some(one));
        build.finish();
        self.helpers.insert(wanted, helper);
        helper
    }
}

#[cold]
fn pad_missing() -> Fault {
    ErrorKind::BadInstruction
        .fault("the block that this unwinds to does not begin with a landing pad")
}

/// Emits the address of a field in a frame.
fn field(build: &mut FunctionBuilder<'_>, frame: Value, offset: u64) -> Value {
    let byte = build.module.types.integer(8);
    let offset = Value::Constant(build.module.int(32, offset));
    build.get_element_ptr(byte, frame, &[offset])
}

/// Returns the function of this name. Declares it if necessary.
fn declared(module: &mut Module, name: &[u8], ty: impl FnOnce(&mut Module) -> TypeId) -> GlobalId {
    if let Some(known) = module.find_global(name) {
        return known;
    }
    let ty = ty(module);
    module.add_function(name, ty)
}

/// Emits the result of a landing pad: the exception, and the matching clause.
fn landing_pad(
    editor: &mut Editor<'_>,
    instruction: &Instruction,
    places: Places,
) -> Result<(), Fault> {
    let Some(result) = instruction.result else {
        return Ok(());
    };
    let build = &mut editor.build;
    let ty = build.body().local(result).ty;
    let types = &build.module.types;
    let parts = match types.fields(ty) {
        Some(&[exception, clause]) => Some((exception, clause)),
        _ => None,
    };
    let fits = |&(exception, clause): &(TypeId, TypeId)| {
        matches!(types.get(exception), Type::Pointer(0))
            && matches!(types.get(clause), Type::Integer(32))
    };
    let Some((exception, clause)) = parts.filter(fits) else {
        return Err(
            ErrorKind::Exceptions.fault("a landing pad must have type { ptr, i32 } in C++ code")
        );
    };
    let exception = build.load(exception, places.frame, false);
    let place = field(build, places.frame, 4);
    let clause = build.load(clause, place, false);
    build.assemble(ty, &[exception, clause]);
    editor.define(result);
    Ok(())
}

/// Replaces `llvm.eh.typeid.for` by the ids of types. If nothing is caught, the ids do not matter.
pub(super) fn number_types(
    module: &mut Module,
    exceptions: Exceptions,
    tables: &mut Tables,
    reporter: &mut Reporter,
) {
    let asks = |module: &Module, body: &Body, kind: &InstructionKind| {
        let InstructionKind::Call(call) = *kind else {
            return None;
        };
        let call = body.call(call);
        let callee = global_of(module, call.callee)?;
        let name = module.names.get(module.global(callee).name);
        match *body.values(call.arguments) {
            [ty] if name.starts_with(TYPE_ID) => Some(ty),
            _ => None,
        }
    };
    let is_declared = module
        .globals()
        .iter()
        .any(|global| module.names.get(global.name).starts_with(TYPE_ID));
    if !is_declared {
        return;
    }
    let wanted = |module: &Module, body: &Body| {
        let mut all = body.instructions().iter();
        all.any(|instruction| asks(module, body, &instruction.kind).is_some())
    };
    reporter.edit_all(module, wanted, |editor, instruction| {
        let build = &mut editor.build;
        let Some(ty) = asks(build.module, build.body(), &instruction.kind) else {
            return Ok(Edit::Keep);
        };
        let id = match exceptions {
            Exceptions::SetjmpLongjmp => tables.type_id(constant(ty)?),
            Exceptions::Refuse | Exceptions::None => 0,
        };
        if let Some(result) = instruction.result {
            let id = Value::Constant(build.module.int(32, id.into()));
            editor.replace(result, id);
        }
        Ok(Edit::Drop)
    });
}
