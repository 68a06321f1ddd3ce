//! Describes programs: `.pexe` files, PNaClAsm, and LLVM files of every version.

use crate::fields::{Fields, uses_gl};
use crate::producer;
use pinnacle_inspect::info;
use pinnacle_inspect::structure::Signature;
use pinnacle_inspect::{Input, Kind};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Values below `program` in `info --json` that become fields of the line, in order: the name of
/// the field, and the JSON pointer.
const OF_PROGRAM: &[(&str, &str)] = &[
    ("version", "/header/version"),
    ("appended", "/trailing_bytes"),
    ("functions", "/counts/functions_defined"),
    ("instructions", "/counts/instructions"),
    ("data_bytes", "/counts/data_bytes"),
    ("zero_bytes", "/counts/zero_bytes"),
    ("pepper", "/pepper"),
    ("threads", "/threads"),
    ("atomics", "/atomics"),
    ("setjmp", "/setjmp"),
    ("vectors", "/vectors"),
    ("irt_interfaces", "/irt_interfaces"),
    ("intrinsics", "/intrinsics"),
];

/// Values below `bitcode` or `bytecode` in `info --json` that become fields of the line, in order:
/// the name of the field, and the JSON pointer.
const OF_LLVM: &[(&str, &str)] = &[
    ("version", "/version"),
    ("release", "/release"),
    ("role", "/kind"),
    ("target", "/target"),
    ("source", "/source"),
    ("functions", "/functions_defined"),
    ("instructions", "/instructions"),
];

/// Adds the fields of a program to the line.
pub(crate) fn describe(input: Input, fields: &mut Fields) {
    match input.kind {
        Kind::Bitcode | Kind::Bytecode | Kind::OldAssembly => llvm(&input, fields),
        Kind::Pnaclasm => match input.try_assemble() {
            Ok(input) => program(&input, fields),
            Err(errors) => {
                let error = json!({ "code": "syntax", "message": errors.to_string() });
                fields.insert("valid".into(), false.into());
                fields.insert("error".into(), error);
            }
        },
        _ => program(&input, fields),
    }
}

fn program(input: &Input, fields: &mut Fields) {
    let mut signature = None;
    let (mut producers, mut languages) = (Vec::new(), BTreeSet::new());
    let document = info::program_document(input, 1, |module, bodies| {
        signature = Signature::of(module, bodies.iter().flatten());
        producers = producer::producers(&module.data);
        languages = producer::languages(&module.data);
    });
    validity(&document, fields);
    let facts = &document["program"];
    take(facts, OF_PROGRAM, fields);
    let interfaces = facts["pepper_interfaces"].as_array().into_iter().flatten();
    let interfaces: Vec<Value> = interfaces.map(|one| one["name"].clone()).collect();
    fields.insert("gl".into(), uses_gl(Some(&interfaces)).into());
    if !facts.is_null() {
        fields.insert("interfaces".into(), interfaces.into());
    }
    fields.insert("producers".into(), producers.into());
    fields.insert("languages".into(), languages.into_iter().collect());
    let signature = signature.map(|signature| signature.to_string());
    fields.insert("signature".into(), signature.into());
}

fn llvm(input: &Input, fields: &mut Fields) {
    let document = info::info(input, 1).document;
    validity(&document, fields);
    let facts = match input.kind {
        Kind::Bitcode => &document["bitcode"],
        _ => &document["bytecode"],
    };
    take(facts, OF_LLVM, fields);
    let text = |name: &str| facts[name].as_str().unwrap_or_default();
    let producer = text("producer");
    if input.kind == Kind::Bitcode && document["valid"] == true {
        // Since LLVM 3.8, files name the version that wrote them.
        let release = match producer {
            "" => "LLVM 2.0 to 3.7",
            producer => producer,
        };
        fields.insert("release".into(), release.into());
    }
    let producers: Vec<&str> = Some(producer)
        .filter(|text| !text.is_empty())
        .into_iter()
        .collect();
    fields.insert("producers".into(), producers.into());
    let mut languages = BTreeSet::new();
    languages.extend(producer::language_of_source(text("source")));
    let needs = facts["needs"].as_array().into_iter().flatten();
    if needs
        .filter_map(Value::as_str)
        .any(|name| name.trim_start_matches('%').starts_with("_Z"))
    {
        languages.insert("C++");
    }
    fields.insert("languages".into(), languages.into_iter().collect());
}

/// Adds two fields: whether the file is valid, and its first error.
fn validity(document: &Value, fields: &mut Fields) {
    fields.insert("valid".into(), document["valid"].clone());
    let first = document["errors"].get(0);
    let first = first.map(|error| {
        let mut short = json!({ "code": error["code"], "message": error["message"] });
        for place in ["position", "function", "byte", "line"] {
            if let Some(value) = error.get(place).filter(|value| !value.is_null()) {
                short[place] = value.clone();
            }
        }
        short
    });
    fields.insert("error".into(), first.into());
    let count = document["errors"].as_array().map_or(0, Vec::len);
    fields.insert("errors".into(), count.into());
}

fn take(document: &Value, table: &[(&str, &str)], fields: &mut Fields) {
    for (name, pointer) in table {
        if let Some(value) = document.pointer(pointer).filter(|value| !value.is_null()) {
            fields.insert((*name).into(), value.clone());
        }
    }
}
