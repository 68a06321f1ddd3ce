//! Parses metadata: source lines, operands of intrinsics, and lists of strings.
//!
//! A node is read when something refers to it. Scopes of debug information have three forms: nodes
//! with named fields since LLVM 3.7, and before that two forms of tuples, which `crate::bitcode`
//! describes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::Kind;
use crate::ids::{ConstantId, MetadataId, Name};
use crate::instruction::Value;
use crate::location::{Location, SourceScope};
use crate::metadata::Metadata;

/// Maximum number of scopes that are searched for a file and a function.
const MAX_SCOPES: usize = 64;

/// Maximum depth of inlined calls that is followed.
const MAX_INLINED: usize = 64;

/// The beginning of the string that marks a tuple of LLVM 3.6 as a function.
const FUNCTION_HEADER: &[u8] = b"0x2e\0";

/// Metadata as an operand of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Known(MetadataId),
    /// A value of the function, or a node that the model cannot express.
    Other,
}

/// A scope: the tokens of its texts, and the number of the enclosing scope.
#[derive(Clone, Copy, Default)]
struct OneScope {
    file: File,
    function: Option<usize>,
    symbol: Option<usize>,
    line: u32,
    around: Option<u32>,
}

/// A file: the tokens of its name and folder.
#[derive(Clone, Copy, Default)]
struct File {
    name: Option<usize>,
    directory: Option<usize>,
}

/// Cached results about nodes. Each node is examined once.
#[derive(Default)]
pub(super) struct Debug {
    nodes: BTreeMap<u32, Operand>,
    /// Nodes that are being read. Used to detect cycles.
    open: BTreeSet<u32>,
    locations: BTreeMap<u32, Option<Location>>,
    one_scopes: BTreeMap<u32, Option<OneScope>>,
    files: BTreeMap<u32, File>,
    /// The value of [`Location::inlined_at`] for each call site, by node number.
    call_sites: BTreeMap<u32, u32>,
    /// Nesting depth of the inlined calls that are being read.
    inlined: usize,
    /// The index of each scope in the model, by node number.
    scopes: BTreeMap<u32, u32>,
    /// Names in the module's pool, by token.
    names: BTreeMap<usize, Name>,
    text_nodes: BTreeMap<u32, bool>,
}

impl<'t> Parser<'t> {
    /// Records the position of a node.
    pub(super) fn node_name(&mut self) -> Result<()> {
        self.next();
        let token = self.next();
        let number = self.number_of(token)?;
        self.expect_symbol(b'=')?;
        if self.nodes.insert(number, self.at).is_some() {
            let message = format!("the node !{number} is defined twice");
            return self.fail_at(token, E::Redefinition, message);
        }
        Ok(())
    }

    /// Parses `!name = !{!0, !1}`. Lists of strings that are not LLVM's own are kept.
    pub(super) fn named_nodes(&mut self) -> Result<()> {
        let token = self.next();
        let name = self.name_of(token);
        self.expect_symbol(b'=')?;
        self.expect_symbol(b'!')?;
        if self.is_as_written() {
            return self.written_list(&name);
        }
        self.expect_symbol(b'{')?;
        let mut numbers = Vec::new();
        let mut all_known = true;
        while !self.is_symbol(b'}') {
            if self.is_symbol(b'!') && self.ahead(1).kind == Kind::Integer {
                self.next();
                let token = self.next();
                numbers.push(self.number_of(token)?);
            } else {
                all_known = false;
                self.skip_metadata()?;
            }
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b'}')?;
        let kept = !name.starts_with(b"llvm.") && all_known;
        if !kept || !numbers.iter().all(|&number| self.is_of_texts(number)) {
            return Ok(());
        }
        let mut members = Vec::with_capacity(numbers.len());
        for number in numbers {
            match self.node(number)? {
                Operand::Known(node) => members.push(node),
                Operand::Other => return Ok(()),
            }
        }
        let name = self.module.names.add_even_empty(&name);
        self.module.metadata.add_named(name, &members);
        Ok(())
    }

