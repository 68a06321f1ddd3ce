//! Guest paths: always absolute, and resolved as text.
//!
//! `.` and `..` are removed before any tree is examined. So `a/../b` is `b`, even if `a` is
//! missing, a file or a symbolic link. The root is its own parent, as in Unix.

use crate::Errno;
use std::fmt;

/// Maximum length of a file name.
pub const NAME_MAX: usize = 255;

/// An absolute path of the guest without `.`, `..` or empty components.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GuestPath {
    components: Vec<Box<[u8]>>,
}

/// A path from a program, resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The path that it names.
    pub path: GuestPath,
    /// True if it ends in `/`, `/.` or `/..`, so that it must be a directory.
    pub directory: bool,
}

impl GuestPath {
    /// Returns the path `/`.
    pub fn root() -> GuestPath {
        GuestPath::default()
    }

    /// Resolves a path relative to this directory.
    pub fn resolve(&self, text: &[u8]) -> Result<Resolved, Errno> {
        if text.is_empty() {
            return Err(Errno::ENOENT);
        }
        let mut path = if text[0] == b'/' {
            GuestPath::root()
        } else {
            self.clone()
        };
        let mut directory = false;
        for component in text.split(|&byte| byte == b'/') {
            directory = matches!(component, b"" | b"." | b"..");
            match component {
                b"" | b"." => {}
                b".." => {
                    path.components.pop();
                }
                name if name.len() > NAME_MAX => return Err(Errno::ENAMETOOLONG),
                name => path.components.push(name.into()),
            }
        }
        Ok(Resolved { path, directory })
    }

    /// Returns true if this is `/`.
    pub fn is_root(&self) -> bool {
        self.components.is_empty()
    }

    /// Returns the number of names in the path.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns true for `/`, which has no names.
    pub fn is_empty(&self) -> bool {
        self.is_root()
    }

    /// Returns the names after a prefix, or `None` if the path does not have this prefix.
    pub fn strip_prefix(&self, prefix: &GuestPath) -> Option<&[Box<[u8]>]> {
        self.components.strip_prefix(prefix.components.as_slice())
    }

    /// Returns the path as text; `/` for the root.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.is_root() {
            return vec![b'/'];
        }
        let mut text = Vec::new();
        for component in &self.components {
            text.push(b'/');
            text.extend_from_slice(component);
        }
        text
    }
}

impl fmt::Display for GuestPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}

/// Returns the number of `..` at the start of a symbolic link's target. Returns `None` if the
/// target is absolute, or has `..` after a name: its meaning would then depend on other links. So a
/// guest can only create links that stay inside their tree, however other links change.
#[must_use]
pub fn link_ascent(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"/") {
        return None;
    }
    let mut ups = 0;
    let mut has_name = false;
    for name in text.split(|&byte| byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." if has_name => return None,
            b".." => ups += 1,
            _ => has_name = true,
        }
    }
    Some(ups)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(from: &str, path: &str) -> (String, bool) {
        let from = GuestPath::root().resolve(from.as_bytes()).unwrap().path;
        let resolved = from.resolve(path.as_bytes()).unwrap();
        (resolved.path.to_string(), resolved.directory)
    }

    #[test]
    fn relative_paths_start_at_the_working_directory() {
        assert_eq!(resolve("/work", "a/b"), ("/work/a/b".into(), false));
        assert_eq!(resolve("/work", "/a//b"), ("/a/b".into(), false));
        assert_eq!(resolve("/work", "./a/../b/"), ("/work/b".into(), true));
        assert_eq!(resolve("/work", "."), ("/work".into(), true));
    }

    #[test]
    fn nothing_is_above_the_root() {
        assert_eq!(resolve("/work", "../../../etc"), ("/etc".into(), false));
        assert_eq!(resolve("/", ".."), ("/".into(), true));
    }

    #[test]
    fn an_empty_path_names_nothing_and_long_names_are_refused() {
        assert_eq!(GuestPath::root().resolve(b""), Err(Errno::ENOENT));
        let long = vec![b'x'; NAME_MAX + 1];
        assert_eq!(GuestPath::root().resolve(&long), Err(Errno::ENAMETOOLONG));
        assert!(GuestPath::root().resolve(&long[1..]).is_ok());
    }
}
