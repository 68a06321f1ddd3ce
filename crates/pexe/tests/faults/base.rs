//! Provides the valid module that faults are inserted into.
//!
//! A record is a line of numbers that starts with its code. A line may begin with the name of the
//! value that it defines and an equals sign (`v0 = 2, p0, c0, 0`), and operands may use names. `t5`
//! is the index of a type. `f0`, `g0`, `p0`, `c0` and `v0` are relative indices, as in
//! instructions; with `~` they are signed, as in a phi; with `=` they are absolute. The number
//! 65535 enters a block with this ID and width, and 65534 leaves it.

use pinnacle_testing::record_text;
use pinnacle_testing::records::File;

/// The labels and records of the valid module. The label `here` has no record; it is a place in the
/// middle of a block of `@f1`.
const MODULE: &[(&str, &str)] = &[
    ("module", "65535, 8, 3"),
    ("version", "1, 1"),
    ("abbreviations", "65535, 0, 2"),
    ("abbreviations target", "1, 12"),
    ("abbreviations end", "65534"),
    ("types", "65535, 17, 3"),
    ("types count", "1, 24"),
    ("i32", "t0 = 7, 32"),
    ("void", "t1 = 2"),
    ("start type", "t2 = 21, 0, t1, t0"),
    ("i1", "t3 = 7, 1"),
    ("float", "t4 = 3"),
    ("vector", "t5 = 12, 4, t0"),
    ("body type", "t6 = 21, 0, t0, t0, t4"),
    ("i8", "t7 = 7, 8"),
    ("i64", "t8 = 7, 64"),
    ("double", "t9 = 4"),
    ("i16", "t10 = 7, 16"),
    ("v4float", "t11 = 12, 4, t4"),
    ("v4i1", "t12 = 12, 4, t3"),
    ("v16i8", "t13 = 12, 16, t7"),
    ("v8i16", "t14 = 12, 8, t10"),
    ("copy type", "t15 = 21, 0, t1, t0, t0, t0, t0, t3"),
    ("load type", "t16 = 21, 0, t0, t0, t0"),
    ("rmw type", "t17 = 21, 0, t0, t0, t0, t0, t0"),
    ("exchange type", "t18 = 21, 0, t0, t0, t0, t0, t0, t0"),
    ("free type", "t19 = 21, 0, t3, t0, t0"),
    ("count type", "t20 = 21, 0, t0, t0, t3"),
    ("store type", "t21 = 21, 0, t1, t0, t0, t0"),
    ("nothing type", "t22 = 21, 0, t1"),
    ("i8 function", "t23 = 21, 0, t7, t0"),
    ("types end", "65534"),
    ("f0", "f0 = 8, t2, 0, 0, 0"),
    ("f1", "f1 = 8, t6, 0, 0, 3"),
    ("memcpy", "f2 = 8, t15, 0, 1, 0"),
    ("atomic load", "f3 = 8, t16, 0, 1, 0"),
    ("atomic rmw", "f4 = 8, t17, 0, 1, 0"),
    ("atomic cmpxchg", "f5 = 8, t18, 0, 1, 0"),
    ("atomic fence", "f6 = 8, t2, 0, 1, 0"),
    ("is lock free", "f7 = 8, t19, 0, 1, 0"),
    ("ctlz", "f8 = 8, t20, 0, 1, 0"),
    ("atomic store", "f9 = 8, t21, 0, 1, 0"),
    ("trap", "f10 = 8, t22, 0, 1, 0"),
    ("globals", "65535, 19, 3"),
    ("globals count", "5, 2"),
    ("g0", "g0 = 0, 3, 0"),
    ("compound", "1, 2"),
    ("data", "3, 1, 2, 3, 4"),
    ("reloc", "4, =g1, 4294967295"),
    ("g1", "g1 = 0, 1, 1"),
    ("zerofill", "2, 8"),
    ("globals end", "65534"),
    ("symbols", "65535, 14, 3"),
    ("symbol", "1, =f0, \"_start\""),
    ("memcpy symbol", "1, =f2, \"llvm.memcpy.p0i8.p0i8.i32\""),
    ("load symbol", "1, =f3, \"llvm.nacl.atomic.load.i32\""),
    ("rmw symbol", "1, =f4, \"llvm.nacl.atomic.rmw.i32\""),
    ("cmpxchg symbol", "1, =f5, \"llvm.nacl.atomic.cmpxchg.i32\""),
    ("fence symbol", "1, =f6, \"llvm.nacl.atomic.fence\""),
    ("free symbol", "1, =f7, \"llvm.nacl.atomic.is.lock.free\""),
    ("ctlz symbol", "1, =f8, \"llvm.ctlz.i32\""),
    ("store symbol", "1, =f9, \"llvm.nacl.atomic.store.i32\""),
    ("trap symbol", "1, =f10, \"llvm.trap\""),
    ("symbols end", "65534"),
    ("start body", "65535, 12, 4"),
    ("start blocks", "1, 1"),
    ("start ret", "10"),
    ("start end", "65534"),
    ("body", "65535, 12, 4"),
    ("blocks", "1, 3"),
    ("constants", "65535, 11, 4"),
    ("settype i32", "1, t0"),
    ("one", "c0 = 4, 2"),
    ("zero", "c1 = 4, 0"),
    ("six", "c2 = 4, 12"),
    ("four", "c3 = 4, 8"),
    ("settype i1", "1, t3"),
    ("true", "c4 = 4, 3"),
    ("false", "c5 = 4, 0"),
    ("settype float", "1, t4"),
    ("float one", "c6 = 6, 1065353216"),
    ("settype vector", "1, t5"),
    ("undef vector", "c7 = 3"),
    ("settype i64", "1, t8"),
    ("long one", "c8 = 4, 2"),
    ("settype double", "1, t9"),
    ("double one", "c9 = 6, 4607182418800017408"),
    ("settype i8", "1, t7"),
    ("byte one", "c10 = 4, 2"),
    ("settype v4float", "1, t11"),
    ("undef v4float", "c11 = 3"),
    ("settype v4i1", "1, t12"),
    ("undef v4i1", "c12 = 3"),
    ("settype v16i8", "1, t13"),
    ("undef v16i8", "c13 = 3"),
    ("settype v8i16", "1, t14"),
    ("undef v8i16", "c14 = 3"),
    ("settype last", "1, t0"),
    ("undef", "c15 = 3"),
    ("constants end", "65534"),
    // %b0
    ("add", "v0 = 2, p0, c0, 0"),
    ("condbr", "11, 1, 2, c4"),
    // %b1
    ("load", "v1 = 20, p0, 1, t0"),
    ("extract", "v2 = 6, c7, c0"),
    ("store", "24, p0, v2, 1"),
    ("br", "11, 2"),
    // %b2
    ("phi", "v3 = 16, t0, ~v0, 0, ~v1, 1"),
    ("here", ""),
    ("ret", "10, v3"),
    ("body end", "65534"),
    ("module end", "65534"),
];

