//! The list of helper functions. [`crate::helpers`] writes their bodies.

use crate::types::{Types, suffix};
use pinnacle_llvm::TypeId;
use pinnacle_pexe::Type;
use pinnacle_pexe::inst::BinaryOp;

/// A helper function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Helper {
    /// A division or remainder of integers: `(T, T) -> T`.
    Divide(BinaryOp, Type),
    /// Allocates space on the program's stack: `(i32 size, i32 mask) -> i32`.
    Alloca,
    /// Traps unless an address is aligned: `(i32 address, i32 mask)`.
    Aligned,
    /// Finds the function at an address, and traps unless it has a signature: `(i32, i32) -> ptr`.
    Function,
    /// Enters a call of a function that calls setjmp: `(ptr frame, i32 calls)`.
    Enter,
    /// Leaves such a call: `(ptr frame)`.
    Leave,
    /// Fills a buffer of the program for a call of setjmp, and returns the host's buffer: `(ptr
    /// frame, i32 buffer, i32 number) -> ptr`.
    Setjmp,
    /// Jumps to the setjmp that a buffer names: `(i32 buffer, i32 value)`. Does not return.
    Longjmp,
}

impl Helper {
    /// Returns its name in the module.
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

    /// Returns the types of its result and its parameters.
    pub(crate) fn signature(self, types: &Types) -> (TypeId, Vec<TypeId>) {
        let pointer = types.pointer;
        let [void, word] = [Type::Void, Type::I32].map(|ty| types.of(ty));
        match self {
            Helper::Divide(_, ty) => {
                let ty = types.of(ty);
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

    /// Returns true if LLVM must inline every call.
    pub(crate) const fn is_inlined(self) -> bool {
        !matches!(self, Helper::Setjmp | Helper::Longjmp)
    }
}
