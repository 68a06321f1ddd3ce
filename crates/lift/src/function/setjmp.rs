//! Calls of setjmp and longjmp. `helpers/jump.rs` explains how longjmp finds its setjmp.

use super::Translator;
use crate::abi::JUMP_BUFFER_SIZE;
use crate::helper::Helper;
use crate::helpers::{BUFFERS_OFFSET, FRAME_ALIGN};
use pinnacle_llvm::Value;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::types::Type;

impl Translator<'_, '_> {
    /// Makes the frame of a function with this number of calls of setjmp.
    pub(super) fn enter_frame(&mut self, calls: u32) {
        let size = BUFFERS_OFFSET + JUMP_BUFFER_SIZE * u64::from(calls);
        let byte = self.code.ty(Type::I8);
        let builder = &mut self.code.builder;
        let ty = builder.module.types.array(byte, size);
        let frame = builder.alloca(ty, None, FRAME_ALIGN);
        self.frame = Some(frame);
        let calls = self.code.word(calls);
        self.code.help(Helper::Enter, &[frame, calls]);
    }

    pub(super) fn leave_frame(&mut self) {
        if let Some(frame) = self.frame {
            self.code.help(Helper::Leave, &[frame]);
        }
    }

    /// Calls setjmp. The function itself must call the host's `setjmp`, since that returns to its
    /// caller a second time.
    pub(super) fn setjmp(&mut self, buffer: ValueId) -> Value {
        let buffer = self.value(buffer);
        let number = self.code.word(self.setjmp_calls);
        self.setjmp_calls += 1;
        let frame = self
            .frame
            .expect("a function that calls setjmp has a frame");
        let host = self.code.helped(Helper::Setjmp, &[frame, buffer, number]);
        let word = self.code.ty(Type::I32);
        let result = self.code.call_declared("_setjmp", word, &[host]);
        result.expect("setjmp has a result")
    }

    pub(super) fn longjmp(&mut self, buffer: ValueId, value: ValueId) {
        let arguments = [buffer, value].map(|value| self.value(value));
        self.code.help(Helper::Longjmp, &arguments);
    }
}
