//! `unwind` of LLVM 2.x, which continued at the nearest invoke among the callers. It becomes a call
//! to a generated function that throws, and aborts if nothing catches the exception.

use super::BodyReader;
use crate::bitcode::record::Result;
use crate::body::OldForm;
use crate::builder::FunctionBuilder;
use crate::ids::{GlobalId, TypeId};
use crate::instruction::{InstructionKind, Value};
use crate::module::Module;

/// The function that throws.
pub(crate) const RAISE: &str = "llvm1.unwind";

/// The class of the exceptions that it throws.
const EXCEPTION_CLASS: u64 = u64::from_be_bytes(*b"LLVM2.x\0");

/// Size of an exception's header in words, enough for every target.
const EXCEPTION_WORDS: u64 = 8;

impl BodyReader<'_> {
    /// Reads `unwind`, which becomes a call that does not return.
    pub(super) fn unwind_record(&mut self) -> Result<()> {
        if self.types.are_as_written() {
            self.mark(OldForm::Unwind);
            return self.emit(InstructionKind::Unreachable);
        }
        let types = &mut self.module.alone()?.0.types;
        let nothing = types.void();
        let function = types.function(nothing, &[], false);
        let call = self.call_of(RAISE, function, &[])?;
        self.emit(InstructionKind::Call(call))?;
        self.emit(InstructionKind::Unreachable)
    }
}

/// Generates the body of the function that throws.
pub(crate) fn define(module: &mut Module, raise: GlobalId) {
    let already = module.as_function(raise);
    if already.is_none_or(|function| module.function(function).body.is_some()) {
        return;
    }
    let (nothing, pointer) = (module.types.void(), module.types.pointer());
    let (word, long) = (module.types.integer(32), module.types.integer(64));
    let release = released(module, nothing, pointer, word);
    let release = module.address_of(release);
    let mut declare = |name: &str, result: TypeId, parameters: &[TypeId]| {
        let ty = module.types.function(result, parameters, false);
        let global = match module.find_global(name.as_bytes()) {
            Some(known) => known,
            None => module.add_function(name.as_bytes(), ty),
        };
        (Value::from(module.address_of(global)), ty)
    };
    let malloc = declare("malloc", pointer, &[long]);
    let throw = declare("_Unwind_RaiseException", word, &[pointer]);
    let abort = declare("abort", nothing, &[]);
    let mut builder = FunctionBuilder::new(module, raise);
    let entry = builder.block(b"");
    builder.start(entry);
    let size = builder.module.int(64, EXCEPTION_WORDS * 8);
    if let Some(exception) = builder.call(malloc.0, malloc.1, &[size.into()]) {
        let header = builder.module.types.array(long, EXCEPTION_WORDS);
        let zeros = builder.module.zero(header);
        builder.store(zeros.into(), exception, false);
        let class = builder.module.int(64, EXCEPTION_CLASS);
        builder.store(class.into(), exception, false);
        // The second field is the function that releases the exception.
        let one = builder.module.int(64, 1);
        let field = builder.get_element_ptr(long, exception, &[one.into()]);
        builder.store(release.into(), field, false);
        builder.call(throw.0, throw.1, &[exception]);
    }
    builder.call(abort.0, abort.1, &[]);
    builder.unreachable();
    builder.finish();
    internal(module, raise);
}

/// Generates the function that releases a caught exception.
fn released(module: &mut Module, nothing: TypeId, pointer: TypeId, word: TypeId) -> GlobalId {
    let ty = module.types.function(nothing, &[word, pointer], false);
    let release = module.add_function(b"llvm1.release", ty);
    let ty = module.types.function(nothing, &[pointer], false);
    let free = match module.find_global(b"free") {
        Some(known) => known,
        None => module.add_function(b"free", ty),
    };
    let free = module.address_of(free);
    let mut builder = FunctionBuilder::new(module, release);
    let entry = builder.block(b"");
    builder.start(entry);
    let exception = builder.parameter(1);
    builder.call(free.into(), ty, &[exception]);
    builder.ret(None);
    builder.finish();
    internal(module, release);
    release
}

fn internal(module: &mut Module, global: GlobalId) {
    let global = module.global_mut(global);
    global.linkage = crate::module::Linkage::Internal;
}
