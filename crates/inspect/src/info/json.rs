//! Formats the facts as JSON. All documents of `info` have the same keys.

use super::facts::{Facts, ProgramFacts};
use crate::document::INFO;
use crate::findings::error_to_json;
use crate::input::Input;
use crate::kind::Kind;
use pinnacle_pepper::needs::Need;
use serde_json::{Value, json};

/// The facts that only files of one kind have.
pub(super) enum Contents {
    /// Facts about a program.
    Program(Value),
    /// Facts about LLVM bitcode.
    Bitcode(Value),
    /// Facts about LLVM 1.x, from bytecode or assembly.
    Bytecode(Value),
    /// No facts, because the kind of the file has none or it has errors.
    None,
}

/// Returns the document about a file.
pub(super) fn document(
    input: &Input,
    contents: Contents,
    errors: &[Value],
    hint: Option<&str>,
) -> Value {
    let (mut program, mut bitcode, mut bytecode) = (Value::Null, Value::Null, Value::Null);
    match contents {
        Contents::Program(facts) => program = facts,
        Contents::Bitcode(facts) => bitcode = facts,
        Contents::Bytecode(facts) => bytecode = facts,
        Contents::None => {}
    }
    let kind = match input.text {
        Some(_) => &Kind::Pnaclasm,
        None => &input.kind,
    };
    json!({
        "schema": INFO,
        "file": input.name,
        "format": kind.word(),
        "size": input.bytes.len(),
        "valid": errors.is_empty(),
        "program": program,
        "bitcode": bitcode,
        "bytecode": bytecode,
        "errors": errors,
        "hint": hint,
    })
}

/// Returns the document about a program, or about a file of an unknown kind.
pub(super) fn program_document(input: &Input, facts: &Facts) -> Value {
    let errors: Vec<Value> = facts.errors.iter().map(error_to_json).collect();
    let contents = match &facts.program {
        Some(facts) => Contents::Program(program(facts)),
        None => Contents::None,
    };
    document(input, contents, &errors, facts.hint.as_deref())
}

fn program(facts: &ProgramFacts) -> Value {
    let (counts, layout) = (&facts.counts, &facts.layout);
    // The end of the module is only known if it was reached.
    let end = Some(layout.module_end).filter(|&end| end > 0);
    let needs: Vec<Value> = facts.interfaces.pepper.iter().map(need).collect();
    json!({
        "header": {
            "size": facts.header.size,
            "fields": facts.header.fields,
            "version": facts.header.version,
        },
        "module_end": end,
        "trailing_bytes": end.map(|_| layout.trailing_bytes()),
        "overlong_numbers": layout.overlong_numbers,
        "entry": facts.entry,
        "counts": {
            "types": counts.types,
            "functions_defined": counts.functions_defined,
            "functions_declared": counts.functions_declared,
            "variables": counts.variables,
            "constant_globals": counts.constant_globals,
            "data_bytes": counts.data_bytes,
            "zero_bytes": counts.zero_bytes,
            "relocations": counts.relocations,
            "blocks": counts.blocks,
            "instructions": counts.instructions,
            "constants": counts.constants,
            "bad_bodies": counts.bad_bodies,
        },
        "pepper": facts.pepper,
        "threads": facts.uses.threads,
        "atomics": facts.uses.atomics,
        "setjmp": facts.uses.setjmp,
        "vectors": facts.uses.vectors,
        "intrinsics": facts.intrinsics,
        "irt_interfaces": facts.interfaces.irt,
        "pepper_interfaces": needs,
        "names": facts.names,
    })
}

/// Returns a Pepper interface as JSON: its name, and how completely it is implemented.
fn need(need: &Need) -> Value {
    json!({
        "name": need.name,
        "support": need.standing.word(),
        "note": need.standing.note(),
    })
}
