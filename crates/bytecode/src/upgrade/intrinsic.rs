//! Intrinsics of LLVM 1.0 to 1.9, recognised by function name.

use crate::model::{Module, Type};

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
    /// A debugging intrinsic. Its result only links several of them together.
    Debug,
    GcRoot,
    GcRead,
    GcWrite,
    ReadIo,
    WriteIo,
    /// An intrinsic with the same operands in current LLVM, under this name.
    Same(&'static str),
    /// An intrinsic with the same operands in current LLVM. Its name there is this one followed by
    /// the type of the first operand.
    OfType(&'static str),
    /// A hint that memory will be used.
    Prefetch,
    /// An intrinsic with no equivalent today.
    Unsupported,
}

impl Intrinsic {
    /// Returns the intrinsic with this name, or `None` for an ordinary function. Since LLVM 1.6,
    /// variable argument lists are in memory, as they are today.
    pub(super) fn of(name: &[u8], lists_in_memory: bool) -> Option<Intrinsic> {
        let rest = name.strip_prefix(b"llvm.")?;
        Some(match without_type(rest) {
            b"va_start" if lists_in_memory => Intrinsic::Same("llvm.va_start"),
            b"va_end" if lists_in_memory => Intrinsic::Same("llvm.va_end"),
            b"va_copy" if lists_in_memory => Intrinsic::Same("llvm.va_copy"),
            b"stacksave" => Intrinsic::Same("llvm.stacksave"),
            b"stackrestore" => Intrinsic::Same("llvm.stackrestore"),
            b"readcyclecounter" => Intrinsic::Same("llvm.readcyclecounter"),
            b"pcmarker" => Intrinsic::Same("llvm.pcmarker"),
            b"prefetch" => Intrinsic::Prefetch,
            b"sqrt" => Intrinsic::OfType("sqrt"),
            b"powi" => Intrinsic::OfType("powi"),
            b"bswap" => Intrinsic::OfType("bswap"),
            b"ctpop" => Intrinsic::OfType("ctpop"),
            b"ctlz" => Intrinsic::OfType("ctlz"),
            b"cttz" => Intrinsic::OfType("cttz"),
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

/// Removes the type suffix that LLVM 1.7 and later append to some names.
fn without_type(name: &[u8]) -> &[u8] {
    const TYPES: &[&str] = &[".i8", ".i16", ".i32", ".i64", ".f32", ".f64"];
    let found = TYPES.iter().find_map(|ty| name.strip_suffix(ty.as_bytes()));
    found.unwrap_or(name)
}

/// Returns true if the intrinsics for lists of variable arguments are those of LLVM 1.6 and later,
/// which take the address of a list. The earlier ones returned a list.
pub(super) fn has_lists_in_memory(module: &Module) -> bool {
    module.functions.iter().any(|function| {
        let name = module.names.get(function.name);
        let wanted = match name {
            b"llvm.va_start" => 1,
            b"llvm.va_copy" => 2,
            _ => return false,
        };
        let ty = module.types.pointee(function.address_type);
        match ty.map(|ty| module.types.get(ty)) {
            Some(Type::Function { parameters, .. }) => {
                module.types.list(parameters).len() == wanted
            }
            _ => false,
        }
    })
}
