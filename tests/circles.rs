//! Circles of files: files of one crate that use each other in turn cannot be read, tested or moved
//! one by one. This test finds the largest circle of each crate and holds it to a bound.
//!
//! File A uses file B if A names something that B declares. A name that a module re-exports counts
//! as the file that declares it. A module may use the modules inside it: that is how it is put
//! together, so only arrows that lead up or sideways count.

use petgraph::graphmap::DiGraphMap;
use pinnacle_tests::tree;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::RandomState;
use std::path::Path;

/// Most files in a circle.
const MAX_CIRCLE: usize = 4;

/// Crates with a larger circle, and its size. These numbers may only fall.
const KNOTS: &[(&str, usize)] = &[];

/// A module of a crate: `["interp", "exec"]` for `src/interp/exec.rs`.
type Module = Vec<String>;

/// A path as a file writes it: `["super", "exec", "run"]`.
type Name = Vec<String>;

/// The names that one file uses, and those that it re-exports.
#[derive(Default)]
struct Uses {
    names: Vec<Name>,
    /// The name under which each is visible, and the path that it stands for.
    imported: BTreeMap<String, Name>,
    exported: BTreeMap<String, Name>,
}

impl Uses {
    /// Reads the tokens of one file, without its unit tests.
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let mut is_public = false;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(word) if *word == "mod" && is_test_module(&tokens, at) => at += 2,
                TokenTree::Ident(word) if *word == "use" && is_statement(&tokens, at) => {
                    let end = tokens[at..].iter().position(|token| is_punct(token, ';'));
                    let end = end.map_or(tokens.len(), |length| at + length);
                    self.import(&[], &tokens[at + 1..end], is_public);
                    at = end;
                }
                TokenTree::Ident(word) => {
                    is_public = *word == "pub" || is_public && *word != "fn";
                    let (name, length) = path(&tokens[at..]);
                    if name.len() > 1 {
                        self.names.push(name);
                        is_public = false;
                    }
                    at += length - 1;
                }
                TokenTree::Group(group) => {
                    // The group of `pub(crate)` stands between `pub` and `use`.
                    is_public &= group.delimiter() == Delimiter::Parenthesis;
                    self.read(group.stream());
                }
                _ => is_public = false,
            }
            at += 1;
        }
    }

    /// Takes down one tree of a `use` statement.
    fn import(&mut self, prefix: &[String], tree: &[TokenTree], is_public: bool) {
        for branch in tree.split(|token| is_punct(token, ',')) {
            let (mut name, length) = path(branch);
            name.splice(0..0, prefix.iter().cloned());
            match branch.get(length) {
                Some(TokenTree::Group(group)) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.import(&name, &inner, is_public);
                    continue;
                }
                None if length == 0 => continue,
                _ => {}
            }
            if name.last().is_some_and(|last| last == "self") && name.len() > 1 {
                name.pop();
            }
            let alias = match branch.last() {
                Some(TokenTree::Ident(alias)) => alias.to_string(),
                _ => String::new(),
            };
            let alias = if alias == "self" {
                name.last().cloned().unwrap_or_default()
            } else {
                alias
            };
            if is_public {
                self.exported.insert(alias.clone(), name.clone());
            } else {
                self.names.push(name.clone());
            }
            self.imported.insert(alias, name);
        }
    }
}

fn is_punct(token: &TokenTree, expected: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == expected)
}

/// Returns true if the module at `at` is declared as `#[cfg(test)] mod tests { ... }`.
fn is_test_module(tokens: &[TokenTree], at: usize) -> bool {
    let name = tokens.get(at + 1).map(ToString::to_string);
    name.as_deref() == Some("tests") && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)))
}

/// Returns true if the `use` at `at` begins a statement, and is not a bound such as `impl Fn() + use<'a>`.
fn is_statement(tokens: &[TokenTree], at: usize) -> bool {
    !tokens.get(at + 1).is_some_and(|next| is_punct(next, '<'))
}

/// The path at the start of these tokens, and its number of tokens.
fn path(tokens: &[TokenTree]) -> (Name, usize) {
    let mut name = Name::new();
    let mut length = 0;
    while let Some(TokenTree::Ident(word)) = tokens.get(length) {
        name.push(word.to_string());
        length += 1;
        let colons = tokens[length..].iter().take(2);
        if colons.filter(|token| is_punct(token, ':')).count() < 2 {
            break;
        }
        length += 2;
    }
    (name, length.max(1))
}

/// Files that use each other in turn.
struct Circle {
    files: BTreeSet<String>,
    /// From file to file, with one of the names that each is made of.
    arrows: Vec<String>,
}

/// The files of one crate, and what they use.
struct Crate {
    files: BTreeMap<Module, Uses>,
}

impl Crate {
    fn read(source: &Path) -> Self {
        let mut files = BTreeMap::new();
        for path in tree::files(source, &["rs"]) {
            let place = path.strip_prefix(source).expect("a path below the source");
            let mut module: Module = place
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            if ["mod", "lib", "main"].contains(&module.last().map_or("", String::as_str)) {
                module.pop();
            }
            let tokens: TokenStream = tree::read(&path)
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut uses = Uses::default();
            uses.read(tokens);
            files.insert(module, uses);
        }
        Self { files }
    }

