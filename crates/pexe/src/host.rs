//! The interface of a translated program: the host functions that it may call, and its own
//! functions that the host may call.
//!
//! Translators (`wasm`, `lift`) and the operating system of programs (`system`) describe these
//! functions with the types of [`crate::types`]. They depend on this crate but not on each other,
//! so the description is here, beside the types. It does not cover the functions' behaviour or how
//! a program is run.

use crate::types::{Signature, Type};
use std::borrow::Cow;

/// Text in the data of dynamically loaded libraries that distinguishes them from programs. Its
/// number is the version of the entry function's interface.
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
    /// A second address at which the function can be called, in addition to the one that follows
    /// from its index. Functions of the program at the same address take precedence.
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

/// Returns the fixed addresses of host functions in ascending order, each with its function's
/// number. Addresses below `end`, the end of the contiguous addresses of the program and its host,
/// are left out. If two functions have the same address, the first one is kept.
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
    /// The entry function and the functions that threads start with.
    Entry,
    /// Also every function that is defined.
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
