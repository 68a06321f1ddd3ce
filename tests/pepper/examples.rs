//! The programs of `examples/pepper`, as their own comments run them: what each says
//! to its page, the same with both engines.

use crate::run::{self, Engine, Wishes};
use crate::toolchain;
use anyhow::{Context, Result, ensure};
use libtest_mimic::Trial;
use pinnacle_testing::bless;
use pinnacle_tests::trial;
use std::path::{Path, PathBuf};

struct Example {
    name: &'static str,
    /// As the comments of other programs say it.
    wishes: &'static str,
    /// The page's view of the example.
    page: &'static str,
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "hello",
        wishes: "// post: \"Ada\"\n",
        page: "Log: hello has started\n\"Hello, Ada!\"\n",
    },
    Example {
        name: "sketch",
        wishes: "// view: 320x240\n\
            // script: {\"frame\":1,\"mouse\":{\"action\":\"down\",\"x\":40,\"y\":120}}\n\
            // script: {\"frame\":2,\"mouse\":{\"action\":\"move\",\"x\":100,\"y\":40}}\n\
            // script: {\"frame\":3,\"mouse\":{\"action\":\"up\",\"x\":100,\"y\":40}}\n\
            // script: {\"expect\":\"a stroke of 3 points\"}\n\
            // script: {\"frame\":5,\"key\":\"Escape\"}\n\
            // script: {\"expect\":\"wiped\"}\n\
            // script: {\"stop\":true}\n",
        page: "\"a stroke of 3 points\"\n\"wiped\"\n",
    },
    Example {
        name: "life",
        wishes: "// view: 320x200\n// script: {\"frame\":121,\"stop\":true}\n",
        page: "\"generation 60: 1855 alive\"\n\"generation 120: 1412 alive\"\n",
    },
    Example {
        name: "tune",
        wishes: "",
        page: "\"played 8 notes\"\n",
    },
    Example {
        name: "notebook",
        wishes: "// post: \"milk\"\n// post: \"eggs\"\n",
        page: "\"milk\\n\"\n\"milk\\neggs\\n\"\n",
    },
    Example {
        // Where the network may not be used.
        name: "chat",
        wishes: "// post: \"ws://localhost:8080/\"\n// post: \"hello\"\n",
        page: "\"not sent: the socket is not open\"\n\"cannot connect: error -2\"\n",
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pepper")
}

fn check(example: &Example) -> Result<()> {
    let source = folder().join(example.name).with_extension("c");
    let wishes = Wishes::parse(example.wishes)?;
    let Some(program) = toolchain::compile(&source, &wishes.libraries)? else {
        return Ok(());
    };
    for engine in [Engine::Interpreter, Engine::Wasmtime] {
        let seen = run::run(&program, &wishes, engine).with_context(|| format!("{engine:?}"))?;
        ensure!(
            seen.page == example.page,
            "{engine:?}: {}",
            bless::difference(example.page, &seen.page)
        );
        ensure!(seen.status == 0, "{engine:?}: it ends with {}", seen.status);
    }
    Ok(())
}

/// A new program has to be added here.
fn all_are_here() -> Result<()> {
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        let is_source = path.extension().is_some_and(|ending| ending == "c");
        let name = path.file_stem().unwrap_or_default();
        let is_known = EXAMPLES.iter().any(|example| name == example.name);
        ensure!(!is_source || is_known, "{} is not run", path.display());
    }
    Ok(())
}

pub(crate) fn trials() -> impl Iterator<Item = Trial> {
    let each = EXAMPLES.iter().map(|example| {
        let name = format!("example: {}", example.name);
        trial(name, move || check(example))
    });
    each.chain([trial("all examples are run", all_are_here)])
}