    /// The path from the root of the crate, if a name that `module` writes is one of the crate.
    fn absolute(&self, module: &Module, name: &Name) -> Option<Name> {
        let mut base = module.clone();
        match name.first()?.as_str() {
            "crate" => Some(name[1..].to_vec()),
            "self" => Some([base.as_slice(), &name[1..]].concat()),
            "super" => {
                let ups = name.iter().take_while(|part| *part == "super").count();
                base.truncate(base.len().checked_sub(ups)?);
                Some([base.as_slice(), &name[ups..]].concat())
            }
            first => {
                base.push(first.to_owned());
                if self.files.contains_key(&base) {
                    return Some([module.as_slice(), name].concat());
                }
                let imported = self.files[module].imported.get(first)?;
                if imported[0] == first {
                    return None;
                }
                let whole = self.absolute(module, imported)?;
                Some([whole.as_slice(), &name[1..]].concat())
            }
        }
    }

    /// The module that declares a name, through re-exports.
    fn declares(&self, mut name: Name) -> Module {
        // More than this many re-exports in a row are a circle of their own.
        for _ in 0..8 {
            let length = (0..=name.len())
                .rev()
                .find(|&length| self.files.contains_key(&name[..length]))
                .unwrap_or(0);
            let module = name[..length].to_vec();
            let exported = name.get(length).and_then(|item| {
                let target = self.files.get(&module)?.exported.get(item)?;
                self.absolute(&module, target)
            });
            match exported {
                Some(target) if target != name => {
                    name = [target.as_slice(), &name[length + 1..]].concat();
                }
                _ => return module,
            }
        }
        Module::new()
    }

    /// The circles of more than one file.
    fn circles(&self) -> Vec<Circle> {
        let mut graph = DiGraphMap::<usize, &Name, RandomState>::new();
        let modules: Vec<&Module> = self.files.keys().collect();
        for (from, module) in modules.iter().enumerate() {
            for written in &self.files[*module].names {
                let Some(name) = self.absolute(module, written) else {
                    continue;
                };
                let used = self.declares(name);
                if !used.starts_with(module)
                    && let Ok(to) = modules.binary_search(&&used)
                {
                    graph.add_edge(from, to, written);
                }
            }
        }
        let circles = petgraph::algo::tarjan_scc(&graph).into_iter();
        let shown = |file: usize| match modules[file].join("/") {
            root if root.is_empty() => "lib".to_owned(),
            path => path,
        };
        let mut found = Vec::new();
        for circle in circles.filter(|circle| circle.len() > 1) {
            let inside = graph
                .all_edges()
                .filter(|(from, to, _)| circle.contains(from) && circle.contains(to));
            let arrow = |(from, to, name): (usize, usize, &Name)| {
                format!("{} -> {}: {}", shown(from), shown(to), name.join("::"))
            };
            let mut arrows: Vec<String> = inside.map(|(a, b, name)| arrow((a, b, *name))).collect();
            arrows.sort();
            found.push(Circle {
                files: circle.iter().copied().map(shown).collect(),
                arrows,
            });
        }
        found
    }
}

#[test]
fn circles_of_files_are_small() {
    let crates = fs::read_dir(tree::root().join("crates")).expect("the folder crates");
    let crates = crates.map(|folder| folder.expect("a readable folder").path());
    let mut found = BTreeMap::new();
    let mut report = String::new();
    for folder in crates.chain([tree::root().join("sysroot")]) {
        let krate = folder.file_name().unwrap_or_default();
        let krate = krate.to_string_lossy().into_owned();
        let circles = Crate::read(&folder.join("src")).circles();
        let Some(largest) = circles.iter().max_by_key(|circle| circle.files.len()) else {
            continue;
        };
        let size = largest.files.len();
        if size > MAX_CIRCLE {
            let arrows = largest.arrows.join("\n    ");
            report += &format!(
                "{krate}: {size} files in a circle: {:?}\n    {arrows}\n",
                largest.files
            );
            found.insert(krate, size);
        }
    }
    let listed: BTreeMap<String, usize> = KNOTS
        .iter()
        .map(|&(krate, size)| (krate.to_owned(), size))
        .collect();
    assert_eq!(
        found, listed,
        "the largest circles, and those listed\n{report}"
    );
}

/// Two files that use each other through a name that their parent re-exports.
#[test]
fn a_circle_through_a_reexport_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    write(
        "lib.rs",
        "mod a; mod b; mod c; pub(crate) use b::{B, Unused as Other};",
    );
    write("a.rs", "use crate::{B, c};\npub struct A(B);");
    write(
        "b.rs",
        "/* use crate::c::C; */ pub struct B; impl B { fn a(a: super::a::A) {} }",
    );
    write(
        "c.rs",
        "pub struct C; #[cfg(test)] mod tests { use crate::a::A; }",
    );
    let circles = Crate::read(folder.path()).circles();
    let expected = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
    let found: Vec<_> = circles.iter().map(|circle| &circle.files).collect();
    assert_eq!(found, [&expected]);
    let arrows = ["a -> b: crate::B", "b -> a: super::a::A"];
    assert_eq!(circles[0].arrows, arrows);
}
