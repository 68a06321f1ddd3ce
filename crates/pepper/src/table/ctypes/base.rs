//! The types of C itself, those of OpenGL ES and a few others, which headers of their own declare.

use super::declare::mark;
use super::{CType, Kind};
use pinnacle_pexe::Type;

/// Maps a type of the program's words to a Rust type.
macro_rules! word {
    (I32) => {
        u32
    };
    (I64) => {
        u64
    };
    (Float) => {
        f32
    };
    (Double) => {
        f64
    };
}

/// Declares numbers and pointers, with their size and the type of the word that passes them.
macro_rules! base {
    ($($word:ident $size:literal => $($name:ident)+;)+) => {
        $($(
            pub(crate) const $name: CType = CType {
                name: stringify!($name),
                kind: Kind::Base { word: Type::$word, size: $size },
            };
            mark!($name: word!($word));
        )+)+
    };
}

base! {
    I32 1 => uint8_t char GLboolean GLubyte;
    I32 2 => uint16_t;
    I32 4 => int32_t uint32_t PP_FileHandle GLbitfield GLenum GLint GLintptr GLsizei GLsizeiptr GLuint;
    I64 8 => int64_t uint64_t;
    Float 4 => float GLclampf GLfloat;
    Double 8 => double;
}

pub(crate) const void: CType = CType {
    name: "void",
    kind: Kind::Void,
};

/// A pointer to a text, as the target of a pointer parameter.
pub(crate) const const_char_pointer: CType = CType {
    name: "const char*",
    kind: Kind::Base {
        word: Type::I32,
        size: 4,
    },
};

/// A pointer, as the target of a pointer parameter.
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

mark!(const_char_pointer: u32);
mark!(void_pointer: u32);
mark!(PPP_MessageHandler: u32);

/// The C type `void`.
pub(crate) enum void {}
