//! Tests one fault at a time. For each rule of [`RULES`] there are changes of a valid module that
//! violate it, with the code and the position of the error that must be reported, and no other
//! error. Each change is a test, named after the rule.

mod base;
mod bits;
mod body;
mod calls;
mod case;
mod constants;
mod examples;
mod flow;
mod functions;
mod globals;
mod good;
mod instructions;
mod module;
mod several;
mod types;

use case::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bitstream::ErrorKind as Container;
use pinnacle_pexe::ErrorKind;
use pinnacle_pexe::verify::{Options, RULES, verify};
use std::collections::BTreeSet;

/// Errors of writing a bitstream, and of nested blocks, which do not occur in files of PNaCl.
const OF_OTHERS: [ErrorKind; 3] = [
    ErrorKind::Container(Container::AbbreviationMismatch),
    ErrorKind::Container(Container::UnbalancedBlocks),
    ErrorKind::Container(Container::NestingTooDeep),
];

fn cases() -> Vec<Case> {
    [
        module::cases(),
        types::cases(),
        functions::cases(),
        globals::cases(),
        constants::cases(),
        body::cases(),
        instructions::cases(),
        calls::cases(),
        flow::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() {
    let cases = cases();
    let tested: BTreeSet<(&str, &str)> = cases
        .iter()
        .map(|case| (case.rule, case.code()))
        .chain(bits::CASES.iter().map(|case| (case.rule, case.code)))
        .collect();
    let mut trials = vec![
        Trial::test("the_module_is_good", || {
            let bytes = base::file(&base::lines(&[])).write().expect("it is right");
            let report = verify(&bytes, &Options::default());
            check(report.is_valid(), || format!("{report:#?}"))
        }),
        Trial::test("every_rule_has_a_case_and_every_case_a_rule", move || {
            let rules: BTreeSet<_> = RULES
                .iter()
                .map(|rule| (rule.name, rule.kind.code()))
                .collect();
            check(rules == tested, || {
                let (untested, unknown) = (&rules - &tested, &tested - &rules);
                format!("without cases {untested:?}, without rules {unknown:?}")
            })
        }),
        Trial::test("every_code_has_a_rule", || {
            let container = Container::ALL
                .iter()
                .map(|&kind| ErrorKind::Container(kind));
            let kinds = ErrorKind::ALL.iter().copied().chain(container);
            let without: Vec<_> = kinds
                .filter(|kind| {
                    !OF_OTHERS.contains(kind) && !RULES.iter().any(|rule| rule.kind == *kind)
                })
                .collect();
            check(without.is_empty(), || format!("{without:?}"))
        }),
    ];
    trials.push(Trial::test("examples", || {
        examples::check(&self::cases());
        Ok(())
    }));
    trials.extend(good::trials());
    trials.extend(several::trials());
    trials.extend(bits::CASES.iter().map(|case| {
        Trial::test(format!("{} / {}", case.rule, case.name), || {
            case.check().map_err(Failed::from)
        })
    }));
    trials.extend(cases.into_iter().map(|case| {
        Trial::test(format!("{} / {}", case.rule, case.name), move || {
            case.check().map_err(Failed::from)
        })
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(holds: bool, otherwise: impl Fn() -> String) -> Result<(), Failed> {
    if holds {
        Ok(())
    } else {
        Err(otherwise().into())
    }
}