    /// Returns true if a node is a tuple of strings only.
    fn is_of_texts(&mut self, number: u32) -> bool {
        if let Some(&known) = self.debug.text_nodes.get(&number) {
            return known;
        }
        let Some(&start) = self.nodes.get(&number) else {
            return false;
        };
        let here = std::mem::replace(&mut self.at, start);
        self.take_word("metadata");
        self.take_word("distinct");
        let mut found = self.take_symbol(b'!') && self.take_symbol(b'{');
        while found && !self.is_symbol(b'}') {
            self.take_word("metadata");
            found = self.take_symbol(b'!') && self.kind() == Kind::String;
            self.next();
            self.take_symbol(b',');
        }
        self.at = here;
        self.debug.text_nodes.insert(number, found);
        found
    }

    /// Skips an attachment: `!name` and metadata.
    pub(super) fn skip_attachment(&mut self) -> Result<()> {
        self.next();
        self.skip_metadata()
    }

    /// Moves past metadata of any kind.
    fn skip_metadata(&mut self) -> Result<()> {
        self.take_word("metadata");
        self.take_word("distinct");
        if self.kind() == Kind::Metadata {
            self.next();
            if self.is_symbol(b'(') {
                self.skip_brackets();
            }
            return Ok(());
        }
        if self.take_word("null") {
            return Ok(());
        }
        if !self.take_symbol(b'!') {
            return self.unexpected("metadata");
        }
        if self.is_symbol(b'{') {
            self.skip_brackets();
        } else {
            self.next();
        }
        Ok(())
    }

    // Metadata that calls take

    /// Parses metadata as an operand, after its type.
    pub(super) fn metadata_operand(&mut self) -> Result<Operand> {
        self.nested(Self::any_metadata)
    }

    fn any_metadata(&mut self) -> Result<Operand> {
        self.take_word("metadata");
        if self.kind() == Kind::Metadata {
            self.skip_metadata()?;
            return Ok(Operand::Other);
        }
        if !self.take_symbol(b'!') {
            let ty = self.ty()?;
            if matches!(self.kind(), Kind::Local | Kind::LocalNumber) {
                self.next();
                return Ok(Operand::Other);
            }
            let constant = self.constant(ty.model)?;
            return Ok(Operand::Known(self.constant_metadata(constant)));
        }
        match self.kind() {
            Kind::Integer => {
                let token = self.next();
                let number = self.number_of(token)?;
                if !self.nodes.contains_key(&number) {
                    let message = format!("the node !{number} is not defined");
                    return self.fail_at(token, E::UndefinedEntry, message);
                }
                self.node(number)
            }
            Kind::String => {
                let text = self.string()?;
                let name = self.module.names.add_even_empty(&text);
                Ok(Operand::Known(
                    self.module.metadata.add(Metadata::Text(name)),
                ))
            }
            Kind::Symbol(b'{') => self.tuple(false),
            _ => self.unexpected("metadata"),
        }
    }

    /// Returns true if the current token begins metadata with a value of the function: the value
    /// with its type or, up to LLVM 3.5, a tuple in braces that contains one.
    pub(super) fn is_value_of_function(&mut self) -> Result<bool> {
        let here = self.at;
        let is_tuple = self.is_symbol(b'!') && self.ahead(1).kind == Kind::Symbol(b'{');
        if is_tuple {
            self.skip_metadata()?;
            let end = std::mem::replace(&mut self.at, here);
            let tokens = &self.tokens[here..end];
            let is_local = |kind| matches!(kind, Kind::Local | Kind::LocalNumber);
            return Ok(tokens.iter().any(|token| is_local(token.kind)));
        }
        if self.is_symbol(b'!') || self.kind() == Kind::Metadata {
            return Ok(false);
        }
        self.ty()?;
        let is_local = matches!(self.kind(), Kind::Local | Kind::LocalNumber);
        self.at = here;
        Ok(is_local)
    }

