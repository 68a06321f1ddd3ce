//! The JSON output of the commands follows the schemas in `docs/schemas`.

use crate::json_schema::validate;
use crate::{Folder, Seen, command, pinnacle, programs};
use pinnacle_testing::archives::zip;
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::samples;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Valid and broken files of every kind that the commands distinguish.
struct Files {
    folder: Folder,
    paths: Vec<String>,
}

/// An LLVM 1.x module with every construct that `stats` lists.
const OLD: &str = r#"
target endian = little
%list = type { int, %list* }
%text = constant [3 x sbyte] c"ab\00"
%number = global int 7
declare int %puts(sbyte*)
implementation
int %twice(int %value) {
entry:
  %sum = add int %value, 100000
  %other = mul int %sum, 3
  ret int %other
}
"#;

/// Schemas of lines, whose fields depend on the kind of the line.
const LINES: [&str; 3] = ["dis/1", "dis-llvm/1", "scan/1"];

impl Files {
    fn new() -> Files {
        let folder = Folder::new();
        let manifest = r#"{"program":{"portable":{"pnacl-translate":{"url":"one.pexe"}}}}"#;
        let mandelbrot = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hello.pnasm");
        let mut paths = vec![
            folder.file("hello.pexe", programs::hello()),
            folder.file("mandelbrot.pexe", &mandelbrot),
            folder.file("pepper.pexe", programs::pepper()),
            folder.file("intrinsics.pexe", programs::trap()),
            folder.file("two-errors.pexe", programs::two_errors()),
            folder.file("cut.pexe", &mandelbrot[..mandelbrot.len() / 2]),
            folder.file("module.wasm", b"\0asm\x01\0\0\0"),
            folder.file("empty", b""),
            folder.file("text.pnasm", fs::read(example).expect("an example")),
            folder.file("wrong.pnasm", "module {\n  nonsense\n}\n"),
            folder.file("old.ll", OLD),
            folder.file(
                "wrong.ll",
                "implementation\nint %f() {\n  ret int %none\n}\n",
            ),
            folder.file("one.pexe", programs::exit(1)),
            folder.file("manifest.nmf", manifest),
            folder.file(
                "page.html",
                "<!doctype html><embed type=application/x-pnacl src=manifest.nmf>",
            ),
            folder.file("all.zip", zip(&[("in.pexe", &programs::hello())])),
            // A magic number and a module of one record. Then the same, truncated.
            folder.file("module.bc", b"BC\xc0\xde\x21\x08\0\0\x01\0\0\0\x07\x41\0\0"),
            folder.file("cut.bc", b"BC\xc0\xde\x21\x08\0\0\xff\0\0\0"),
        ];
        let old = folder.path("old.bc");
        let seen = pinnacle(&["as", &paths[10], "-o", &old]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        let whole = fs::read(&old).expect("bytecode");
        paths.push(folder.file("old-cut.bc", &whole[..whole.len() * 2 / 3]));
        paths.push(old);
        if let Some(assembler) = Tool::newest("llvm-as", 15..=19) {
            let text = b"define i32 @f() {\n  ret i32 7\n}\n";
            let bitcode = assembler.assemble(false, text).expect("bitcode");
            paths.push(folder.file("today.bc", bitcode));
        }
        Files { folder, paths }
    }
}

fn schemas_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

/// Reads a schema by the name in the field `schema` of its documents, such as `info/1`.
fn schema(name: &str) -> Value {
    let path = schemas_folder().join(name.replace('/', "-") + ".json");
    let text = fs::read_to_string(&path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Asserts that a document follows a schema. Also asserts that the schema rejects the document with
/// a key missing, with an additional key, and with a value of another type.
#[track_caller]
fn check(name: &str, document: &Value) {
    let schema = schema(name);
    if let Err(error) = validate(document, &schema) {
        panic!("{name}: {error}\n{document:#}");
    }
    for changed in changes(document, !LINES.contains(&name)) {
        assert!(
            validate(&changed, &schema).is_err(),
            "{name} accepts this too:\n{changed:#}"
        );
    }
}

/// Returns copies of the document with one change each. The change is made to its first level, or
/// to the first item of an array. Keys are removed only if all are required.
fn changes(document: &Value, all_are_needed: bool) -> Vec<Value> {
    let object = |document: &mut Value| match document {
        Value::Array(items) => items.first_mut().map(std::mem::take),
        other => Some(std::mem::take(other)),
    };
    let Some(Value::Object(first)) = object(&mut document.clone()) else {
        return Vec::new();
    };
    let back = |first: serde_json::Map<String, Value>| match document {
        Value::Array(items) => {
            let mut items = items.clone();
            items[0] = Value::Object(first);
            Value::Array(items)
        }
        _ => Value::Object(first),
    };
    let mut changed = Vec::new();
    for key in first.keys() {
        if all_are_needed {
            let mut less = first.clone();
            less.remove(key);
            changed.push(back(less));
        }
        let mut other = first.clone();
        other.insert(key.clone(), json!([[7.5]]));
        changed.push(back(other));
    }
    let mut more = first;
    more.insert("another".into(), Value::Null);
    changed.push(back(more));
    changed
}

/// Parses the document that a command wrote.
#[track_caller]
fn document(seen: &Seen) -> Value {
    serde_json::from_str(&seen.stdout).unwrap_or_else(|error| panic!("{error}: {}", seen.stderr))
}

/// Returns the keys of a document whose values are objects.
fn objects(document: &Value) -> BTreeSet<&str> {
    let fields = document.as_object().expect("an object").iter();
    let objects = fields.filter(|(_, value)| value.is_object());
    objects.map(|(key, _)| key.as_str()).collect()
}

#[test]
fn reports_about_files_of_every_kind() {
    let files = Files::new();
    for name in ["info", "verify", "stats"] {
        let schema = format!("{name}/1");
        let mut seen_keys: Option<Vec<String>> = None;
        for path in &files.paths {
            let seen = pinnacle(&[name, "--json", path]);
            let document = document(&seen);
            check(&schema, &document);
            for entry in document.as_array().expect("an array") {
                assert_eq!(entry["schema"], *schema);
                let keys: Vec<String> = entry.as_object().unwrap().keys().cloned().collect();
                assert_eq!(
                    *seen_keys.get_or_insert_with(|| keys.clone()),
                    keys,
                    "{path}"
                );
            }
        }
        let all: Vec<&str> = [name, "--json"].into_iter().collect();
        let paths = files.paths.iter().map(String::as_str);
        let seen = pinnacle(&all.into_iter().chain(paths).collect::<Vec<_>>());
        check(&schema, &document(&seen));
    }
}

#[test]
fn lines_about_programs_and_modules() {
    let files = Files::new();
    let everything = fs::read(modules().join("instructions.ll")).expect("a module");
    let module = files.folder.file("everything.ll", everything);
    for path in files.paths.iter().chain([&module]) {
        let seen = pinnacle(&["dis", "--json", path]);
        for line in seen.stdout.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let name = line["schema"]
                .as_str()
                .expect("the name of a schema")
                .to_owned();
            check(&name, &line);
        }
        let ends = [
            ".pexe",
            "text.pnasm",
            "old.ll",
            "old.bc",
            "today.bc",
            "module.bc",
        ];
        let has_lines = path == &module || ends.iter().any(|end| path.ends_with(end));
        assert!(!seen.stdout.is_empty() || !has_lines, "{path}");
    }
}

/// The folder of LLVM modules that contain every kind of instruction.
fn modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../llvm/tests/modules")
}

#[test]
fn the_part_that_is_there_names_the_kind() {
    let files = Files::new();
    let part = |command: &str, name: &str| {
        let seen = pinnacle(&[command, "--json", &files.folder.path(name)]);
        let document = document(&seen);
        objects(&document[0])
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (name, info, stats) in [
        ("hello.pexe", "program", "bitstream"),
        ("text.pnasm", "program", "bitstream"),
        ("old.bc", "bytecode", "bytecode"),
    ] {
        assert_eq!(part("info", name), [info], "{name}");
        assert_eq!(part("stats", name), [stats], "{name}");
    }
    assert_eq!(part("info", "old.ll"), ["bytecode"]);
    assert_eq!(part("stats", "module.bc"), ["bitstream"]);
    assert!(part("info", "module.wasm").is_empty());
    if files.paths.iter().any(|path| path.ends_with("today.bc")) {
        assert_eq!(part("info", "today.bc"), ["bitcode"]);
    }
}

#[test]
fn reports_about_files_that_are_made() {
    let files = Files::new();
    let out = files.folder.path("out");
    for name in ["hello.pexe", "mandelbrot.pexe", "two-errors.pexe"] {
        let path = files.folder.path(name);
        let seen = pinnacle(&["compress", "--json", &path, "-o", &out]);
        check("compress/1", &document(&seen));
    }
    let seen = pinnacle(&[
        "translate",
        "--json",
        &files.folder.path("hello.pexe"),
        "-o",
        &out,
    ]);
    check("translate/1", &document(&seen));
    let page = files.folder.path("page.html");
    let bundled = pinnacle(&["bundle", "--json", &page, "-o", &out]);
    if bundled.status == 0 {
        check("bundle/1", &document(&bundled));
    } else {
        // A build without the page reports that.
        bundled.refuses(2, &["page"]);
    }
}

#[test]
#[cfg(all(feature = "wasmtime", unix))]
fn reports_about_executables() {
    let files = Files::new();
    let (path, out) = (files.folder.path("hello.pexe"), files.folder.path("hello"));
    let seen = pinnacle(&["translate", "--to", "native", "--json", &path, "-o", &out]);
    check("translate/1", &document(&seen));
}

#[test]
fn reports_about_programs_that_fail() {
    let folder = Folder::new();
    let bad = folder.file("bad.pexe", programs::trap());
    let small = folder.path("small.pexe");
    let fails = [
        "--",
        env!("CARGO_BIN_EXE_pinnacle"),
        "run",
        "--engine",
        "interp",
    ];
    let shrink = ["shrink", "--json", &bad, "-o", &small];
    let seen = pinnacle(&[&shrink[..], &fails].concat());
    check("shrink/1", &document(&seen));
    for program in [programs::trap(), programs::exit(3)] {
        let path = folder.file("one.pexe", program);
        check(
            "bisect/1",
            &document(&pinnacle(&["bisect", "--json", &path])),
        );
    }
}

#[test]
fn reports_about_the_cache() {
    let folder = Folder::new();
    for action in ["info", "clear"] {
        let mut command = command();
        command.args(["cache", action, "--json"]);
        let seen = command.env("PINNACLE_CACHE_DIR", folder.path("cache"));
        let seen = Seen::new(seen.output().expect("the command runs"));
        check(&format!("cache-{action}/1"), &document(&seen));
    }
}

#[test]
fn reports_about_recordings() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let recording = folder.path("hello.rec");
    let seen = pinnacle(&["run", "--record", &recording, "--env", "A=b", &program]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let document = document(&pinnacle(&["record", "info", "--json", &recording]));
    check("record-info/1", &document);
    assert_eq!(document["environment"], json!(["A=b"]));
    assert_eq!(document["end"]["status"], 0);
}

/// Calls a function for each object of a schema that lists properties.
fn each_object(schema: &Value, visit: &mut impl FnMut(&Value)) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                visit(schema);
            }
            fields.values().for_each(|field| each_object(field, visit));
        }
        Value::Array(items) => items.iter().for_each(|item| each_object(item, visit)),
        _ => {}
    }
}

