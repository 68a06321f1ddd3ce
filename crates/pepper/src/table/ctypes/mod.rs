//! The C types of parameters and results of methods, and the headers that declare them.
//!
//! Each type is a constant with its C name. Each header of the sysroot is declared in one place, in
//! a file per area: `basic`, `files`, `graphics`, `input`, `media`, `network`, and `dev` for the
//! folders `dev/` and `private/`. Sizes and offsets are computed ([`layout`]).

#![allow(
    non_upper_case_globals,
    non_camel_case_types,
    reason = "the constants and types are named as in C"
)]

mod base;
mod basic;
mod declare;
mod dev;
mod files;
mod graphics;
mod input;
pub mod layout;
mod media;
mod network;

pub(crate) use base::*;
pub(crate) use basic::*;
pub(crate) use dev::*;
pub(crate) use files::*;
pub(crate) use graphics::*;
pub(crate) use input::*;
pub(crate) use media::*;
pub(crate) use network::*;

use super::{Declared, Signature};
use declare::{headers, mark};
use pinnacle_pexe::Type;

/// The way in which values of a type are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// No value: `void`.
    Nothing,
    /// By value, as a word of this type.
    Word(Type),
    /// By its address.
    Structure,
}

/// A type of C.
#[derive(Clone, Copy, Debug)]
pub struct CType {
    /// Its name in the headers, without `struct`.
    pub name: &'static str,
    /// The kind of the type.
    pub kind: Kind,
}

/// The kinds of C types.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `void`.
    Void,
    /// A number or a pointer, passed as a word of this type.
    Base {
        /// The type that it is passed as.
        word: Type,
        /// Its size and alignment in bytes.
        size: u32,
    },
    /// Another name of a type.
    Alias(&'static CType),
    /// A set of named numbers.
    Enumeration(&'static [Value]),
    /// A pointer to a function.
    Function(&'static Signature),
    /// Fields one after the other.
    Structure(&'static [Field]),
    /// Fields at the same address.
    Union(&'static [Field]),
    /// A table of functions, which a program passes by address.
    Interface,
}

/// A number of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its name.
    pub name: &'static str,
    /// The number.
    pub number: i32,
}

/// A field of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The field's type, or that of its elements.
    pub declared: Declared,
    /// Number of elements, if it is an array.
    pub count: Option<u32>,
}

impl CType {
    /// Returns the way in which values of this type are passed.
    #[must_use]
    pub const fn passing(&self) -> Passing {
        match self.kind {
            Kind::Void => Passing::Nothing,
            Kind::Base { word, .. } => Passing::Word(word),
            Kind::Alias(ty) => ty.passing(),
            Kind::Enumeration(_) | Kind::Function(_) => Passing::Word(Type::I32),
            Kind::Structure(_) | Kind::Union(_) | Kind::Interface => Passing::Structure,
        }
    }

    /// Returns the number of an enumerator.
    ///
    /// # Panics
    ///
    /// Panics if the name is missing. In a constant, this fails the build.
    pub(crate) const fn number_of(&self, name: &str) -> i32 {
        let Kind::Enumeration(values) = self.kind else {
            panic!("only an enumeration has numbers with names");
        };
        let mut index = 0;
        while index < values.len() {
            if is_same(values[index].name, name) {
                return values[index].number;
            }
            index += 1;
        }
        panic!("the enumeration has no such name");
    }
}

/// Returns true if two names are equal. `==` is not available in constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// A header of the sysroot.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Its path below `ppapi/c/`.
    pub path: &'static str,
    /// The types that the header declares, each before its uses.
    pub types: &'static [CType],
    /// The interfaces that the header declares.
    pub interfaces: &'static [HeaderInterface],
}

/// A header's names for an interface.
#[derive(Clone, Copy, Debug)]
pub struct HeaderInterface {
    /// Its name without the version.
    pub name: &'static str,
    /// The C type of the newest version. The types of all versions have the version appended:
    /// `PPB_Core_1_0`.
    pub structure: &'static str,
    /// Prefix of the interface's macros.
    pub prefix: &'static str,
}

/// Returns all headers.
pub fn headers() -> impl Iterator<Item = &'static Header> {
    [
        basic::HEADERS,
        files::HEADERS,
        graphics::HEADERS,
        input::HEADERS,
        media::HEADERS,
        network::HEADERS,
        dev::HEADERS,
    ]
    .into_iter()
    .flatten()
}

/// Interfaces whose headers are files of the sysroot instead, with the path of each below
/// `ppapi/c/`.
const WRITTEN_HEADERS: [(&str, &str); 1] =
    [("PPB_FileIO_Private", "private/ppb_file_io_private.h")];

/// Returns the path of an interface's header below `ppapi/c/`.
#[must_use]
pub fn header_path(interface: &str) -> Option<&'static str> {
    let made = header_of(interface).map(|(header, _)| header.path);
    let written = || WRITTEN_HEADERS.iter().find(|(name, _)| *name == interface);
    made.or_else(|| written().map(|(_, path)| *path))
}

/// Returns a header's names for an interface, and the header.
#[must_use]
pub fn header_of(interface: &str) -> Option<(&'static Header, &'static HeaderInterface)> {
    headers().find_map(|header| {
        let mut all = header.interfaces.iter();
        all.find(|known| known.name == interface)
            .map(|found| (header, found))
    })
}
