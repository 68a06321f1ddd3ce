//! Finds the file and the function of a location.
//!
//! Since LLVM 3.7 scopes and files have records of their own. Before, they were tuples like any
//! other:
//!
//! | | LLVM 3.3 to 3.5 | LLVM 3.6 |
//! |---|---|---|
//! | file | file and folder | file and folder |
//! | function | tag, file, scope, name, ... | `"0x2e\0name\0..."`, file, scope, ... |
//! | block | tag, file, scope, line, ... | `"0xb\0line\0..."`, file, scope |
//!
//! The scope is the enclosing one, and the tag is a number. A function has a name where a block has
//! none, so the shape of the node distinguishes them.

use std::collections::BTreeMap;

use super::{Both, FileMetadata, Item, Operand};
use crate::ids::Name;
use crate::location::SourceScope;
use crate::module::Module;

/// Maximum number of enclosing scopes that are searched for a file and a function.
const MAX_SCOPES: usize = 64;

/// A string of the module or of a function: its range in the characters of all strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::bitcode) struct Text {
    own: bool,
    start: u32,
    end: u32,
}

/// The file and the function that a location is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::bitcode) struct FileScope {
    file: Text,
    directory: Text,
    function: Text,
    symbol: Text,
    line: u32,
    /// The innermost block, as a metadata number plus one, and true if it is in the function's own
    /// metadata.
    block: u32,
    is_own_block: bool,
}

/// A call that was inlined.
#[derive(Clone, Copy, Debug)]
pub(in crate::bitcode) struct CallSite {
    pub(in crate::bitcode) line: u32,
    pub(in crate::bitcode) column: u32,
    /// The number of its scope.
    pub(in crate::bitcode) scope: u32,
    /// The number of the enclosing call.
    pub(in crate::bitcode) around: Option<u32>,
}

/// A scope, and the number of the enclosing one.
#[derive(Default)]
struct OneScope {
    file: Text,
    directory: Text,
    function: Text,
    symbol: Text,
    line: u32,
    around: Option<u32>,
}

impl Both<'_> {
    /// Finds the file and function of a scope.
    pub(in crate::bitcode) fn scope(&self, number: u32) -> FileScope {
        let mut scope = FileScope::default();
        let mut next = Some(number);
        for _ in 0..MAX_SCOPES {
            let Some(one) = next.and_then(|number| self.one_scope(number)) else {
                break;
            };
            if scope.file.is_empty() {
                (scope.file, scope.directory) = (one.file, one.directory);
            }
            if !one.function.is_empty() {
                scope.function = one.function;
                (scope.symbol, scope.line) = (one.symbol, one.line);
                break;
            }
            next = one.around;
        }
        if self.module.keeps_variables
            && let Some(block) = self.block(number)
        {
            scope.block = block.saturating_add(1);
            scope.is_own_block = block as usize >= self.module.items.len();
        }
        scope
    }

    /// The call site with a number.
    pub(in crate::bitcode) fn call_site(&self, number: u32) -> Option<CallSite> {
        match self.get(number).ok()?.0 {
            Item::Site {
                line,
                column,
                scope,
                around,
            } => Some(CallSite {
                line,
                column,
                scope,
                around: around.checked_sub(1),
            }),
            _ => None,
        }
    }

    fn one_scope(&self, number: u32) -> Option<OneScope> {
        let (item, of) = self.get(number).ok()?;
        match item {
            Item::Scope {
                around,
                file,
                name,
                symbol,
                line,
                ..
            } => {
                let file = file.checked_sub(1).and_then(|n| self.get(n).ok());
                let (file, directory) = match file {
                    Some((Item::File { name, directory }, _)) => {
                        (self.text_before(name), self.text_before(directory))
                    }
                    _ => Default::default(),
                };
                Some(OneScope {
                    file,
                    directory,
                    function: self.text_before(name),
                    symbol: self.text_before(symbol),
                    line,
                    around: around.checked_sub(1),
                })
            }
            Item::Node { start, end, .. } => {
                let operands = of.operands.get(start as usize..end as usize)?;
                Some(self.old_scope(operands))
            }
            _ => None,
        }
    }

    /// Reads a scope that is a tuple.
    fn old_scope(&self, operands: &[Operand]) -> OneScope {
        let mut scope = OneScope::default();
        let item_at = |index: usize| match operands.get(index) {
            Some(&Operand::Item(number)) => Some(number),
            _ => None,
        };
        if let Some(pair) = item_at(1) {
            scope.file = self.first_text(pair);
        }
        scope.function = match item_at(0) {
            Some(header) => self.name_in_header(self.text(header)),
            None => item_at(3).map_or(Text::default(), |name| self.text(name)),
        };
        scope.around = item_at(2);
        scope
    }

    /// The function's name in the string that begins a tuple of LLVM 3.6. Empty if the tuple is not
    /// a function.
    fn name_in_header(&self, header: Text) -> Text {
        let text = self.characters(header);
        let Some(rest) = text.strip_prefix(b"0x2e\0") else {
            return Text::default();
        };
        let length = rest.iter().position(|&byte| byte == 0);
        let start = header.start + (text.len() - rest.len()) as u32;
        Text {
            start,
            end: start + length.unwrap_or(rest.len()) as u32,
            ..header
        }
    }

    /// The string that a tuple begins with.
    fn first_text(&self, number: u32) -> Text {
        let Ok((Item::Node { start, end, .. }, of)) = self.get(number) else {
            return Text::default();
        };
        match of.operands[start as usize..end as usize].first() {
            Some(&Operand::Item(first)) => self.text(first),
            _ => Text::default(),
        }
    }

    /// The string with a number plus one; empty for 0.
    pub(super) fn text_before(&self, number: u32) -> Text {
        number
            .checked_sub(1)
            .map_or(Text::default(), |number| self.text(number))
    }

    /// The string with a number; empty if the item is not a string.
    fn text(&self, number: u32) -> Text {
        match self.get(number) {
            Ok((Item::Text { start, end }, of)) => Text {
                own: !std::ptr::eq(of, self.module),
                start,
                end,
            },
            _ => Text::default(),
        }
    }

    pub(super) fn characters(&self, text: Text) -> &[u8] {
        let of = if text.own { self.own } else { self.module };
        &of.text[text.start as usize..text.end as usize]
    }
}

