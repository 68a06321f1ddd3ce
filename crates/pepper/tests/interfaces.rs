//! The tables against the list of Chrome's interfaces that was made from its own
//! descriptions.

#![forbid(unsafe_code)]

use anyhow::{Context, Result};
use pinnacle_pepper::interfaces::ALL;
use pinnacle_pepper::needs::{self, Standing, standing};
use pinnacle_pepper::table::absent::ABSENT;
use pinnacle_pepper::table::ctypes::{CType, Field, Kind, header_path, headers};
use pinnacle_pepper::table::offered::OFFERED;
use pinnacle_pepper::table::{Exposure, Signature};
use pinnacle_pexe::{Type, decode};
use pinnacle_testing::corpus;
use serde_json::Value;

/// Returns the list, if it is available.
fn list() -> Result<Option<Value>> {
    let Some(folder) = corpus::folder("spec/pepper") else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(folder.join("interfaces.json"))?;
    Ok(Some(serde_json::from_str(&text)?))
}

/// Returns the members of an array or object in the list.
fn array<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// Converts a type of the list to the notation of the tables: an array parameter is a pointer.
fn c_type(value: &Value) -> String {
    let found = text(value, "c");
    match found.split_once('[') {
        Some((element, _)) => format!("{element}*"),
        None => found.to_owned(),
    }
}

fn word(ty: Type) -> &'static str {
    match ty {
        Type::I32 => "i32",
        Type::I64 => "i64",
        Type::Float => "f32",
        Type::Double => "f64",
        _ => "another type",
    }
}

