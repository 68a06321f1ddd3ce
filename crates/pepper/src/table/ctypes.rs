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
        GLbitfield GLboolean GLenum GLint GLintptr GLsizei GLsizeiptr GLubyte GLuint
        int8_t int32_t uint8_t uint16_t uint32_t
        PPB_Audio_Callback PPB_Audio_Callback_1_0
        PP_AudioBuffer_SampleRate PP_AudioBuffer_SampleSize PP_AudioProfile PP_AudioSampleRate
        PP_Bool PP_CursorType_Dev PP_FileSystemType PP_HardwareAcceleration PP_ImageDataFormat
        PP_InputEvent_MouseButton PP_InputEvent_Type PP_Instance PP_LogLevel
        PP_MediaStreamAudioTrack_Attrib PP_MediaStreamVideoTrack_Attrib PP_Module
        PP_MouseCursor_Type PP_NetAddressFamily_Private PP_NetAddress_Family
        PP_NetworkList_State PP_NetworkList_Type PP_Resource PP_TCPSocketOption_Private
        PP_TCPSocket_Option PP_TextInput_Type PP_TextInput_Type_Dev PP_TouchListType
        PP_UDPSocketFeature_Private PP_UDPSocket_Option PP_URLRequestProperty
        PP_URLResponseProperty PP_VideoFrame_Format PP_VideoProfile PP_WebSocketReadyState;
    Passing::Word(Type::I64) => int64_t uint64_t PP_TraceEventTime;
    Passing::Word(Type::Float) => float GLclampf GLfloat;
    Passing::Word(Type::Double) => PP_Time PP_TimeDelta PP_TimeTicks;
    Passing::Structure =>
        PPP_MessageHandler PP_ArrayOutput PP_AudioBitstreamBuffer PP_BitstreamBuffer
        PP_CompletionCallback PP_FileInfo PP_FloatPoint PP_GamepadsSampleData
        PP_HostResolver_Hint PP_HostResolver_Private_Hint PP_ImageDataDesc PP_NetAddress_IPv4
        PP_NetAddress_IPv6 PP_NetAddress_Private PP_Point PP_Rect PP_Size PP_TouchPoint
        PP_URLComponents_Dev PP_Var PP_VideoPicture PP_VideoPicture_0_1;
}

/// A pointer to a text, where a parameter is a pointer to such pointers.
pub(crate) const const_char_pointer: CType = CType {
    name: "const char*",
    passing: Passing::Word(Type::I32),
};

/// A pointer, where a parameter is a pointer to such pointers.
pub(crate) const void_pointer: CType = CType {
    name: "void*",
    passing: Passing::Word(Type::I32),
};

/// What only pointers lead to.
pub(crate) const char: CType = CType {
    name: "char",
    passing: Passing::Structure,
};
