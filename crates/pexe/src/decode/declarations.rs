//! Checks rules for all declarations of a module.
//!
//! Implements "Linkage Types", "List of allowed intrinsics" and the limits on the types of ordinary
//! functions in the reference manual. Bodies can be decoded in spite of such errors, so all errors
//! are collected.

use super::Allow;
use super::findings::Findings;
use crate::error::{Error, ErrorKind};
use crate::ids::FuncId;
use crate::intrinsics;
use crate::module::{FunctionDecl, Linkage, Module};
use crate::types::Type;
use std::collections::HashSet;

/// The name of a program's entry point.
const ENTRY: &[u8] = b"_start";

/// The prefix of the names of MinSFI's system calls.
const SYSCALL: &[u8] = b"__minsfi_syscall_";

/// Checks all function addresses. `positions` are the positions of their declarations.
pub(super) fn check(module: &Module, positions: &[u64], allow: Allow, findings: &mut Findings) {
    let mut names = vec![0; module.functions.len()];
    let mut intrinsics = HashSet::new();
    for (function, position) in std::mem::take(&mut findings.named) {
        names[function.index()] = position;
        if let Some(intrinsic) = module.functions[function.index()].intrinsic
            && !intrinsics.insert(intrinsic)
        {
            findings.note(Error::new(
                ErrorKind::Duplicate,
                position,
                format!(
                    "{function} is a second function named \"{}\"",
                    intrinsic.row().name
                ),
            ));
        }
    }
    let mut entries = 0;
    for (index, (function, &position)) in module.functions.iter().zip(positions).enumerate() {
        let id = FuncId(index as u32);
        if findings.doubts.functions.contains(&id.0) {
            entries += u32::from(is_entry(function));
            continue;
        }
        if let Err((kind, message)) = check_function(module, id, function, allow) {
            let by_name = matches!(
                kind,
                ErrorKind::UndefinedFunction | ErrorKind::ExternalSymbol
            );
            // The error is at the record of the name, because the name makes the function an
            // intrinsic.
            let position = match kind {
                ErrorKind::UnknownIntrinsic | ErrorKind::IntrinsicType => names[index],
                _ => position,
            };
            // The function's name may be one of those that could not be read.
            if !(by_name && function.name.is_none() && findings.doubts.names) {
                findings.note(Error::new(kind, position, message));
            }
        }
        if function.linkage == Linkage::External && is_entry(function) && !function.declared {
            entries += 1;
            if entries == 2 {
                findings.note(Error::new(
                    ErrorKind::EntryPoint,
                    position,
                    "the module has a second entry point",
                ));
            }
        }
    }
    if entries == 0 && !findings.doubts.names && !allow.no_entry_point {
        let position = positions.last().copied().unwrap_or(0);
        findings.note(Error::new(
            ErrorKind::EntryPoint,
            position,
            "the module has no entry point, an external function named \"_start\"",
        ));
    }
    for (function, position) in std::mem::take(&mut findings.relocated) {
        if let Some(intrinsic) = module.functions[function.index()].intrinsic {
            findings.note(Error::new(
                ErrorKind::UndefinedAddress,
                position,
                format!(
                    "a relocation refers to {function}, the intrinsic \"{}\", which has no address",
                    intrinsic.row().name
                ),
            ));
        }
    }
}

fn is_entry(function: &FunctionDecl) -> bool {
    function.name.as_deref() == Some(ENTRY)
}

fn check_function(
    module: &Module,
    id: FuncId,
    function: &FunctionDecl,
    allow: Allow,
) -> Result<(), (ErrorKind, String)> {
    let name = function.name.as_deref().unwrap_or_default();
    let shown = name.escape_ascii();
    let signature = module.signature(id);
    if let Some(row) = intrinsics::lookup(name) {
        if !function.declared || function.linkage != Linkage::External {
            return Err((
                ErrorKind::UnknownIntrinsic,
                format!("intrinsic {id} \"{shown}\" must be declared and external"),
            ));
        }
        if signature.result != row.result || *signature.params != *row.params {
            let expected = crate::types::Signature {
                result: row.result,
                params: row.params.into(),
            };
            return Err((
                ErrorKind::IntrinsicType,
                format!("intrinsic {id} \"{shown}\" has type {signature}, expected {expected}"),
            ));
        }
        return Ok(());
    }
    if name.starts_with(intrinsics::PREFIX) {
        return Err((
            ErrorKind::UnknownIntrinsic,
            format!("{id} \"{shown}\" is not an intrinsic of PNaCl"),
        ));
    }
    let types = signature
        .params
        .iter()
        .chain(std::iter::once(&signature.result));
    if let Some(ty) = types
        .clone()
        .find(|ty| **ty != Type::Void && !ty.is_argument())
    {
        return Err((
            ErrorKind::BadSignature,
            format!("{id} has type {signature}; an ordinary function cannot take or return {ty}"),
        ));
    }
    if allow.minsfi_syscalls
        && function.declared
        && name.starts_with(SYSCALL)
        && signature.result == Type::I32
    {
        return Ok(());
    }
    if function.declared {
        return Err((
            ErrorKind::UndefinedFunction,
            format!("{id} \"{shown}\" is declared but not defined, and is not an intrinsic"),
        ));
    }
    if function.linkage == Linkage::External && !is_entry(function) {
        return Err((
            ErrorKind::ExternalSymbol,
            match name.is_empty() {
                true => format!("{id} is external and has no name, expected \"_start\""),
                false => {
                    format!("{id} \"{shown}\" is external, but neither \"_start\" nor an intrinsic")
                }
            },
        ));
    }
    Ok(())
}
