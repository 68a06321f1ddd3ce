//! Finds the names of runtime interfaces in a program's data.
//!
//! A program requests interfaces at run time by name, so the names are strings in its data. They
//! are recognised by their form. The result lists the interfaces that the program may request, not
//! those that it certainly will. `pinnacle_pepper::needs` finds the browser's interfaces in the
//! same way.

use pinnacle_pepper::needs::{self, Need};
use pinnacle_pexe::Module;
use pinnacle_pexe::module::Initializer;
use std::collections::BTreeSet;

/// The names of interfaces in a program's data, sorted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Interfaces {
    /// Interfaces of the runtime, such as `nacl-irt-fdio-0.1`.
    pub(super) irt: BTreeSet<String>,
    /// Pepper interfaces: the browser offers those with `PPB_`, the program those with `PPP_`.
    pub(super) pepper: Vec<Need>,
}

impl Interfaces {
    /// Searches all initializers.
    pub(super) fn find(module: &Module) -> Interfaces {
        let mut found = Interfaces {
            pepper: needs::of_module(module),
            ..Interfaces::default()
        };
        for initializer in &module.initializers {
            if let &Initializer::Data(start, len) = initializer {
                found.search(&module.data[start as usize..][..len as usize]);
            }
        }
        found
    }

    fn search(&mut self, data: &[u8]) {
        for (index, _) in memchr(data, b'n').filter(|(_, rest)| rest.starts_with(IRT_PREFIX)) {
            self.irt.extend(irt_name(&data[index..]));
        }
    }
}

const IRT_PREFIX: &[u8] = b"nacl-irt-";

/// Returns each position of a byte, with the bytes from there on.
fn memchr(data: &[u8], wanted: u8) -> impl Iterator<Item = (usize, &[u8])> {
    data.iter()
        .enumerate()
        .filter(move |&(_, &byte)| byte == wanted)
        .map(|(index, _)| (index, &data[index..]))
}

/// Returns the interface name at the start of the text: words, then a version.
fn irt_name(text: &[u8]) -> Option<String> {
    let end = text
        .iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || b"-_.".contains(byte)))
        .unwrap_or(text.len());
    let name = &text[..end];
    (name.len() > IRT_PREFIX.len()).then(|| String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(data: &[u8]) -> Vec<String> {
        let mut found = Interfaces::default();
        found.search(data);
        found.irt.into_iter().collect()
    }

    #[test]
    fn names_are_found_between_other_data() {
        let irt = find(b"\0nacl-irt-fdio-0.1\0nnacl-irt-tls-0.1\0PPB_View(Dev);0.1\0");
        assert_eq!(irt, ["nacl-irt-fdio-0.1", "nacl-irt-tls-0.1"]);
    }

    #[test]
    fn strings_that_only_resemble_names_do_not_count() {
        let irt = find(b"nacl-irt-\0PPB_Core\0nacl-ir");
        assert!(irt.is_empty(), "{irt:?}");
    }

    #[test]
    fn a_name_is_listed_once() {
        let irt = find(b"nacl-irt-tls-0.1\0nacl-irt-tls-0.1");
        assert_eq!(irt, ["nacl-irt-tls-0.1"]);
    }
}
