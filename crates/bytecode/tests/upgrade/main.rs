//! Modules of LLVM 1.x, brought to today's LLVM IR: accepted by every
//! `llvm-as` that is there, and run by every `lli` with the same output as
//! that of the interpreter of the time.
//!
//! Modules come from files of the original assemblers in `../shared`, from
//! programs of our own in `tests/modules/upgrade` (with what they have to
//! print beside them), and from the generator.

mod tools;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::generate::{Options as Generate, generate};
use pinnacle_bytecode::upgrade::{Options, upgrade};
use pinnacle_bytecode::{Format, Module};

fn upgraded(module: &Module) -> Result<String, Failed> {
    let new = upgrade(module, &Options::default())?;
    Ok(pinnacle_llvm::print(&new))
}

/// Random modules are all legal, and so are their upgrades. Only lists of
/// variable arguments that are no addresses have nothing that corresponds.
fn generated(seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    for seed in seeds {
        let options = Generate { seed, format: Format::Llvm13, plain_names: seed % 2 == 0 };
        let module = generate(&options);
        let result = match upgrade(&module, &Options::default()) {
            Err(error) if error.message().starts_with("a list of variable arguments") => continue,
            Err(error) => Err(error.to_string().into()),
            Ok(new) => tools::assembles(&pinnacle_llvm::print(&new)),
        };
        result.map_err(|failed: Failed| {
            let message = failed.message().unwrap_or("");
            let text = pinnacle_bytecode::text::print(&module, &Default::default());
            let text = text.unwrap_or_default();
            let text = String::from_utf8_lossy(text.get(..20_000).unwrap_or(&text)).into_owned();
            Failed::from(format!("seed {seed}: {message}\n{text}"))
        })?;
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for start in (0..120).step_by(10) {
        let name = format!("generated/{start}");
        trials.push(Trial::test(name, move || generated(start..start + 10)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
