//! Shows facts to programs.

use super::facts::{Facts, ProgramFacts};
use crate::findings::error_to_json;
use crate::kind::Kind;
use pinnacle_pepper::needs::Need;
use serde_json::{Map, Value, json};

/// A document about a file. What belongs to programs only is absent from
/// those of other files.
pub(super) fn document(name: &str, facts: &Facts) -> Value {
    let errors: Vec<Value> = facts.errors.iter().map(error_to_json).collect();
    let mut document = Map::new();
    let mut put = |key: &str, value: Value| document.insert(key.into(), value);
    put("file", json!(name));
    let kind = match facts.is_text {
        true => &Kind::Pnaclasm,
        false => &facts.kind,
    };
    put("format", json!(kind.word()));
    put("size", json!(facts.size));
    put("valid", json!(errors.is_empty()));
    if let Some(facts) = &facts.program {
        program(facts, &mut put);
    }
    put("errors", json!(errors));
    put("hint", json!(facts.hint));
    Value::Object(document)
}

fn program(facts: &ProgramFacts, put: &mut impl FnMut(&str, Value) -> Option<Value>) {
    let (counts, layout) = (&facts.counts, &facts.layout);
    // The module's end is known only if it was reached.
    let end = Some(layout.module_end).filter(|&end| end > 0);
    put(
        "header",
        json!({
            "size": facts.header.size,
            "fields": facts.header.fields,
            "version": facts.header.version,
        }),
    );
    put("module_end", json!(end));
    put(
        "trailing_bytes",
        json!(end.map(|_| layout.trailing_bytes())),
    );
    put("overlong_numbers", json!(layout.overlong_numbers));
    put("entry", json!(facts.entry));
    put(
        "counts",
        json!({
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
        }),
    );
    put("pepper", json!(facts.pepper));
    put("threads", json!(facts.uses.threads));
    put("atomics", json!(facts.uses.atomics));
    put("setjmp", json!(facts.uses.setjmp));
    put("vectors", json!(facts.uses.vectors));
    put("intrinsics", json!(facts.intrinsics));
    put("irt_interfaces", json!(facts.interfaces.irt));
    let names = facts.interfaces.pepper.iter().map(|need| json!(need.name));
    put("pepper_interfaces", names.collect());
    put(
        "pepper_needs",
        facts.interfaces.pepper.iter().map(need).collect(),
    );
    put("names", json!(facts.names));
}

/// An interface of Pepper and how far it is here.
fn need(need: &Need) -> Value {
    json!({
        "name": need.name,
        "standing": need.standing.word(),
        "note": need.standing.note(),
    })
}
