//! What is wrong with a module of LLVM 1.x.

use super::{Wrong, describe_error, error_to_json, module_of};
use crate::input::Input;
use crate::verify::{Finding, Findings};
use pinnacle_bytecode::model::Module;
use pinnacle_bytecode::verify::{self, verify as check};

/// Checks a file or text.
pub(crate) fn verify(input: &Input, jobs: usize) -> Findings {
    let name = &input.name;
    let mut findings = Findings::of(input);
    findings.contents = input.kind.description();
    match module_of(input, jobs) {
        Ok(module) => verify_module(&module, jobs, &mut findings),
        Err(Wrong::File(error)) => findings.list.push(Finding {
            place: name.clone(),
            message: error.to_string(),
            function: None,
            document: error_to_json(&error),
        }),
        Err(Wrong::Text(errors)) => findings.add_syntax_errors(&errors),
    }
    findings
}

/// Checks a module.
pub(super) fn verify_module(module: &Module, jobs: usize, findings: &mut Findings) {
    if let Some(layout) = &module.layout {
        findings.contents = format!("bytecode of format {}", layout.format.version());
    }
    findings.functions = module.functions.len();
    if let Err(errors) = check(module, &verify::Options { jobs }) {
        findings.more = errors.more();
        let name = findings.name.clone();
        let errors = errors.into_list().into_iter().map(|error| Finding {
            place: name.clone(),
            message: describe_error(&error, module),
            function: None,
            document: error_to_json(&error),
        });
        findings.list.extend(errors);
    }
}
