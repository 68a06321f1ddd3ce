//! Expresses `invoke` and `unwind` as exceptions of the Itanium C++ ABI.
//!
//! An invoke unwinds to a landing block, which catches everything, releases the exception and
//! continues at the invoke's target. `unwind` throws: it calls a function of the module that
//! allocates an exception object and raises it, and aborts if it is not caught.

use pinnacle_llvm as ir;
use pinnacle_llvm::{InstructionKind, Value};

use super::body::Body;
use super::cannot;
use super::code::Code;
use crate::error::Error;
use crate::model::{self, BlockId, Convention, InstId, TypeId};

/// The class of the exceptions, which identifies the runtime that threw them.
const EXCEPTION_CLASS: u64 = u64::from_be_bytes(*b"LLVM1.x\0");

/// Size of an exception object in bytes. Enough for the header of an exception on every target.
const EXCEPTION_SIZE: u64 = 64;

/// Offset of the pointer to the releasing function in an exception's header.
const RELEASE_OFFSET: u64 = 8;

impl Body<'_, '_, '_> {
    /// Upgrades an invoke, which is followed by its landing block.
    pub(super) fn invoke(
        &mut self,
        block: BlockId,
        id: InstId,
        callee: model::Value,
        arguments: model::List<model::Value>,
        convention: Convention,
        (normal, unwind): (BlockId, BlockId),
    ) -> Result<Option<Value>, Error> {
        let Some(landing) = self.landings[block.index()] else {
            return Err(cannot("an invoke that does not end its block"));
        };
        let (normal, unwind) = (self.blocks[normal.index()], self.blocks[unwind.index()]);
        if let Some(intrinsic) = self.intrinsic_of(callee) {
            // Intrinsics do not unwind, so the landing block is unreachable. It is kept because
            // phis of its successor refer to it.
            let result = self.intrinsic(id, intrinsic, arguments)?;
            self.code.builder.branch(normal);
            self.code.builder.start(landing);
            self.code.builder.branch(unwind);
            return Ok(result);
        }
        let address = self.old_type(callee)?;
        let (callee, ty, arguments) = self.prepare_call(callee, arguments)?;
        let builder = &mut self.code.builder;
        let mut call = builder.call_site(callee, ty, &arguments);
        call.convention = super::convention(convention);
        call.attributes = (self.code.upgrade).attributes(builder.module, convention, address);
        let kind = InstructionKind::Invoke {
            call: builder.add_call(call),
            normal,
            unwind: landing,
        };
        let result = match self.old.result_type(id) {
            TypeId::VOID => {
                builder.emit_void(kind);
                None
            }
            result => {
                let result = self.code.upgrade.value_type(result)?;
                Some(self.code.builder.emit(kind, result))
            }
        };
        self.land_later.push((landing, unwind));
        self.code.set_personality();
        Ok(result)
    }

    /// Writes the landing block of the invoke just made.
    pub(super) fn land(&mut self) {
        for (landing, target) in std::mem::take(&mut self.land_later) {
            let builder = &mut self.code.builder;
            builder.start(landing);
            let pointer = builder.module.types.pointer();
            let int = builder.module.types.integer(32);
            let ty = builder.module.types.literal_struct(&[pointer, int], false);
            let null = builder.module.null();
            let clauses = builder.clauses(&[ir::Clause::Catch(null.into())]);
            let caught = builder.emit(
                InstructionKind::LandingPad {
                    cleanup: false,
                    clauses,
                },
                ty,
            );
            let indices = builder.indices(&[0]);
            let kind = InstructionKind::ExtractValue {
                aggregate: caught,
                indices,
            };
            let exception = builder.emit(kind, pointer);
            let void = builder.module.types.void();
            self.code
                .call_runtime("_Unwind_DeleteException", void, &[exception]);
            self.code.builder.branch(target);
        }
    }

    /// Upgrades `unwind` to a call that does not return.
    pub(super) fn unwind(&mut self) {
        let raise = self.code.raise();
        let void = self.code.builder.module.types.void();
        let ty = self.code.builder.module.types.function(void, &[], false);
        let address = self.code.builder.module.address_of(raise);
        self.code.builder.call(address.into(), ty, &[]);
        self.code.builder.unreachable();
    }
}

impl Code<'_, '_, '_> {
    fn set_personality(&mut self) {
        let module = &mut *self.builder.module;
        let int = module.types.integer(32);
        let ty = module.types.function(int, &[], true);
        let personality = self
            .upgrade
            .runtime_function(module, "__gxx_personality_v0", ty);
        let id = self.builder.function();
        if let (Value::Constant(personality), Some(function)) =
            (personality, self.builder.module.as_function(id))
        {
            self.builder.module.function_mut(function).personality = Some(personality);
        }
    }

    /// Returns the function that throws. Makes it on first use.
    fn raise(&mut self) -> ir::GlobalId {
        if let Some(raise) = self.upgrade.raise {
            return raise;
        }
        let release = self.release();
        let module = &mut *self.builder.module;
        let (void, pointer) = (module.types.void(), module.types.pointer());
        let (byte, int, long) = (
            module.types.integer(8),
            module.types.integer(32),
            module.types.integer(64),
        );
        let ty = module.types.function(void, &[], false);
        let raise = self.upgrade.own_function(module, "llvm1.unwind", ty);
        self.upgrade.raise = Some(raise);
        let release = module.address_of(release);
        let mut code = Code {
            upgrade: &mut *self.upgrade,
            builder: ir::FunctionBuilder::new(module, raise),
            expanded: Default::default(),
        };
        let entry = code.builder.block(b"");
        code.builder.start(entry);
        let size = code
            .builder
            .module
            .int(code.upgrade.pointer_bits, EXCEPTION_SIZE);
        if let Some(exception) = code.call_runtime("malloc", pointer, &[size.into()]) {
            let ty = code.builder.module.types.array(long, EXCEPTION_SIZE / 8);
            let zeros = code.builder.module.zero(ty);
            code.builder.store(zeros.into(), exception, false);
            let class = code.builder.module.int(64, EXCEPTION_CLASS);
            code.builder.store(class.into(), exception, false);
            let offset = code.builder.module.int(64, RELEASE_OFFSET);
            let field = code
                .builder
                .get_element_ptr(byte, exception, &[offset.into()]);
            code.builder.store(release.into(), field, false);
            code.call_runtime("_Unwind_RaiseException", int, &[exception]);
        }
        code.call_runtime("abort", void, &[]);
        code.builder.unreachable();
        code.builder.finish();
        raise
    }

    /// Makes the function that releases a caught exception.
    fn release(&mut self) -> ir::GlobalId {
        let module = &mut *self.builder.module;
        let (void, pointer) = (module.types.void(), module.types.pointer());
        let int = module.types.integer(32);
        let ty = module.types.function(void, &[int, pointer], false);
        let release = self.upgrade.own_function(module, "llvm1.release", ty);
        let mut code = Code {
            upgrade: &mut *self.upgrade,
            builder: ir::FunctionBuilder::new(module, release),
            expanded: Default::default(),
        };
        let entry = code.builder.block(b"");
        code.builder.start(entry);
        let exception = code.builder.parameter(1);
        code.call_runtime("free", void, &[exception]);
        code.builder.ret(None);
        code.builder.finish();
        release
    }
}