impl FileScope {
    /// The metadata number of the innermost block.
    pub(in crate::bitcode) fn block(&self) -> Option<u32> {
        self.block.checked_sub(1)
    }

    /// Returns true if a string or the block is in the function's own metadata.
    pub(in crate::bitcode) fn is_own(&self) -> bool {
        let texts = [self.file, self.directory, self.function, self.symbol];
        self.is_own_block || texts.iter().any(|text| text.own)
    }
}

impl Text {
    /// Returns true if it is in the function's own metadata.
    pub(super) fn is_own(self) -> bool {
        self.own
    }

    fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Adds the scopes of bodies to a module.
#[derive(Default)]
pub(in crate::bitcode) struct Scopes {
    /// The pool names of the module's strings.
    names: BTreeMap<Text, Name>,
    known: BTreeMap<FileScope, u32>,
}

impl Scopes {
    /// Returns the index of a scope in the module. `own` are the characters of the function's
    /// strings, and `block` is the index of its block plus one.
    pub(in crate::bitcode) fn add(
        &mut self,
        module: &mut Module,
        metadata: &FileMetadata,
        own: &[u8],
        scope: FileScope,
        block: u32,
    ) -> u32 {
        let shared = !scope.is_own();
        if shared && let Some(&known) = self.known.get(&scope) {
            return known;
        }
        let FileScope {
            file,
            directory,
            function,
            symbol,
            line,
            ..
        } = scope;
        let [file, directory, function, symbol] =
            [file, directory, function, symbol].map(|text| self.name(module, metadata, own, text));
        module.source_scopes.push(SourceScope {
            file,
            directory,
            function,
            symbol,
            line,
            block,
        });
        let index = module.source_scopes.len() as u32 - 1;
        if shared {
            self.known.insert(scope, index);
        }
        index
    }

    fn name(
        &mut self,
        module: &mut Module,
        metadata: &FileMetadata,
        own: &[u8],
        text: Text,
    ) -> Name {
        let range = text.start as usize..text.end as usize;
        if text.own {
            return module.names.add(&own[range]);
        }
        let add = || module.names.add(&metadata.text[range]);
        *self.names.entry(text).or_insert_with(add)
    }
}