    /// Parses metadata with values of the function, as LLVM has read it since 3.6. A tuple of a
    /// single value becomes that value, and all others become empty.
    pub(super) fn metadata_of_function(&mut self) -> Result<MetadataId> {
        let here = self.at;
        let is_tuple = self.is_symbol(b'!');
        if is_tuple {
            self.skip_metadata()?;
        }
        let end = std::mem::replace(&mut self.at, here);
        if is_tuple {
            self.at += 2;
        }
        if !self.is_word("metadata") && !self.is_symbol(b'!') {
            let ty = self.ty()?;
            if matches!(self.kind(), Kind::Local | Kind::LocalNumber)
                && let Value::Local(local) = self.value(ty.model)?
                && (!is_tuple || self.take_symbol(b'}') && self.at == end)
            {
                return Ok(self.module.metadata.add(Metadata::Local(local)));
            }
        }
        self.at = end;
        Ok(self.module.metadata.node(false, &[]))
    }

    fn constant_metadata(&mut self, constant: ConstantId) -> MetadataId {
        self.module.metadata.add(Metadata::Constant(constant))
    }

    fn tuple(&mut self, distinct: bool) -> Result<Operand> {
        self.expect_symbol(b'{')?;
        let mut operands = Vec::new();
        let mut known = true;
        while !self.is_symbol(b'}') {
            if self.take_word("null") {
                operands.push(None);
            } else {
                match self.metadata_operand()? {
                    Operand::Known(id) => operands.push(Some(id)),
                    Operand::Other => known = false,
                }
            }
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b'}')?;
        if !known {
            return Ok(Operand::Other);
        }
        let node = self.module.metadata.node(distinct, &operands);
        Ok(Operand::Known(node))
    }

    /// Reads the node with a number, which must exist.
    fn node(&mut self, number: u32) -> Result<Operand> {
        if let Some(&known) = self.debug.nodes.get(&number) {
            return Ok(known);
        }
        let Some(&start) = self.nodes.get(&number) else {
            return Ok(Operand::Other);
        };
        if !self.debug.open.insert(number) {
            // Some nodes contain themselves, for example those of loops.
            return Ok(Operand::Other);
        }
        let here = std::mem::replace(&mut self.at, start);
        self.take_word("metadata");
        let distinct = self.take_word("distinct");
        let made = if self.kind() == Kind::Symbol(b'!') && self.ahead(1).kind == Kind::Symbol(b'{')
        {
            self.next();
            self.tuple(distinct)
        } else {
            Ok(Operand::Other)
        };
        self.at = here;
        self.debug.open.remove(&number);
        let made = made?;
        self.debug.nodes.insert(number, made);
        Ok(made)
    }

    // Source locations.

    /// Returns the location in an attachment, if it is one. The current token is the metadata.
    pub(super) fn location(&mut self) -> Result<Option<Location>> {
        let here = self.at;
        let location = if self.is_symbol(b'!') && self.ahead(1).kind == Kind::Integer {
            let token = self.ahead(1);
            let number = self.number_of(token)?;
            self.numbered_location(number)
        } else {
            self.location_node()
        };
        self.at = here;
        self.skip_metadata()?;
        Ok(location)
    }

    fn numbered_location(&mut self, number: u32) -> Option<Location> {
        if let Some(&known) = self.debug.locations.get(&number) {
            return known;
        }
        self.at = *self.nodes.get(&number)?;
        let location = self.location_node();
        self.debug.locations.insert(number, location);
        location
    }

    /// Reads the location node at the current token.
    fn location_node(&mut self) -> Option<Location> {
        self.take_word("metadata");
        self.take_word("distinct");
        let (mut line, mut column, mut scope, mut call) = (0, 0, None, None);
        if self.kind() == Kind::Metadata {
            if self.slice(self.token()) != b"!DILocation" {
                return None;
            }
            self.next();
            for (name, value) in self.fields_of_node() {
                match name {
                    b"line" => line = self.small_number(value)?,
                    b"column" => column = self.small_number(value)?,
                    b"scope" => scope = self.reference(value),
                    b"inlinedAt" => call = self.reference(value),
                    _ => {}
                }
            }
        } else {
            // A tuple: line, column, scope, and location of the inlined call.
            let values = self.tuple_values()?;
            let &[first, second, third, ..] = &values[..] else {
                return None;
            };
            call = values.get(3).and_then(|&at| self.reference(at));
            line = self.small_number(first)?;
            column = self.small_number(second)?;
            scope = self.reference(third);
        }
        let scope = self.source_scope(scope?);
        Some(Location {
            line,
            column,
            scope,
            inlined_at: call.map_or(0, |call| self.call_site(call)),
        })
    }

