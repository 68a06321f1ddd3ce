//! Intrinsics of LLVM 1.0 to 1.3, which are functions by their name.

/// An intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intrinsic {
    VaStart,
    VaEnd,
    VaCopy,
    MemCpy,
    MemMove,
    MemSet,
    ReturnAddress,
    FrameAddress,
    IsUnordered,
    SetJmp,
    LongJmp,
    SigSetJmp,
    SigLongJmp,
    /// One of those for debuggers, whose result only ties them together.
    Debug,
    GcRoot,
    GcRead,
    GcWrite,
    ReadIo,
    WriteIo,
    /// One of which there is nothing today.
    Unsupported,
}

impl Intrinsic {
    /// The intrinsic of this name; none of what is an ordinary function.
    pub(super) fn of(name: &[u8]) -> Option<Intrinsic> {
        let rest = name.strip_prefix(b"llvm.")?;
        Some(match rest {
            b"va_start" => Intrinsic::VaStart,
            b"va_end" => Intrinsic::VaEnd,
            b"va_copy" => Intrinsic::VaCopy,
            b"memcpy" => Intrinsic::MemCpy,
            b"memmove" => Intrinsic::MemMove,
            b"memset" => Intrinsic::MemSet,
            b"returnaddress" => Intrinsic::ReturnAddress,
            b"frameaddress" => Intrinsic::FrameAddress,
            b"isunordered" => Intrinsic::IsUnordered,
            b"setjmp" => Intrinsic::SetJmp,
            b"longjmp" => Intrinsic::LongJmp,
            b"sigsetjmp" => Intrinsic::SigSetJmp,
            b"siglongjmp" => Intrinsic::SigLongJmp,
            b"gcroot" => Intrinsic::GcRoot,
            b"gcread" => Intrinsic::GcRead,
            b"gcwrite" => Intrinsic::GcWrite,
            b"readio" => Intrinsic::ReadIo,
            b"writeio" => Intrinsic::WriteIo,
            _ if rest.starts_with(b"dbg.") => Intrinsic::Debug,
            _ => Intrinsic::Unsupported,
        })
    }
}
