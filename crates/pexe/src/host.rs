//! Describes the interface of a translated program: the host functions that it may call, and its
//! own functions that the host may call.
//!
//! Translators (`wasm`, `lift`) and the operating system of programs (`system`) describe these
//! functions with the types of [`crate::types`]. They depend on this crate but not on each other,
//! so the description is in this crate. It includes neither the behaviour of the functions nor the
//! way in which a program is run.

use crate::types::{Signature, Type};
use std::borrow::Cow;

/// The text in the data of dynamically loaded libraries that distinguishes them from programs. The
/// number is the version of the interface of the entry function.
pub const LIBRARY_MARK: &[u8] = b"pinnacle-library-1\0";

/// A function of a program's host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostFunction {
    /// Its name, such as `nacl-irt-basic-0.1.exit`: an interface, a dot, a function.
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
    /// Creates a function from constants.
    pub const fn new(name: &'static str, params: &'static [Type], result: Type) -> HostFunction {
        HostFunction {
            name: Cow::Borrowed(name),
            params: Cow::Borrowed(params),
            result,
            fixed_address: None,
        }
    }

    /// Returns the signature of the function.
    pub fn signature(&self) -> Signature {
        Signature {
            result: self.result,
            params: (*self.params).into(),
        }
    }
}

/// Returns the fixed addresses of host functions in ascending order, each with the number of its
/// function. Addresses below `end`, where the contiguous addresses of the program and its host end,
/// are omitted. If two functions have the same address, only the first one is returned.
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
    /// The entry function and the start functions of threads.
    Entry,
    /// These, and all functions that the program defines.
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
