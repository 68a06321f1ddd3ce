//! Pages with programs of the corpus, on every engine. If the corpus is absent, tests say so and
//! pass.

use pinnacle_embed::{EngineKind, Page, PageError, PageOptions, TrapKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

const KINDS: [EngineKind; 3] = [
    EngineKind::Interpreter,
    EngineKind::Auto,
    EngineKind::Compiled,
];

/// A file of the corpus; none without it.
fn corpus(name: &str) -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let path = corpus.join(name);
    if !path.exists() {
        eprintln!("left out: there is no {}", path.display());
        return None;
    }
    Some(path)
}

fn open(path: &Path, kind: EngineKind) -> Page {
    let options = PageOptions {
        kind,
        timeout: Some(Duration::from_secs(60)),
        ..PageOptions::default()
    };
    Page::open_with(path, options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_program_answers_from_step_to_step() {
    let Some(counter) = corpus("ppapi/counter.pexe") else {
        return;
    };
    for kind in KINDS {
        let mut page = open(&counter, kind);
        page.post("1").unwrap().post("\"x\"").unwrap();
        page.run().unwrap();
        assert_eq!(page.messages(), ["1"], "{kind:?}");
        // It has kept its state, and nothing comes twice.
        page.run().unwrap();
        assert_eq!(page.messages(), [""; 0], "{kind:?}");
        page.post("41").unwrap().run().unwrap();
        assert_eq!(page.messages(), ["42"], "{kind:?}");
        assert_eq!(page.exit_status(), None, "{kind:?}");
    }
}

#[test]
fn invalid_messages_and_programs_are_refused() {
    let Some(counter) = corpus("ppapi/counter.pexe") else {
        return;
    };
    let mut page = open(&counter, EngineKind::Auto);
    assert!(matches!(page.post("{"), Err(PageError::Input(_))));
    assert!(matches!(page.act("nonsense"), Err(PageError::Input(_))));
    let missing = Page::open(counter.with_file_name("missing.pexe"));
    assert!(missing.is_err());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let other = Page::open(folder.join("Cargo.toml"));
    assert!(matches!(other, Err(PageError::Invalid(_))));
}

#[test]
fn a_program_that_takes_too_long_is_stopped() {
    let Some(counter) = corpus("ppapi/counter.pexe") else {
        return;
    };
    for kind in KINDS {
        let options = PageOptions {
            kind,
            timeout: Some(Duration::ZERO),
            ..PageOptions::default()
        };
        let mut page = Page::open_with(&counter, options).unwrap();
        // It may be faster than that.
        match page.run() {
            Ok(_) => {}
            Err(PageError::Trap(trap)) => {
                assert_eq!(trap.kind, TrapKind::Timeout, "{kind:?}");
                assert!(page.run().is_err(), "{kind:?}");
            }
            Err(other) => panic!("{kind:?}: {other}"),
        }
    }
}