    /// Returns the index of a location among the module's call sites plus one; 0 if it is not a
    /// call site. Enclosing calls come first.
    fn call_site(&mut self, number: u32) -> u32 {
        if let Some(&known) = self.debug.call_sites.get(&number) {
            return known;
        }
        if self.debug.inlined == MAX_INLINED {
            return 0;
        }
        self.debug.inlined += 1;
        let here = self.at;
        let location = self.numbered_location(number);
        self.at = here;
        self.debug.inlined -= 1;
        let Some(location) = location else {
            return 0;
        };
        self.module.call_sites.push(location);
        let site = self.module.call_sites.len() as u32;
        self.debug.call_sites.insert(number, site);
        site
    }

    /// Parses the fields of a node, `(name: value, ...)`. Returns each name with the first token of
    /// its value.
    fn fields_of_node(&mut self) -> Vec<(&'t [u8], usize)> {
        let mut fields = Vec::new();
        if !self.is_symbol(b'(') {
            return fields;
        }
        let mut depth = 0usize;
        while self.kind() != Kind::End {
            let token = self.next();
            match token.kind {
                Kind::Symbol(b'(' | b'{' | b'[') => depth += 1,
                Kind::Symbol(b')' | b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                Kind::Label if depth == 1 => fields.push((self.slice(token), self.at)),
                _ => {}
            }
        }
        fields
    }

    /// Returns the first token of each element of a tuple.
    fn tuple_values(&mut self) -> Option<Vec<usize>> {
        if !self.take_symbol(b'!') || !self.is_symbol(b'{') {
            return None;
        }
        self.next();
        let mut values = Vec::new();
        let mut depth = 0usize;
        let mut begins = true;
        while self.kind() != Kind::End {
            if begins {
                values.push(self.at);
            }
            begins = false;
            match self.next().kind {
                Kind::Symbol(b'(' | b'{' | b'[') => depth += 1,
                Kind::Symbol(b')' | b'}' | b']') => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => break,
                },
                Kind::Symbol(b',') if depth == 0 => begins = true,
                _ => {}
            }
        }
        Some(values)
    }

    /// The number at a token, with or without a type before it.
    fn small_number(&self, at: usize) -> Option<u32> {
        let mut found = self.tokens.get(at..)?.iter().take(2);
        let token = found.find(|token| token.kind == Kind::Integer)?;
        self.number_of(*token).ok()
    }

    /// The number of the node to which a token refers.
    fn reference(&self, at: usize) -> Option<u32> {
        let rest = self.tokens.get(at..)?;
        let is_word = rest.first()?.kind == Kind::Word;
        let [sign, number, ..] = &rest[usize::from(is_word)..] else {
            return None;
        };
        if sign.kind != Kind::Symbol(b'!') || number.kind != Kind::Integer {
            return None;
        }
        self.number_of(*number).ok()
    }

    /// Returns the token of an element that is a string.
    fn text_at(&self, at: usize) -> Option<usize> {
        let mut near = at..self.tokens.len().min(at + 3);
        near.find(|&at| self.tokens[at].kind == Kind::String)
    }

