//! The types of C that methods take and give.

#![allow(
    non_upper_case_globals,
    reason = "the constants are named as the types are in C"
)]

use pinnacle_pexe::Type;

/// How a value of a type is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// There is none: `void`.
    Nothing,
    /// As it is.
    Word(Type),
    /// By its address.
    Structure,
}

/// A type of C.
#[derive(Clone, Copy, Debug)]
pub struct CType {
    /// Its name in the headers, without `struct`.
    pub name: &'static str,
    /// How a value of it is passed.
    pub passing: Passing,
}

/// Declares types by the way in which they are passed.
macro_rules! types {
    ($($passing:expr => $($name:ident)+;)+) => {
        $($(
            pub(crate) const $name: CType = CType {
                name: stringify!($name),
                passing: $passing,
            };
        )+)+
    };
}

types! {
    Passing::Nothing => void;
    Passing::Word(Type::I32) =>
        PP_Bool PP_ImageDataFormat PP_Instance PP_LogLevel PP_Module PP_Resource
        int32_t uint32_t;
    Passing::Word(Type::I64) => int64_t;
    Passing::Word(Type::Float) => float;
    Passing::Word(Type::Double) => PP_Time PP_TimeTicks;
    Passing::Structure =>
        PP_CompletionCallback PP_ImageDataDesc PP_Point PP_Rect PP_Size PP_Var PPP_MessageHandler;
}

/// What only pointers lead to.
pub(crate) const char: CType = CType {
    name: "char",
    passing: Passing::Structure,
};