fn words(value: &Value, name: &str) -> Vec<String> {
    let words = array(value, name).iter();
    words
        .map(|word| word.as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Compares names of parameters, which have a single style in the tables.
fn same_name(ours: &str, theirs: &str) -> bool {
    ours == theirs || ours.replace('_', "") == theirs.to_lowercase()
}

/// Compares types. The list has `int8_t` where C has `char`.
fn same_type(ours: &str, theirs: &str) -> bool {
    ours == theirs
        || ours == "char" && theirs == "int8_t"
        || ours == "const PPP_MessageHandler*" && theirs == "const struct PPP_MessageHandler*"
}

fn compare(name: &str, ours: &Signature, theirs: &Value, differences: &mut Vec<String>) {
    let mut differ = |what: String| differences.push(format!("{name}.{}: {what}", ours.name));
    if ours.name != text(theirs, "name") {
        return differ(format!("here stands {}", text(theirs, "name")));
    }
    let result = ours.result.to_string();
    if !same_type(&result, &c_type(&theirs["returns"])) {
        differ(format!(
            "gives {}, not {result}",
            c_type(&theirs["returns"])
        ));
    }
    let parameters = array(theirs, "params");
    if parameters.len() != ours.parameters.len() {
        return differ(format!("has {} parameters", parameters.len()));
    }
    for (ours, theirs) in ours.parameters.iter().zip(parameters) {
        let declared = ours.declared.to_string();
        if !same_name(ours.name, text(theirs, "name")) || !same_type(&declared, &c_type(theirs)) {
            let (c, name) = (c_type(theirs), text(theirs, "name"));
            differ(format!("takes {c} {name}, not {declared} {}", ours.name));
        }
    }
    let (parameters, result) = ours.types();
    let parameters: Vec<_> = parameters.into_iter().map(word).collect();
    let results: Vec<_> = (result != Type::Void)
        .then(|| word(result))
        .into_iter()
        .collect();
    let theirs = &theirs["wasm"];
    if parameters != words(theirs, "params") || results != words(theirs, "results") {
        differ(format!(
            "is called as {theirs}, not as {parameters:?} -> {results:?}"
        ));
    }
}

fn exposure(of: Exposure) -> &'static [&'static str] {
    match of {
        Exposure::Stable => &["stable"],
        Exposure::DevChannel => &["dev_channel"],
        Exposure::Dev => &["dev"],
        Exposure::Private => &["private", "private_open"],
        Exposure::Testing => &["testing"],
    }
}

#[test]
fn interfaces_and_methods_are_chromes() -> Result<()> {
    let Some(list) = list()? else { return Ok(()) };
    let known = array(&list, "interfaces");
    let mut differences = Vec::new();
    for interface in ALL {
        let name = format!("{};{}", interface.name, interface.version);
        let other = list["aliases"][&name].as_str().unwrap_or(&name);
        let theirs = known.iter().find(|one| text(one, "name") == other);
        let theirs = theirs.with_context(|| format!("{name} is not in the list"))?;
        if other == name && !exposure(interface.exposure).contains(&text(theirs, "exposed")) {
            differences.push(format!("{name} is {}", text(theirs, "exposed")));
        }
        let methods = array(theirs, "methods");
        if methods.len() != interface.methods.len() {
            differences.push(format!("{name} has {} methods", methods.len()));
        }
        for (ours, theirs) in interface.methods.iter().zip(methods) {
            compare(&name, &ours.signature(), theirs, &mut differences);
        }
    }
    for interface in OFFERED {
        let name = format!("{};{}", interface.name, interface.version);
        let theirs = known.iter().find(|one| {
            let theirs = text(one, "name");
            theirs == name || interface.name == theirs.split(' ').next().unwrap_or_default()
        });
        let theirs = theirs.with_context(|| format!("{name} is not in the list"))?;
        let methods = array(theirs, "methods");
        assert_eq!(methods.len(), interface.methods.len(), "{name}");
        for (ours, theirs) in interface.methods.iter().zip(methods) {
            compare(&name, ours, theirs, &mut differences);
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    Ok(())
}

#[test]
fn no_interface_that_pages_had_is_missing() -> Result<()> {
    let Some(list) = list()? else { return Ok(()) };
    let stable = array(&list, "interfaces")
        .iter()
        .filter(|one| text(one, "exposed") == "stable");
    let others = list["names_without_idl"].as_object().into_iter().flatten();
    let others = others.filter(|(_, exposed)| *exposed == "stable");
    let missing: Vec<_> = stable
        .map(|one| text(one, "name"))
        .chain(others.map(|(name, _)| name.as_str()))
        .filter(|name| {
            ALL.iter()
                .all(|ours| format!("{};{}", ours.name, ours.version) != *name)
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    Ok(())
}

#[test]
fn interfaces_of_chrome_are_here_or_listed_as_absent() -> Result<()> {
    let Some(list) = list()? else { return Ok(()) };
    let of_browser = array(&list, "interfaces")
        .iter()
        .filter(|one| text(one, "side") == "browser")
        .map(|one| text(one, "name"));
    let others = list["names_without_idl"].as_object().into_iter().flatten();
    for name in of_browser.chain(others.map(|(name, _)| name.as_str())) {
        assert_ne!(standing(name), Standing::Unknown, "{name}");
    }
    Ok(())
}

#[test]
fn real_programs_name_only_what_is_known() -> Result<()> {
    let Some(folder) = corpus::folder("corpus/ppapi") else {
        return Ok(());
    };
    let mut unknown = Vec::new();
    for path in corpus::files(&folder, "pexe")? {
        let program = decode::decode(&std::fs::read(&path)?, &decode::Options::default())?;
        let needs = needs::of_module(program.module());
        assert!(!needs.is_empty(), "{}", path.display());
        let of_program = needs.into_iter();
        let of_program = of_program.filter(|need| need.standing == Standing::Unknown);
        unknown.extend(of_program.map(|need| format!("{}: {}", path.display(), need.name)));
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    Ok(())
}

#[test]
fn nothing_is_both_here_and_absent() {
    for name in ABSENT.iter().flat_map(|group| group.names) {
        assert_eq!(standing(name).word(), "absent", "{name}");
    }
}

fn compare_fields(ty: &CType, fields: &[Field], theirs: &Value, differences: &mut Vec<String>) {
    let name = ty.name;
    let layout = ty.layout();
    if theirs["size"] != layout.size || theirs["align"] != layout.align {
        differences.push(format!("{name} is laid out otherwise: {theirs}"));
    }
    let known = array(theirs, "fields");
    assert_eq!(known.len(), fields.len(), "{name}");
    for (ours, theirs) in fields.iter().zip(known) {
        let declared = ours.declared.to_string();
        let (c, count) = match text(theirs, "c").split_once('[') {
            Some((c, rest)) => (c, rest.trim_end_matches(']').parse().ok()),
            None => (text(theirs, "c"), None),
        };
        let is_same = ours.name == text(theirs, "name")
            && theirs["offset"] == ty.offset_of(ours.name)
            && theirs["size"] == ours.layout().size
            && same_type(&declared, c)
            && ours.count == count;
        if !is_same {
            differences.push(format!("{name}: {theirs}"));
        }
    }
}

#[test]
fn types_are_chromes() -> Result<()> {
    let Some(list) = list()? else { return Ok(()) };
    let mut differences = Vec::new();
    for ty in headers().flat_map(|header| header.types) {
        match ty.kind {
            Kind::Structure(fields) | Kind::Union(fields) => {
                compare_fields(ty, fields, &list["structs"][ty.name], &mut differences);
            }
            Kind::Enumeration(values) => {
                let theirs = list["enums"][ty.name]["values"].as_object();
                let theirs = theirs.with_context(|| format!("{} is not in the list", ty.name))?;
                let ours = values.iter().map(|value| (value.name, value.number));
                let theirs = theirs
                    .iter()
                    .map(|(name, number)| (name.as_str(), number.as_i64()));
                if !ours
                    .map(|(name, number)| (name, Some(i64::from(number))))
                    .eq(theirs)
                {
                    differences.push(ty.name.to_owned());
                }
            }
            Kind::Alias(to) => {
                if list["typedefs"][ty.name]["c"] != to.name {
                    differences.push(ty.name.to_owned());
                }
            }
            Kind::Function(ours) => {
                let mut theirs = list["typedefs"][ty.name]["function"].clone();
                theirs["name"] = ty.name.into();
                compare(ty.name, ours, &theirs, &mut differences);
            }
            Kind::Void | Kind::Base { .. } | Kind::Interface => {
                differences.push(format!("{} is in a header", ty.name));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    Ok(())
}

#[test]
fn each_interface_has_a_header() {
    let names = ALL.iter().map(|interface| interface.name);
    let offered = OFFERED.iter().map(|interface| interface.name);
    for name in names.chain(offered) {
        let made = headers().flat_map(|header| header.interfaces);
        let made = made.filter(|known| known.name == name).count();
        assert!(made <= 1, "{name} is in {made} headers");
        assert!(header_path(name).is_some(), "{name} is in no header");
    }
}
