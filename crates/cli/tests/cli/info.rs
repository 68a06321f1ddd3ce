//! `pinnacle info`.

use crate::{Folder, pinnacle, pinnacle_reading, programs};
use serde_json::{Value, json};

fn document(bytes: &[u8]) -> Value {
    let seen = pinnacle_reading(&["info", "--json", "-"], bytes);
    let mut documents: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    documents[0].take()
}

#[test]
fn a_program_for_people() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["info", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    for line in [
        "format        PNaCl bitcode, version 2, header of 16 bytes",
        "entry         @f0 \"_start\", void (i32)",
        "functions     1 defined, 0 declared",
        "uses          nothing special",
        "runtime       nacl-irt-basic-0.1",
        "              nacl-irt-fdio-0.1",
        "names         stripped",
    ] {
        assert!(
            seen.stdout.contains(line),
            "no {line:?} in\n{}",
            seen.stdout
        );
    }
}

#[test]
fn a_text_is_called_a_text() {
    let text = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/hello.pnasm"
    ))
    .unwrap();
    let seen = pinnacle_reading(&["info", "-"], &text);
    let line = "format        PNaClAsm text, assembled, version 2";
    assert!(seen.stdout.contains(line), "{}", seen.stdout);
    assert_eq!(document(&text)["format"], "pnaclasm");
}

#[test]
fn a_program_for_programs() {
    let bytes = programs::hello();
    let document = document(&bytes);
    assert_eq!(document["format"], "pexe");
    assert_eq!(document["valid"], true);
    assert_eq!(document["size"], bytes.len());
    assert_eq!(document["program"]["module_end"], bytes.len());
    assert_eq!(
        document["program"]["header"],
        json!({"size": 16, "fields": 1, "version": 2})
    );
    assert_eq!(document["program"]["counts"]["functions_defined"], 1);
    assert_eq!(document["program"]["pepper"], false);
    assert_eq!(
        document["program"]["irt_interfaces"],
        json!(["nacl-irt-basic-0.1", "nacl-irt-fdio-0.1"])
    );
}

#[test]
fn intrinsics_and_their_calls() {
    let document = document(&programs::trap());
    assert_eq!(document["program"]["intrinsics"], json!({"llvm.trap": 1}));
    assert_eq!(document["program"]["counts"]["functions_declared"], 1);
}

#[test]
fn a_program_for_the_browser() {
    let document = document(&programs::pepper());
    assert_eq!(document["program"]["pepper"], true);
    assert_eq!(
        document["program"]["pepper_interfaces"],
        json!([
            {"name": "PPB_Core;1.0", "support": "whole", "note": null},
            {"name": "PPP_Instance;1.1", "support": "offered", "note": null},
        ])
    );
}

#[test]
fn bytes_after_the_module_are_counted() {
    let mut bytes = programs::hello();
    bytes.extend(b"an archive");
    let document = document(&bytes);
    assert_eq!(document["valid"], true);
    assert_eq!(document["program"]["trailing_bytes"], 10);
}

#[test]
fn the_readable_part_of_a_bad_program_is_shown() {
    let document = document(&programs::two_errors());
    assert_eq!(document["valid"], false);
    assert_eq!(document["program"]["counts"]["bad_bodies"], 2);
    assert_eq!(document["program"]["entry"], "@f2 \"_start\", void (i32)");
    assert_eq!(document["errors"][0]["code"], "P0813");
}

#[test]
fn other_files_are_named() {
    let document = document(b"\0asm\x01\0\0\0");
    assert_eq!(document["format"], "wasm");
    assert_eq!(document["errors"][0]["code"], "P0101");
    assert!(document["hint"].as_str().unwrap().contains("Wasmtime"));
    assert_eq!(document["program"], Value::Null);
}
