//! The interface of a translated program: the functions of its host that it may call, and those
//! of its own that its host may.
//!
//! Translators (`wasm`, `lift`) and the operating system of programs (`system`) describe these
//! functions by the types of [`crate::types`], and depend on this crate but not on each other. So
//! the description stands here, beside the types. It says nothing of what the functions do, nor of
//! how a program is run.

use crate::types::{Signature, Type};
use std::borrow::Cow;

/// A text in the data of libraries that programs load, which distinguishes these from programs. Its
/// number is the version of what their entry function does.
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
    /// An address at which it can be called too, beside the one that follows from its place
    /// among the host's functions. Functions of the program that have the address come first.
    pub fixed_address: Option<u32>,
}

impl HostFunction {
    /// A function that is known when the program is compiled.
    pub const fn new(name: &'static str, params: &'static [Type], result: Type) -> HostFunction {
        HostFunction {
            name: Cow::Borrowed(name),
            params: Cow::Borrowed(params),
            result,
            fixed_address: None,
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

/// The fixed addresses of functions of a host, ascending, with the number of each. Those that the
/// contiguous addresses of the program and its host cover, up to `end`, are left out, and of two
/// functions with one address the second.
pub fn fixed_addresses(host: &[HostFunction], end: u32) -> Vec<(u32, u32)> {
    let mut fixed: Vec<(u32, u32)> = (0..)
        .zip(host)
        .filter_map(|(number, function)| Some((function.fixed_address?, number)))
        .filter(|&(address, _)| address >= end)
        .collect();
    fixed.sort_unstable();
    fixed.dedup_by_key(|&mut (address, _)| address);
    fixed
}

/// The functions of a program that its host can call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exports {
    /// The entry function, and what threads start with.
    Entry,
    /// Every function that is defined too.
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_addresses_ascend_and_yield_to_functions_of_the_program() {
        let at = |fixed_address| HostFunction {
            fixed_address,
            ..HostFunction::new("a.b", &[], Type::Void)
        };
        let host = [
            at(Some(70)),
            at(None),
            at(Some(60)),
            at(Some(70)),
            at(Some(9)),
        ];
        assert_eq!(fixed_addresses(&host, 10), [(60, 2), (70, 0)]);
        assert!(fixed_addresses(&host, 71).is_empty());
    }
}
