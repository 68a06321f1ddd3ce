//! Functions of our own, of which a module has those that it needs.
//!
//! Each holds one rule of the semantics that an instruction of LLVM does not
//! have: it looks at operands for which LLVM's instruction would be undefined,
//! and stops the program or gives what the rule says. All but those for longjmp
//! are inlined always, so that LLVM sees through them.

mod divide;
mod jump;
mod machine;

use crate::code::Code;
use crate::shared::Shared;
use crate::types::suffix;
use pinnacle_llvm::TypeId;
use pinnacle_pexe::Type;
use pinnacle_pexe::inst::BinaryOp;

pub(crate) use jump::{BUFFERS_OFFSET, FRAME_ALIGN};

/// A function of our own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Helper {
    /// A division or remainder of integers: `(T, T) -> T`.
    Divide(BinaryOp, Type),
    /// Room on the program's stack: `(i32 size, i32 mask) -> i32`.
    Alloca,
    /// That an address is aligned: `(i32 address, i32 mask)`.
    Aligned,
    /// The function at an address, of a signature: `(i32, i32) -> ptr`.
    Function,
    /// Begins a call of a function that calls setjmp: `(ptr frame, i32 calls)`.
    Enter,
    /// Ends it: `(ptr frame)`.
    Leave,
    /// Fills a buffer of the program for a call of setjmp, and gives the
    /// host's buffer: `(ptr frame, i32 buffer, i32 number) -> ptr`.
    Setjmp,
    /// `(i32 buffer, i32 value)`, does not return.
    Longjmp,
}

impl Helper {
    /// Its name in the module.
    pub(crate) fn name(self) -> String {
        let name = match self {
            Helper::Divide(op, ty) => return format!("pinnacle.{}.{}", op.name(), suffix(ty)),
            Helper::Alloca => "alloca",
            Helper::Aligned => "aligned",
            Helper::Function => "function",
            Helper::Enter => "enter",
            Helper::Leave => "leave",
            Helper::Setjmp => "setjmp",
            Helper::Longjmp => "longjmp",
        };
        format!("pinnacle.{name}")
    }

    /// Its result and its parameters.
    pub(crate) fn signature(self, shared: &Shared<'_>) -> (TypeId, Vec<TypeId>) {
        let pointer = shared.types.pointer;
        let [void, word] = [Type::Void, Type::I32].map(|ty| shared.types.of(ty));
        match self {
            Helper::Divide(_, ty) => {
                let ty = shared.types.of(ty);
                (ty, vec![ty, ty])
            }
            Helper::Alloca => (word, vec![word, word]),
            Helper::Aligned | Helper::Longjmp => (void, vec![word, word]),
            Helper::Function => (pointer, vec![word, word]),
            Helper::Enter => (void, vec![pointer, word]),
            Helper::Leave => (void, vec![pointer]),
            Helper::Setjmp => (pointer, vec![pointer, word, word]),
        }
    }

    /// Whether LLVM inlines it wherever it is called.
    pub(crate) const fn is_inlined(self) -> bool {
        !matches!(self, Helper::Setjmp | Helper::Longjmp)
    }
}

/// Writes the body of a function of ours, whose entry was begun.
pub(crate) fn body(code: &mut Code<'_, '_>, helper: Helper) {
    match helper {
        Helper::Divide(op, ty) => code.divide(op, ty),
        Helper::Alloca => code.alloca(),
        Helper::Aligned => code.aligned(),
        Helper::Function => code.function_at(),
        Helper::Enter => code.enter(),
        Helper::Leave => code.leave(),
        Helper::Setjmp => code.fill_buffer(),
        Helper::Longjmp => code.longjmp(),
    }
}
