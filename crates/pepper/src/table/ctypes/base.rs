//! The types of C itself and those of OpenGL ES, which headers of their own declare.

use super::{CType, Kind};
use pinnacle_pexe::Type;

/// Declares numbers and pointers, by the word that each is passed as and its size.
macro_rules! base {
    ($($word:ident $size:literal => $($name:ident)+;)+) => {
        $($(
            pub(crate) const $name: CType = CType {
                name: stringify!($name),
                kind: Kind::Base { word: Type::$word, size: $size },
            };
        )+)+
    };
}

base! {
    I32 1 => uint8_t char GLboolean GLubyte;
    I32 2 => uint16_t;
    I32 4 => int32_t uint32_t GLbitfield GLenum GLint GLintptr GLsizei GLsizeiptr GLuint;
    I64 8 => int64_t uint64_t;
    Float 4 => float GLclampf GLfloat;
    Double 8 => double;
}

pub(crate) const void: CType = CType {
    name: "void",
    kind: Kind::Void,
};

/// A pointer to a text, where a parameter is a pointer to such pointers.
pub(crate) const const_char_pointer: CType = CType {
    name: "const char*",
    kind: Kind::Base {
        word: Type::I32,
        size: 4,
    },
};

/// A pointer, where a parameter is a pointer to such pointers.
pub(crate) const void_pointer: CType = CType {
    name: "void*",
    kind: Kind::Base {
        word: Type::I32,
        size: 4,
    },
};

/// The functions of a program that handle messages.
pub(crate) const PPP_MessageHandler: CType = CType {
    name: "PPP_MessageHandler",
    kind: Kind::Interface,
};
