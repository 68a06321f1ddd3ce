//! The memory that decoding real programs takes.

use crate::peak_memory;
use anyhow::{Result, anyhow, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::text::{parse, print};
use pinnacle_testing::corpus;
use pinnacle_testing_engines::run::{Outcome, Run};
use pinnacle_tests::trial;
use std::fs;
use std::path::Path;

/// Decoding takes at most this many times the size of the file.
const FACTOR: usize = 12;
/// Smaller files are not looked at: fixed costs would count too much.
const SMALLEST: u64 = 100_000;

pub(crate) fn trials(shared: &Path) -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for path in corpus::programs(shared)? {
        if fs::metadata(&path)?.len() < SMALLEST {
            continue;
        }
        let name = format!("memory::{}", corpus::stem(&path));
        trials.push(trial(name, move || {
            let bytes = fs::read(&path)?;
            let (program, peak) = peak_memory(|| decode(&bytes, &Options::default()));
            program?;
            let factor = peak as f64 / bytes.len() as f64;
            ensure!(
                peak <= FACTOR * bytes.len(),
                "the peak is {factor:.2} times the file"
            );
            Ok(())
        }));
    }
    trials.push(trial("memory::far_declarations", far_declarations));
    trials.push(trial("memory::threads", || threads(20_000, 1, interpreted)));
    trials.push(trial("memory::threads_of_code", || {
        threads(2_000, RUNS_OF_CODE, compiled)
    }));
    Ok(trials)
}

/// Each value is declared far ahead of the one before, in a function that has
/// none of them.
fn far_declarations() -> Result<()> {
    let declarations: String = (1..=1000)
        .map(|number| format!("declare i32 %v{};\n", number * 1_000_000))
        .collect();
    let text = format!(
        "module {{ version 1; types {{ count 3; @t0 = i32; @t1 = void; @t2 = void (); }}
        define external void @f0();
        function void @f0() {{ blocks 1;\n{declarations} ret void; }} }}"
    );
    let bytes = parse::assemble(text.as_bytes())?.bytes;
    let options = print::Options {
        jobs: 1,
        ..print::Options::default()
    };
    let (printed, peak) = peak_memory(|| print::print(&bytes, &[], &options, &mut std::io::sink()));
    printed?;
    ensure!(peak < 1 << 20, "the peak is {peak}");
    Ok(())
}

/// Size in bytes of the host's data for a further thread, which does not grow with the program: the
/// interpreter's first registers, hardly one of which is touched, and something more.
const THREAD: usize = (1 << 20) + (64 << 10);

/// Number of times that a program is run as compiled code. Whenever a thread ends, Wasmtime asks
/// for room for the longest report of a trap, which it hardly touches. It is left to chance if
/// threads end at the same time and have several of these reports. The memory that a thread keeps
/// is in every peak.
const RUNS_OF_CODE: usize = 8;

/// Three threads more, of a program that has many functions whose addresses are taken.
fn threads(functions: usize, runs: usize, run: fn(&Program) -> Result<Outcome>) -> Result<()> {
    let [one, four] = [1, 4].map(|threads| {
        let program = assemble_and_decode(&counting(functions, threads))?;
        let said = format!("{threads}000 counted");
        let mut least = usize::MAX;
        for _ in 0..runs {
            let (outcome, peak) = peak_memory(|| run(&program));
            let outcome = outcome?;
            ensure!(
                outcome.stdout.starts_with(said.as_bytes()),
                "{}",
                outcome.describe()
            );
            least = least.min(peak);
        }
        Ok(least)
    });
    let (one, four) = (one?, four?);
    ensure!(four <= one + 3 * THREAD, "one thread: {one}, four: {four}");
    Ok(())
}

fn interpreted(program: &Program) -> Result<Outcome> {
    Run::default().run(program)
}

fn compiled(program: &Program) -> Result<Outcome> {
    Run::default().compiled(program, None)
}

/// The example of threads with another number of them, and with functions that have their
/// addresses in a table.
fn counting(functions: usize, threads: usize) -> String {
    const FIRST: usize = 9;
    let all = || FIRST..FIRST + functions;
    let defined: String = all()
        .map(|id| format!("define internal void @f{id}();\n"))
        .collect();
    let bodies: String = all()
        .map(|id| format!("function void @f{id}() {{ blocks 1; %b0: ret void; }}\n"))
        .collect();
    let table: String = all().map(|id| format!("reloc @f{id};\n")).collect();
    let example = include_str!("../../examples/threads.pnasm");
    let (start, rest) = example
        .split_once("  globals {\n    count 17;")
        .expect("it has globals");
    let (globals, rest) = rest.split_once("  }\n\n  valuesymtab").expect("they end");
    let (code, _) = rest.rsplit_once('}').expect("it ends");
    let code = code.replacen("%c2 = i32 4;", &format!("%c2 = i32 {threads};"), 1);
    format!(
        "{start}{defined}  globals {{ count 18; {globals}
        var @g17, align 4, initializers {functions} {{ {table} }}
        }}\n  valuesymtab{code}{bodies}}}\n"
    )
}

fn assemble_and_decode(text: &str) -> Result<Program> {
    let bytes = parse::assemble(text.as_bytes())?.bytes;
    decode(&bytes, &Options::default()).map_err(|errors| anyhow!("{errors}"))
}
