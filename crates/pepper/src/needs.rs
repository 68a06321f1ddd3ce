//! The Pepper interfaces that a program names in its data, and their degree of support.
//!
//! A program requests interfaces at run time by name, so the names are strings in its data. They
//! are recognized by their form. The program may request them, but need not.

use crate::interfaces::ALL;
use crate::table::Support;
use crate::table::absent::ABSENT;
use crate::table::offered::OFFERED;
use pinnacle_pexe::Module;
use pinnacle_pexe::module::Initializer;
use std::collections::BTreeSet;

/// The support for an interface that a program names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// An interface of the browser, with its degree of support.
    Here(Support),
    /// An interface that the program itself offers, and that Pepper requests.
    Offered,
    /// Chrome had the interface, but it is not available here, for this reason.
    Absent(&'static str),
    /// Chrome had no interface with this name and version.
    Unknown,
}

impl Standing {
    /// Returns a word for the support: `whole`, `partly`, `refused`, `offered`, `absent`,
    /// `unknown`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::Here(support) => support.word(),
            Standing::Offered => "offered",
            Standing::Absent(_) => "absent",
            Standing::Unknown => "unknown",
        }
    }

    /// Returns a note about the support, as a sentence, if there is one.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        match self {
            Standing::Here(Support::Partly(note) | Support::Refused(note))
            | Standing::Absent(note) => Some(note),
            _ => None,
        }
    }
}

/// An interface that a program names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// Its name and version, as `PPB_View(Dev);0.1`.
    pub name: String,
    /// Its degree of support.
    pub standing: Standing,
}

/// Returns the degree of support for the interface with this name and version.
#[must_use]
pub fn standing(name: &str) -> Standing {
    if let Some(found) = ALL.iter().find(|one| one.is_called(name.as_bytes())) {
        return Standing::Here(found.support);
    }
    let mut offered = OFFERED.iter();
    if offered.any(|one| name.split_once(';') == Some((one.name, one.version))) {
        return Standing::Offered;
    }
    let absent = ABSENT.iter().find(|group| group.names.contains(&name));
    absent.map_or(Standing::Unknown, |group| Standing::Absent(group.reason))
}

/// Returns the interfaces that are named in a program's data, sorted by name.
#[must_use]
pub fn of_module(module: &Module) -> Vec<Need> {
    let mut names = BTreeSet::new();
    for initializer in &module.initializers {
        if let &Initializer::Data(start, len) = initializer {
            search(&module.data[start as usize..][..len as usize], &mut names);
        }
    }
    needs_of(names)
}

/// Returns the interfaces named in bytes, for example in machine code, sorted by name.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> Vec<Need> {
    let mut names = BTreeSet::new();
    search(bytes, &mut names);
    needs_of(names)
}

fn needs_of(names: BTreeSet<String>) -> Vec<Need> {
    let needs = names.into_iter().map(|name| Need {
        standing: standing(&name),
        name,
    });
    needs.collect()
}

fn search(data: &[u8], names: &mut BTreeSet<String>) {
    for (index, _) in data.iter().enumerate().filter(|(_, byte)| **byte == b'P') {
        let rest = &data[index..];
        if rest.starts_with(b"PPB_") || rest.starts_with(b"PPP_") {
            names.extend(name(rest));
        }
    }
}

/// Parses a name at the start of the text: words, then a version.
fn name(text: &[u8]) -> Option<String> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_()".contains(byte);
    let is_version = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let word = text.iter().take_while(|byte| is_word(byte)).count();
    let version = text[word..].strip_prefix(b";")?;
    let digits = version.iter().take_while(|byte| is_version(byte)).count();
    (digits > 0).then(|| String::from_utf8_lossy(&text[..word + 1 + digits]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(data: &[u8]) -> Vec<String> {
        let mut names = BTreeSet::new();
        search(data, &mut names);
        names.into_iter().collect()
    }

    #[test]
    fn names_are_found_once_between_other_data() {
        let data = b"\0PPB_View(Dev);0.1\0xPPP_Instance;1.1\xffPPPP_Instance;1.1";
        assert_eq!(find(data), ["PPB_View(Dev);0.1", "PPP_Instance;1.1"]);
    }

    #[test]
    fn strings_that_only_resemble_names_do_not_count() {
        assert!(find(b"PPB_Core\0PPB_Core;\0PPB_Core;x\0PPP_;\0PPB").is_empty());
    }

    #[test]
    fn each_name_has_a_standing() {
        let word = |name| standing(name).word();
        assert_eq!(word("PPB_Core;1.0"), "whole");
        assert_eq!(word("PPP_Instance;1.1"), "offered");
        assert_eq!(word("PPB_Flash;13.0"), "absent");
        assert_eq!(word("PPB_Core;1.1"), "unknown");
        assert_eq!(word("PPB_Core"), "unknown");
    }
}
