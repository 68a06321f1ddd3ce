//! The interface of a translated program: the functions of its host that it may call, and those
//! of its own that its host may.
//!
//! Translators (`wasm`, `lift`) and the operating system of programs (`system`) describe these
//! functions by the types of [`crate::types`], and depend on this crate but not on each other. So
//! the description stands here, beside the types. It says nothing of what the functions do, nor of
//! how a program is run.

use crate::types::{Signature, Type};
use std::borrow::Cow;

/// A text that stands in the data of libraries that programs load, by which these are told
/// from programs. Its number is that of what their entry function does.
pub const LIBRARY_MARK: &[u8] = b"pinnacle-library-1\0";

/// A function of the host that a program runs in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostFunction {
    /// Its name, as `nacl-irt-basic-0.1.exit`: an interface, a dot, a function.
    pub name: Cow<'static, str>,
    /// The types of its parameters; addresses are `i32`.
    pub params: Cow<'static, [Type]>,
    /// The type of its result.
    pub result: Type,
}

impl HostFunction {
    /// A function that is known when the program is compiled.
    pub const fn new(name: &'static str, params: &'static [Type], result: Type) -> HostFunction {
        HostFunction {
            name: Cow::Borrowed(name),
            params: Cow::Borrowed(params),
            result,
        }
    }

    /// Its type.
    pub fn signature(&self) -> Signature {
        Signature {
            result: self.result,
            params: (*self.params).into(),
        }
    }
}

/// Which functions of a program its host can call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exports {
    /// The entry function, and what threads start with.
    Entry,
    /// Every function that is defined too.
    All,
}