    /// Decodes a token that is a string.
    fn decoded(&self, at: usize) -> Cow<'t, [u8]> {
        let slice = self.slice(self.tokens[at]);
        super::lex::unescaped(&slice[1..slice.len() - 1])
    }

    /// Returns the name of a function or file in the module's pool, from its token.
    fn pooled(&mut self, at: Option<usize>) -> Name {
        let Some(at) = at else {
            return Name::NONE;
        };
        if let Some(&known) = self.debug.names.get(&at) {
            return known;
        }
        let text = self.decoded(at);
        let text = match text.strip_prefix(FUNCTION_HEADER) {
            Some(rest) => rest.split(|&byte| byte == 0).next().unwrap_or_default(),
            None => &text,
        };
        let name = self.module.names.add(text);
        self.debug.names.insert(at, name);
        name
    }

    /// Returns the index of the model's scope for a node.
    fn source_scope(&mut self, number: u32) -> u32 {
        if let Some(&known) = self.debug.scopes.get(&number) {
            return known;
        }
        let mut whole = OneScope::default();
        let mut next = Some(number);
        for _ in 0..MAX_SCOPES {
            let Some(one) = next.and_then(|number| self.one_scope(number)) else {
                break;
            };
            if whole.file.name.is_none() {
                whole.file = one.file;
            }
            if one.function.is_some() {
                whole.function = one.function;
                whole.symbol = one.symbol;
                whole.line = one.line;
                break;
            }
            next = one.around;
        }
        let file = self.pooled(whole.file.name);
        let directory = self.pooled(whole.file.directory);
        let function = self.pooled(whole.function);
        let symbol = self.pooled(whole.symbol);
        let scope = self.module.source_scopes.len() as u32;
        self.module.source_scopes.push(SourceScope {
            file,
            directory,
            function,
            symbol,
            line: whole.line,
            block: 0,
        });
        self.debug.scopes.insert(number, scope);
        scope
    }

    fn one_scope(&mut self, number: u32) -> Option<OneScope> {
        if let Some(&known) = self.debug.one_scopes.get(&number) {
            return known;
        }
        let start = *self.nodes.get(&number)?;
        let here = std::mem::replace(&mut self.at, start);
        let scope = self.scope_node();
        self.at = here;
        self.debug.one_scopes.insert(number, scope);
        scope
    }

    fn scope_node(&mut self) -> Option<OneScope> {
        self.take_word("metadata");
        self.take_word("distinct");
        let mut scope = OneScope::default();
        if self.kind() == Kind::Metadata {
            let is_function = self.slice(self.token()) == b"!DISubprogram";
            self.next();
            for (name, value) in self.fields_of_node() {
                match name {
                    b"name" if is_function => scope.function = self.text_at(value),
                    b"linkageName" if is_function => scope.symbol = self.text_at(value),
                    b"line" if is_function => scope.line = self.small_number(value).unwrap_or(0),
                    b"scope" => scope.around = self.reference(value),
                    b"file" => scope.file = self.file_name(value),
                    _ => {}
                }
            }
            return Some(scope);
        }
        let values = self.tuple_values()?;
        let first = *values.first()?;
        if let Some(&pair) = values.get(1) {
            scope.file = self.file_name(pair);
        }
        let text_of = |at: usize| match self.reference(at) {
            Some(_) => None,
            None => self.text_at(at),
        };
        scope.function = match text_of(first) {
            Some(header) if self.decoded(header).starts_with(FUNCTION_HEADER) => Some(header),
            Some(_) => None,
            None => values.get(3).and_then(|&at| text_of(at)),
        };
        scope.around = values.get(2).and_then(|&at| self.reference(at));
        Some(scope)
    }

    /// Returns the file that a node, or a reference to one, names first.
    fn file_name(&mut self, at: usize) -> File {
        let Some(number) = self.reference(at) else {
            return self.file_node(at);
        };
        if let Some(&known) = self.debug.files.get(&number) {
            return known;
        }
        let Some(&start) = self.nodes.get(&number) else {
            return File::default();
        };
        let file = self.file_node(start);
        self.debug.files.insert(number, file);
        file
    }

    fn file_node(&mut self, at: usize) -> File {
        let here = std::mem::replace(&mut self.at, at);
        self.take_word("metadata");
        self.take_word("distinct");
        let mut file = File::default();
        if self.kind() == Kind::Metadata {
            self.next();
            for (name, value) in self.fields_of_node() {
                match name {
                    b"filename" => file.name = self.text_at(value),
                    b"directory" => file.directory = self.text_at(value),
                    _ => {}
                }
            }
        } else if let Some(values) = self.tuple_values() {
            let text = |at: Option<&usize>| at.and_then(|&at| self.text_at(at));
            file = File {
                name: text(values.first()),
                directory: text(values.get(1)),
            };
        }
        self.at = here;
        file
    }
}