#[test]
fn schemas_list_every_key_and_are_described() {
    let guide = schemas_folder().join("../json.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    for entry in fs::read_dir(schemas_folder()).expect("schemas") {
        let path = entry.expect("a schema").path();
        let schema: Value = serde_json::from_slice(&fs::read(&path).unwrap()).expect("JSON");
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let draft = "https://json-schema.org/draft/2020-12/schema";
        assert_eq!(schema["$schema"], draft, "{file}");
        for anything in [json!(null), json!({}), json!([{}]), json!(7)] {
            assert!(validate(&anything, &schema).is_err(), "{file}: {anything}");
        }
        let mut names = 0;
        each_object(&schema, &mut |object| {
            let properties = object["properties"].as_object().unwrap();
            let properties: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
            let required = object["required"].as_array().expect("required keys");
            let required: BTreeSet<&str> = required.iter().filter_map(Value::as_str).collect();
            if LINES
                .iter()
                .any(|name| name.replace('/', "-") + ".json" == file)
            {
                assert!(required.is_subset(&properties), "{file}");
            } else {
                assert_eq!(required, properties, "{file}");
            }
            assert_eq!(object["additionalProperties"], false, "{file}: {object:#}");
            names += usize::from(object["properties"]["schema"]["const"].is_string());
        });
        assert_eq!(names, 1, "{file} has one field `schema`");
        let link = format!("(schemas/{file})");
        assert!(guide.contains(&link), "docs/json.md has no link {link}");
    }
}