/// The number of parameters of `@f1`.
const PARAMETERS: u64 = 2;

/// The records that replace the one after a label.
pub(crate) type Change = (&'static str, Vec<&'static str>);

/// Returns the lines of the module with some replaced, each with its label.
pub(crate) fn lines(changes: &[Change]) -> Vec<(&'static str, &'static str)> {
    for (label, _) in changes {
        assert!(MODULE.iter().any(|(known, _)| known == label), "{label}");
    }
    let mut lines = Vec::new();
    for &(label, line) in MODULE {
        match changes.iter().find(|(changed, _)| *changed == label) {
            Some((_, instead)) => lines.extend(instead.iter().map(|&line| (label, line))),
            None if line.is_empty() => {}
            None => lines.push((label, line)),
        }
    }
    lines
}

/// Returns the file for these lines.
pub(crate) fn file(lines: &[(&str, &str)]) -> File {
    let count = |kind: char| {
        let defines = |line: &str| {
            line.starts_with(kind) && line.split_once('=').is_some_and(|(name, _)| name.len() < 5)
        };
        lines.iter().filter(|(_, line)| defines(line)).count() as u64
    };
    let functions = count('f');
    let globals = count('g');
    let constants = count('c');
    let first = |kind| match kind {
        'f' => 0,
        'g' => functions,
        'p' => functions + globals,
        'c' => functions + globals + PARAMETERS,
        'v' => functions + globals + PARAMETERS + constants,
        _ => panic!("{kind} is no kind of value"),
    };
    let mut next = first('v');
    let mut text = String::new();
    for (_, line) in lines {
        let (name, record) = match line.split_once(" = ") {
            Some((name, record)) => (name, record),
            None => ("", *line),
        };
        let numbers: Vec<String> = record
            .split(", ")
            .map(|token| resolve(token, next, first))
            .collect();
        text += &numbers.join(",");
        text.push('\n');
        next += u64::from(name.starts_with('v'));
    }
    record_text::read(&text).expect("the lines are records")
}

/// Returns the number of an operand.
fn resolve(token: &str, next: u64, first: impl Fn(char) -> u64) -> String {
    let value = |name: &str| {
        let kind = name.chars().next().expect("a value has a name");
        first(kind) + name[1..].parse::<u64>().expect("a value has a number")
    };
    let start = token.chars().next().expect("an operand is something");
    match start {
        '"' => {
            let bytes: Vec<String> = token
                .trim_matches('"')
                .bytes()
                .map(|byte| byte.to_string())
                .collect();
            bytes.join(",")
        }
        '0'..='9' => token.to_owned(),
        't' => token[1..].to_owned(),
        '=' => value(&token[1..]).to_string(),
        '~' => {
            let distance = next as i64 - value(&token[1..]) as i64;
            let rotated = distance.unsigned_abs() << 1 | u64::from(distance < 0);
            rotated.to_string()
        }
        _ => (next.wrapping_sub(value(token)) as u32).to_string(),
    }
}
