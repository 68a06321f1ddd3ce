//! One fault at a time. For each rule of [`RULES`] there are modules that break it, with the code
//! and the place that must be reported. Nothing else may be reported. Each is a test of its own,
//! named after its rule.
//!
//! `texts` has assembly with faults: each file begins with a line that states the error. `BLESS=1`
//! updates these lines.

mod case;
mod constants;
mod flow;
mod globals;
mod instructions;
mod texts;
mod types;

use case::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::verify::{Options, RULES, verify};
use std::collections::BTreeSet;

fn cases() -> Vec<Case> {
    [
        types::cases(),
        constants::cases(),
        globals::cases(),
        flow::cases(),
        instructions::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() {
    let tested: BTreeSet<&str> = cases().iter().map(|case| case.rule).collect();
    let mut trials = vec![
        Trial::test("every_rule_has_a_case_and_every_case_a_rule", move || {
            let rules: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
            let (untested, unknown) = (&rules - &tested, &tested - &rules);
            check(rules == tested, || {
                format!("without cases {untested:?}, without rules {unknown:?}")
            })
        }),
        Trial::test("what_all_cases_have_in_common_is_good", || {
            let module = case::common();
            let result = verify(&module, &Options::default());
            check(result.is_ok(), || format!("{result:#?}"))
        }),
    ];
    trials.extend(cases().into_iter().map(|case| {
        let name = format!("{}: {}", case.rule, case.what);
        Trial::test(name, move || run(&case))
    }));
    trials.extend(texts::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(case: &Case) -> Result<(), Failed> {
    let rule = RULES
        .iter()
        .find(|rule| rule.name == case.rule)
        .ok_or("no such rule")?;
    let mut module = case::common();
    (case.damage)(&mut module);
    for jobs in [1, 2] {
        let errors = verify(&module, &Options { jobs })
            .err()
            .ok_or("no error")?
            .into_list();
        let [error] = errors.as_slice() else {
            return Err(format!("{} errors: {errors:#?}", errors.len()).into());
        };
        let place = error.function().map(|function| {
            let block = error.block().map(|block| block.0);
            (function.0, block, error.inst().map(|inst| inst.0))
        });
        check(error.kind() == rule.kind && place == case.place, || {
            let kind = rule.kind.code();
            format!("expected {kind} at {:?}, found {error}", case.place)
        })?;
        check(
            case.says.iter().all(|part| error.message().contains(part)),
            || format!("expected {:?}, found {error}", case.says),
        )?;
    }
    Ok(())
}

fn check(right: bool, message: impl FnOnce() -> String) -> Result<(), Failed> {
    if right { Ok(()) } else { Err(message().into()) }
}