/// The examples in the guide are real documents of the commands.
#[test]
fn examples_of_the_guide_follow_the_schemas() {
    let guide = schemas_folder().join("../json.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let examples = guide.split("```json\n").skip(1);
    let examples: Vec<&str> = examples
        .filter_map(|rest| rest.split("```").next())
        .collect();
    let mut names = BTreeSet::new();
    for example in examples {
        let document: Value = serde_json::from_str(example).expect("JSON");
        let first = document.get(0).unwrap_or(&document);
        let name = first["schema"].as_str().expect("a schema").to_owned();
        check(&name, &document);
        names.insert(name);
    }
    let files = fs::read_dir(schemas_folder()).expect("schemas").count();
    assert_eq!(names.len(), files, "{names:?}");
}

/// Every command with `--json` has a schema. The actions of `cache` are tested with the command
/// itself.
#[test]
fn every_command_with_json_has_a_schema() {
    let help = pinnacle(&["--help"]).stdout;
    let words = help.lines().filter_map(|line| line.strip_prefix("  "));
    let names = words.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase())) {
        let help = pinnacle(&[name, "--help"]);
        let mut lines = help.stdout.lines();
        if lines.any(|line| line.trim_start().starts_with("--json")) {
            let path = schemas_folder().join(format!("{name}-1.json"));
            assert!(path.exists(), "{name} has --json and no schema");
        }
    }
}
