//! Reports why URLs and hosts could not be reached. As in a browser, a program sees only an error
//! code; each line here tells the user the reason.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of names that are reported. Programs may try any number of names.
const MAX_NAMES: usize = 20;

/// Maximum number of characters of a name that are shown.
const MAX_LENGTH: usize = 200;

/// Receives a line for each URL or host that could not be reached.
pub type Report = Box<dyn FnMut(&str) + Send>;

/// Reports each name once. Clones share the names that were reported.
#[derive(Clone, Default)]
pub(crate) struct Complaints(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    report: Option<Report>,
    told: BTreeSet<String>,
    is_full: bool,
}

impl fmt::Debug for Complaints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complaints").finish_non_exhaustive()
    }
}

impl Complaints {
    pub(crate) fn new(report: Report) -> Complaints {
        Complaints(Arc::new(Mutex::new(State {
            report: Some(report),
            ..State::default()
        })))
    }

    /// Reports a URL that could not be loaded, unless it was reported before.
    pub(crate) fn tell(&self, url: &str, why: impl fmt::Display) {
        self.tell_of("load", url, why);
    }

    /// Reports a failed operation on a name, unless it was reported before.
    pub(crate) fn tell_of(&self, verb: &str, name: &str, why: impl fmt::Display) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let State {
            report: Some(report),
            told,
            is_full,
        } = &mut *state
        else {
            return;
        };
        let mut shown: String = name.chars().take(MAX_LENGTH).collect();
        if shown.len() < name.len() {
            shown.push_str("...");
        }
        if *is_full || told.contains(&shown) {
            return;
        }
        if told.len() >= MAX_NAMES {
            *is_full = true;
            report("more addresses cannot be loaded or reached; they are not listed");
            return;
        }
        report(&format!("cannot {verb} {}: {why}", shown.escape_debug()));
        told.insert(shown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_url_is_reported_once_and_not_without_end() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let into = lines.clone();
        let complaints = Complaints::new(Box::new(move |line| {
            into.lock().unwrap().push(line.to_owned());
        }));
        complaints.tell("http://a/\u{1b}", "404");
        complaints.tell("http://a/\u{1b}", "404");
        for number in 0..1000 {
            complaints.tell(&format!("http://b/{number}"), "404");
        }
        complaints.clone().tell(&"x".repeat(10_000), "404");
        let lines = lines.lock().unwrap();
        assert_eq!(lines.len(), MAX_NAMES + 1);
        assert_eq!(lines[0], "cannot load http://a/\\u{1b}: 404");
        assert!(lines.last().unwrap().contains("not listed"));
    }
}
