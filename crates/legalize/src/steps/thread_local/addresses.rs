//! Arithmetic on the thread pointer instead of thread-local variables.

use crate::computed::Compute;
use crate::steps::library::OWN_BLOCK;
use pinnacle_llvm::{ConstantKind, FunctionBuilder, GlobalId, Module, Value};

/// The intrinsic that returns the thread pointer.
const READ_POINTER: &[u8] = b"llvm.nacl.read.tp";

/// Computes the addresses of variables in bodies.
pub(super) struct Addresses<F> {
    /// Returns the offset of a thread-local global from the thread pointer, as the bits of an
    /// `i32`. `None` for other globals.
    pub(super) offset_of: F,
    /// The thread pointer, once the body has read it.
    pub(super) pointer: Option<Value>,
}

impl<F: Fn(ConstantKind) -> Option<u64>> Compute for Addresses<F> {
    const WHAT: &'static str = "thread-local variables";

    fn begin(&mut self, build: &mut FunctionBuilder<'_>) {
        let reader = reader(build.module);
        let ty = build.module.global(reader).ty;
        let callee = Value::Constant(build.module.address_of(reader));
        self.pointer = build.call(callee, ty, &[]);
    }

    fn value(&mut self, build: &mut FunctionBuilder<'_>, kind: ConstantKind) -> Option<Value> {
        let offset = (self.offset_of)(kind)?;
        let offset = Value::Constant(build.module.int(32, offset));
        let byte = build.module.types.integer(8);
        Some(build.get_element_ptr(byte, self.pointer?, &[offset]))
    }
}

/// The function that reads the thread pointer, or returns its equivalent in a library.
fn reader(module: &mut Module) -> GlobalId {
    if let Some(own) = module.find_global(OWN_BLOCK) {
        return own;
    }
    if let Some(known) = module.find_global(READ_POINTER) {
        return known;
    }
    let pointer = module.types.pointer();
    let ty = module.types.function(pointer, &[], false);
    module.add_function(READ_POINTER, ty)
}
