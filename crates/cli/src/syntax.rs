//! Failures of commands for syntax errors in PNaClAsm or LLVM 1.x assembly.

use crate::output::{BAD_FILE, Failure};
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::SyntaxErrors;
use pinnacle_inspect::syntax::messages;

/// Returns the failure with every error in a text, each with its line.
pub(crate) fn failure<K: Kind>(name: &str, errors: &SyntaxErrors<K>) -> Failure {
    Failure::with_status(messages(name, errors), BAD_FILE)
}
