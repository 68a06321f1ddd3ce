//! The memory for compiling programs that are built to be slow to compile, and the size of their
//! code: both in proportion to the program.

use crate::peak_memory;
use anyhow::{Result, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::parse;
use pinnacle_runtime::compiled::{Code, CodeOptions};
use pinnacle_tests::trial;
use std::fmt::Write;

/// A function body for a size: its number of blocks, and the text.
type Shape = fn(u32) -> (u32, String);

const SHAPES: [(&str, Shape); 5] = [
    ("phi_chain", phi_chain),
    ("nested_loops", nested_loops),
    ("two_entries", two_entries),
    ("rotating_phis", rotating_phis),
    ("live_across_calls", live_across_calls),
];

/// The smaller of the two sizes of which the figures are compared: beyond the limits from
/// which on the translator keeps values in memory.
const SIZE: u32 = 1_600;

/// Maximum factor for a program of twice the size. Lists that double when they are full take up to
/// four times.
const GROWTH: f64 = 2.9;

pub(crate) fn trials() -> Vec<Trial> {
    let shapes = SHAPES.iter();
    shapes
        .map(|&(name, shape)| trial(format!("compile::{name}"), move || in_proportion(shape)))
        .collect()
}

fn in_proportion(shape: Shape) -> Result<()> {
    let [small, large] = [SIZE, 2 * SIZE].map(|size| {
        let program = program(shape(size))?;
        let options = CodeOptions {
            jobs: 1,
            ..CodeOptions::default()
        };
        let (code, peak) = peak_memory(|| Code::compile(&program, &options));
        anyhow::Ok((peak as f64, code?.to_bytes()?.len() as f64))
    });
    let ((memory, code), (large_memory, large_code)) = (small?, large?);
    for (what, growth) in [
        ("memory", large_memory / memory),
        ("code", large_code / code),
    ] {
        ensure!(growth < GROWTH, "{what} grows by {growth:.2}");
    }
    Ok(())
}

/// A program that has such a function, and does not call it.
fn program((blocks, body): (u32, String)) -> Result<Program> {
    let text = format!(
        "module {{ version 1; types {{ count 4; @t0 = void; @t1 = i32; @t2 = i1; @t3 = void (i32); }}
        define external void @f0(i32);
        define internal void @f1(i32);
        globals {{ count 0; }}
        valuesymtab {{ @f0 : \"_start\"; }}
        function void @f0(i32 %p0) {{ blocks 1; %b0: ret void; }}
        function void @f1(i32 %p0) {{ blocks {blocks}; constants {{ i32: %c0 = i32 0; %c1 = i32 1; }}
        {body} }} }}"
    );
    let bytes = parse::assemble(text.as_bytes())?.bytes;
    decode(&bytes, &Options::default()).map_err(|errors| anyhow::anyhow!("{errors:?}"))
}

/// Conditionals one after the other, each with a phi of the one before.
fn phi_chain(size: u32) -> (u32, String) {
    let mut body = String::from("%b0:\n");
    let mut last = "%p0".to_owned();
    for number in 0..size {
        let (test, sum, phi) = (3 * number, 3 * number + 1, 3 * number + 2);
        let (block, add, join) = (2 * number, 2 * number + 1, 2 * number + 2);
        let _ = writeln!(
            body,
            "%v{test} = icmp eq i32 {last}, %c0;
            br i1 %v{test}, label %b{join}, label %b{add};
            %b{add}: %v{sum} = add i32 {last}, %c1; br label %b{join};
            %b{join}: %v{phi} = phi i32 [{last}, %b{block}], [%v{sum}, %b{add}];"
        );
        last = format!("%v{phi}");
    }
    body.push_str("ret void;");
    (2 * size + 1, body)
}

/// Loops in each other, each of which counts.
fn nested_loops(size: u32) -> (u32, String) {
    let mut body = String::from("%b0: br label %b1;\n");
    let sum = |level: u32| size + 2 * (size - 1 - level);
    let end = |level: u32| size + 1 + (size - 1 - level);
    for level in 0..size {
        let (head, next, sum, end) = (level + 1, level + 2, sum(level), end(level));
        let _ = writeln!(
            body,
            "%b{head}: declare i32 %v{sum};
            %v{level} = phi i32 [%c0, %b{level}], [%v{sum}, %b{end}]; br label %b{next};"
        );
    }
    for level in (0..size).rev() {
        let (head, sum, end) = (level + 1, sum(level), end(level));
        let (done, next) = (sum + 1, end + 1);
        let _ = writeln!(
            body,
            "%b{end}: %v{sum} = add i32 %v{level}, %c1; %v{done} = icmp eq i32 %v{sum}, %p0;
            br i1 %v{done}, label %b{next}, label %b{head};"
        );
    }
    let _ = writeln!(body, "%b{}: ret void;", 2 * size + 1);
    (2 * size + 2, body)
}

/// Loops one after the other, each with two entries.
fn two_entries(size: u32) -> (u32, String) {
    let mut body =
        String::from("%b0: %v0 = icmp eq i32 %p0, %c0; br i1 %v0, label %b1, label %b2;\n");
    for number in 0..size {
        for half in 0..2 {
            let block = 2 * number + 1 + half;
            let (value, test) = (2 * block - 1, 2 * block);
            let (back, on) = (2 * number + 2 - half, block + 2);
            let _ = writeln!(
                body,
                "%b{block}: %v{value} = load i32* %p0, align 1;
                %v{test} = icmp eq i32 %v{value}, %c0;
                br i1 %v{test}, label %b{back}, label %b{on};"
            );
        }
    }
    let last = 2 * size + 1;
    let _ = writeln!(body, "%b{last}: ret void; %b{}: ret void;", last + 1);
    (2 * size + 3, body)
}

/// A loop of phis, each of which takes the value of the next.
fn rotating_phis(size: u32) -> (u32, String) {
    let mut body = String::from("%b0: br label %b1; %b1:\n");
    for phi in 1..size {
        let _ = writeln!(body, "declare i32 %v{phi};");
    }
    for phi in 0..size {
        let next = (phi + 1) % size;
        let _ = writeln!(body, "%v{phi} = phi i32 [%c0, %b0], [%v{next}, %b1];");
    }
    let _ = writeln!(
        body,
        "%v{size} = icmp eq i32 %v0, %c1; br i1 %v{size}, label %b2, label %b1; %b2: ret void;"
    );
    (3, body)
}

/// Values that are all needed after as many stores and calls.
fn live_across_calls(size: u32) -> (u32, String) {
    let mut body = String::from("%b0:\n");
    for value in 0..size {
        let _ = writeln!(
            body,
            "%v{value} = load i32* %p0, align 1; call void @f0(i32 %v{value});"
        );
    }
    for value in 0..size {
        let _ = writeln!(body, "store i32 %v{value}, i32* %p0, align 1;");
    }
    body.push_str("ret void;");
    (1, body)
}
