//! The rules for names: in each symbol table a name is unique for each type, and only things that
//! exist have names.

use super::{Context, Errors};
use crate::error::{Error, ErrorKind};
use crate::model::{BlockId, Body, InstId, Name, Names, TypeId};

/// A name and the type of the thing that it names.
pub(super) type Entry<'a> = (TypeId, &'a [u8]);

/// Checks the names of globals, functions and types.
pub(super) fn check_module(context: &Context<'_>, errors: &mut Errors) {
    let module = context.module;
    let globals = module.globals.iter();
    let functions = module.functions.iter();
    let mut entries: Vec<Entry<'_>> = globals
        .map(|global| (global.address_type, global.name))
        .chain(functions.map(|function| (function.address_type, function.name)))
        .filter(|(_, name)| !name.is_empty())
        .map(|(ty, name)| (ty, module.names.get(name)))
        .collect();
    find_duplicates(context, &mut entries, |error| errors.push(error));
    type_names(context, &module.names, &module.type_names, |error| {
        errors.push(error);
    });
}

/// Checks the names of a body. `entries` is scratch memory.
pub(super) fn check_body<'a>(
    context: &Context<'a>,
    body: &'a Body,
    parameters: &[TypeId],
    entries: &mut Vec<Entry<'a>>,
    mut report: impl FnMut(Error),
) {
    entries.clear();
    let arguments = parameters.iter().enumerate();
    entries.extend(arguments.map(|(place, &ty)| (ty, body.argument_name(place as u32))));
    let insts = (0..body.inst_names.len().min(body.inst_count()) as u32).map(InstId);
    entries.extend(insts.map(|inst| (body.result_type(inst), body.inst_name(inst))));
    let blocks = (0..body.block_names.len().min(body.block_count()) as u32).map(BlockId);
    entries.extend(blocks.map(|block| (TypeId::LABEL, body.block_name(block))));
    entries.retain(|(_, name)| !name.is_empty());
    for &(ty, name) in entries.iter() {
        if ty == TypeId::VOID {
            report(nothing_named(name, "an instruction without a result"));
        }
    }
    let behind_the_end = [
        (&body.argument_names, parameters.len(), "a parameter"),
        (&body.inst_names, body.inst_count(), "an instruction"),
        (&body.block_names, body.block_count(), "a block"),
    ];
    for (names, count, what) in behind_the_end {
        for &name in names.iter().skip(count).filter(|name| !name.is_empty()) {
            let name = body.names.get(name);
            report(nothing_named(name, &format!("{what} that does not exist")));
        }
    }
    find_duplicates(context, entries, &mut report);
    if !body.type_names.is_empty() {
        type_names(context, &body.names, &body.type_names, report);
    }
}

fn type_names(
    context: &Context<'_>,
    names: &Names,
    list: &[(Name, TypeId)],
    mut report: impl FnMut(Error),
) {
    let mut sorted: Vec<&[u8]> = list.iter().map(|&(name, _)| names.get(name)).collect();
    sorted.sort_unstable();
    for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
        report(duplicate(pair[0], "types"));
    }
    if sorted.first().is_some_and(|name| name.is_empty()) {
        report(nothing_named(b"", "a type"));
    }
    for &(name, ty) in list {
        if ty == TypeId::VOID {
            report(nothing_named(names.get(name), "void"));
        }
        if ty.index() >= context.module.types.len() {
            let name = names.get(name);
            report(nothing_named(name, "a type that does not exist"));
        }
    }
}

fn find_duplicates<'a>(
    context: &Context<'_>,
    entries: &mut [Entry<'a>],
    mut report: impl FnMut(Error),
) {
    entries.sort_unstable();
    for pair in entries.windows(2).filter(|pair| pair[0] == pair[1]) {
        let (ty, name) = pair[0];
        let of = match ty {
            TypeId::LABEL => "blocks".to_owned(),
            _ => format!("values of type {}", context.text(ty)),
        };
        report(duplicate(name, &of));
    }
}

#[cold]
fn duplicate(name: &[u8], of: &str) -> Error {
    let name = String::from_utf8_lossy(name);
    Error::new(
        ErrorKind::DuplicateName,
        format!("several {of} are named %{name}"),
    )
}

#[cold]
fn nothing_named(name: &[u8], what: &str) -> Error {
    let name = String::from_utf8_lossy(name);
    Error::new(
        ErrorKind::BadSymbol,
        format!("the name %{name} belongs to {what}"),
    )
}
