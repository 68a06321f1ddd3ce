//! What must hold of a module's declarations as a whole.
//!
//! Implements "Linkage Types", "List of allowed intrinsics" and the limits on
//! the types of ordinary functions of the reference manual. None of this keeps
//! the bodies from being read, so all errors are collected.

use crate::error::{Error, ErrorKind};
use crate::ids::FuncId;
use crate::intrinsics;
use crate::module::{FunctionDecl, Linkage, Module};
use crate::types::Type;

/// The name of the function that a program starts with.
const ENTRY: &[u8] = b"_start";

/// Checks all function addresses; `positions` tells where each was declared.
pub(super) fn check(module: &Module, positions: &[u64], errors: &mut Vec<Error>) {
    let mut entries = 0;
    for (index, (function, &position)) in module.functions.iter().zip(positions).enumerate() {
        let mut report = |kind, message| errors.push(Error::new(kind, position, message));
        let id = FuncId(index as u32);
        if let Err((kind, message)) = check_function(module, id, function) {
            report(kind, message);
        }
        if function.linkage == Linkage::External && is_entry(function) && !function.declared {
            entries += 1;
            if entries == 2 {
                report(
                    ErrorKind::EntryPoint,
                    "the module has a second entry point".into(),
                );
            }
        }
    }
    if entries == 0 {
        let position = positions.last().copied().unwrap_or(0);
        errors.push(Error::new(
            ErrorKind::EntryPoint,
            position,
            "the module has no entry point, an external function named \"_start\"",
        ));
    }
}

fn is_entry(function: &FunctionDecl) -> bool {
    function.name.as_deref() == Some(ENTRY)
}

fn check_function(
    module: &Module,
    id: FuncId,
    function: &FunctionDecl,
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
    if name.starts_with(b"llvm.") {
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
    if function.declared {
        return Err((
            ErrorKind::UndefinedFunction,
            format!("{id} \"{shown}\" is declared but not defined, and no intrinsic"),
        ));
    }
    if function.linkage == Linkage::External && !is_entry(function) {
        return Err((
            ErrorKind::ExternalSymbol,
            format!("{id} \"{shown}\" is external, but neither \"_start\" nor an intrinsic"),
        ));
    }
    Ok(())
}
