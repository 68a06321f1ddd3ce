//! Debug files, written and read again.

use crate::{
    Addresses, CODE_BASE, Error, Frame, FunctionInfo, Place, Scope, SourceFile, SourceInfo,
    Symbols, demangle, write,
};
use pinnacle_pexe::ids::{FuncId, InstId};

const FINGERPRINT: [u8; 20] = [7; 20];

/// `work`, into which `fetch` was inlined, and a function without lines.
fn info() -> SourceInfo {
    let scope = |name: &str, symbol: &str, line| Scope {
        name: name.into(),
        symbol: symbol.into(),
        file: 0,
        line,
    };
    let place = |line, scope, inlined_at| Place {
        file: 0,
        line,
        column: 5,
        scope,
        inlined_at,
    };
    SourceInfo {
        files: vec![SourceFile {
            name: "a.cc".into(),
            directory: "/src".into(),
        }],
        scopes: vec![scope("work", "_ZN2ns4workEi", 10), scope("fetch", "", 3)],
        places: vec![place(11, 0, None), place(12, 0, None), place(4, 1, Some(1))],
        functions: vec![
            FunctionInfo {
                id: FuncId(9),
                symbol: "_ZN2ns4workEi".into(),
                inst_count: 6,
                places: vec![(0, None), (1, Some(0)), (3, Some(2)), (5, Some(0))],
            },
            FunctionInfo {
                id: FuncId(2),
                symbol: "malloc".into(),
                inst_count: 4,
                places: vec![(0, None)],
            },
        ],
    }
}

fn frame(function: &str, line: u32) -> Frame {
    Frame {
        function: function.into(),
        file: "/src/a.cc".into(),
        line,
        column: 5,
    }
}

#[test]
fn what_was_written_is_found_again() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let symbols = Symbols::read_for(&file, &FINGERPRINT).unwrap();
    let addresses = Addresses::new([(FuncId(9), 6), (FuncId(2), 4)]);
    let frames = |function, inst| {
        let address = addresses.of_inst(FuncId(function), InstId(inst));
        symbols.frames(address.unwrap())
    };
    let work = "ns::work(int)";
    assert_eq!(frames(9, 1), [frame(work, 11)]);
    assert_eq!(frames(9, 2), [frame(work, 11)]);
    assert_eq!(frames(9, 4), [frame("fetch", 4), frame(work, 12)]);
    assert_eq!(frames(9, 5), [frame(work, 11)]);
    // What comes before the first line is where the function begins.
    assert_eq!(frames(9, 0)[0].line, 10);
    let names: Vec<String> = frames(2, 3).into_iter().map(|it| it.function).collect();
    assert_eq!(names, ["malloc"]);
    assert_eq!(symbols.symbol(CODE_BASE + 9), Some("malloc"));
    assert_eq!(symbols.symbol(CODE_BASE + 10), None);
    assert!(symbols.frames(CODE_BASE + 10).is_empty());
}

#[test]
fn a_file_of_another_program_is_refused() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let other = Symbols::read_for(&file, &[8; 20]);
    assert_eq!(other.unwrap_err(), Error::Stale);
    assert_eq!(Symbols::read(b"hello").unwrap_err(), Error::NotDebug);
}

/// Neither a missing end nor a changed byte may do more than take answers away.
#[test]
fn no_damage_breaks_the_reader() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let look = |bytes: &[u8]| {
        if let Ok(symbols) = Symbols::read(bytes) {
            for address in CODE_BASE - 1..CODE_BASE + 12 {
                assert!(symbols.frames(address).len() <= 64);
            }
        }
    };
    for end in (0..file.len()).step_by(3) {
        look(&file[..end]);
    }
    let mut damaged = file.clone();
    for at in 0..file.len() {
        for change in [0xFF, 0x01, 0x80] {
            damaged[at] = file[at] ^ change;
            look(&damaged);
        }
        damaged[at] = file[at];
    }
}

#[test]
fn symbols_that_stand_for_endless_names_stay_as_they_are() {
    assert_eq!(demangle("_Z1fv"), "f()");
    assert_eq!(demangle("main"), "main");
    // Each part doubles what the one before stands for.
    let mut symbol = String::from("_Z1fI1aE");
    for part in 0..40 {
        let last = char::from_digit(part % 36, 36).unwrap_or('0');
        symbol.push_str(&format!("1gIS{0}_S{0}_E", last.to_ascii_uppercase()));
    }
    assert!(demangle(&symbol).len() <= symbol.len().max(1 << 14));
}
