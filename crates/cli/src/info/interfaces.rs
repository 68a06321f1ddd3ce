//! The names of interfaces in a program's data.
//!
//! A program asks for interfaces at run time, by name; so the names stand in
//! its data as strings. They are found by their form, and what is found is
//! what the program may ask for, not what it will.

use pinnacle_pexe::Module;
use pinnacle_pexe::module::Initializer;
use std::collections::BTreeSet;

/// The names in a program's data, sorted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Interfaces {
    /// Of the runtime, as `nacl-irt-fdio-0.1`.
    pub(super) irt: BTreeSet<String>,
    /// Of the browser: `PPB_` offered by it, `PPP_` by the program.
    pub(super) pepper: BTreeSet<String>,
}

impl Interfaces {
    /// Looks through all initialisers.
    pub(super) fn find(module: &Module) -> Interfaces {
        let mut found = Interfaces::default();
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
        for (index, _) in memchr(data, b'P').filter(|(_, rest)| is_pepper(rest)) {
            self.pepper.extend(pepper_name(&data[index..]));
        }
    }
}

const IRT_PREFIX: &[u8] = b"nacl-irt-";

/// Where a byte stands, and what begins there.
fn memchr(data: &[u8], wanted: u8) -> impl Iterator<Item = (usize, &[u8])> {
    data.iter()
        .enumerate()
        .filter(move |&(_, &byte)| byte == wanted)
        .map(|(index, _)| (index, &data[index..]))
}

fn is_pepper(text: &[u8]) -> bool {
    text.starts_with(b"PPB_") || text.starts_with(b"PPP_")
}

/// A name that begins here: words, then a version.
fn irt_name(text: &[u8]) -> Option<String> {
    let end = text
        .iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || b"-_.".contains(byte)))
        .unwrap_or(text.len());
    let name = &text[..end];
    (name.len() > IRT_PREFIX.len()).then(|| String::from_utf8_lossy(name).into_owned())
}

/// A name that begins here, as `PPB_View(Dev);0.1`.
fn pepper_name(text: &[u8]) -> Option<String> {
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

    fn find(data: &[u8]) -> (Vec<String>, Vec<String>) {
        let mut found = Interfaces::default();
        found.search(data);
        let list = |set: BTreeSet<String>| set.into_iter().collect();
        (list(found.irt), list(found.pepper))
    }

    #[test]
    fn names_are_found_between_other_data() {
        let (irt, pepper) = find(
            b"\0nacl-irt-fdio-0.1\0nnacl-irt-tls-0.1\0PPB_View(Dev);0.1\0xPPP_Instance;1.1\xff",
        );
        assert_eq!(irt, ["nacl-irt-fdio-0.1", "nacl-irt-tls-0.1"]);
        assert_eq!(pepper, ["PPB_View(Dev);0.1", "PPP_Instance;1.1"]);
    }

    #[test]
    fn what_only_looks_like_a_name_is_none() {
        let (irt, pepper) = find(b"nacl-irt-\0PPB_Core\0PPB_Core;\0PPB_Core;x\0PPP_;\0nacl-ir");
        assert!(irt.is_empty(), "{irt:?}");
        assert!(pepper.is_empty(), "{pepper:?}");
    }

    #[test]
    fn a_name_is_listed_once() {
        let (irt, _) = find(b"nacl-irt-tls-0.1\0nacl-irt-tls-0.1");
        assert_eq!(irt, ["nacl-irt-tls-0.1"]);
    }
}
