//! Macros for declaring C headers in the syntax of Rust.

/// Declares the Rust type that represents a C type in `table::typed`.
macro_rules! mark {
    ($name:ident: Structure) => {
        /// The structure of C.
        #[allow(dead_code, reason = "not every type is one of a typed method")]
        pub(crate) enum $name {}

        impl crate::table::typed::Passed for $name {
            type Word = crate::table::typed::Structure;
            const RESULT_WORDS: usize = 1;
        }
    };
    ($name:ident: $word:ty) => {
        /// The type of C.
        #[allow(dead_code, reason = "not every type is one of a typed method")]
        pub(crate) enum $name {}

        impl crate::table::typed::Passed for $name {
            type Word = $word;
        }
    };
}
pub(super) use mark;

/// Declares headers: the path of each, then what it declares, in this order: other
/// names of types, enumerations, types of functions, unions, structures, interfaces
/// (with the name of the structure and the beginning of the macros). Each type becomes a
/// constant.
macro_rules! headers {
    ($(
        $path:literal {
            $(type $alias:ident = $to:ident;)*
            $(enum $enumeration:ident {
                $($value:ident = $number:literal),* $(,)?
            })*
            $(fn $function:ident($($parameter:ident: $(*$pointer:ident)? $ty:ident),* $(,)?)
                $(-> $(*$result_pointer:ident)? $result:ident)?;)*
            $(union $union:ident {
                $($member:ident: $member_type:ident),* $(,)?
            })*
            $(struct $structure:ident {
                $($field:ident: $(*$field_pointer:ident)? $field_type:ident
                    $([$count:literal])?),* $(,)?
            })*
            $(interface $interface:literal $table:ident $prefix:ident;)*
        }
    )*) => {
        $(
            $(pub(crate) const $alias: CType = CType {
                name: stringify!($alias),
                kind: Kind::Alias(&$to),
            };
            mark!($alias: <$to as crate::table::typed::Passed>::Word);)*
            $(pub(crate) const $enumeration: CType = CType {
                name: stringify!($enumeration),
                kind: Kind::Enumeration(&[$(Value {
                    name: stringify!($value),
                    number: $number,
                }),*]),
            };
            mark!($enumeration: u32);)*
            $(pub(crate) const $function: CType = CType {
                name: stringify!($function),
                kind: Kind::Function(&crate::table::signature!(
                    $function($($parameter: $(*$pointer)? $ty),*)
                        $(-> $(*$result_pointer)? $result)?
                )),
            };
            mark!($function: u32);)*
            $(pub(crate) const $union: CType = CType {
                name: stringify!($union),
                kind: Kind::Union(&[$(Field {
                    name: stringify!($member),
                    declared: crate::table::declared!($member_type),
                    count: None,
                }),*]),
            };
            mark!($union: Structure);)*
            $(pub(crate) const $structure: CType = CType {
                name: stringify!($structure),
                kind: Kind::Structure(&[$(Field {
                    name: stringify!($field),
                    declared: crate::table::declared!($(*$field_pointer)? $field_type),
                    count: headers!(@count $($count)?),
                }),*]),
            };
            mark!($structure: Structure);)*
        )*

        /// The headers of this file.
        pub(super) static HEADERS: &[Header] = &[$(Header {
            path: $path,
            types: &[$($alias,)* $($enumeration,)* $($function,)* $($union,)* $($structure,)*],
            interfaces: &[$(HeaderInterface {
                name: $interface,
                structure: stringify!($table),
                prefix: stringify!($prefix),
            }),*],
        }),*];
    };
    (@count) => { None };
    (@count $count:literal) => { Some($count) };
}
pub(super) use headers;
