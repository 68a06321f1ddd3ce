//! Errors of texts, PNaClAsm or assembly of LLVM 1.x, as what ends a command.

use crate::output::{BAD_FILE, Failure};
use pinnacle_base::error::Kind;
use pinnacle_base::syntax::SyntaxErrors;
use pinnacle_inspect::syntax::messages;

/// Every error in a text, each with its line, as the failure of a command.
pub(crate) fn failure<K: Kind>(name: &str, errors: &SyntaxErrors<K>) -> Failure {
    Failure::with_status(messages(name, errors), BAD_FILE)
}
