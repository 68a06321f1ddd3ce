//! Embeds the files that pages load, if `cargo xtask page` has built them.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    // The folder is part of the repository; its contents are not.
    println!("cargo::rerun-if-changed={}", folder.display());
    let files =
        ["pinnacle.js", "pinnacle-worker.js", "pinnacle.wasm"].map(|name| folder.join(name));
    let text = if files.iter().all(|file| file.is_file()) {
        let [script, worker, core] =
            files.map(|file| format!("include_bytes!({:?})", file.display().to_string()));
        format!("Some(Assets {{ script: {script}, worker: {worker}, core: {core} }})")
    } else {
        "None".to_owned()
    };
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("assets.rs");
    fs::write(out, text).expect("the folder for what is made can be written");
}
