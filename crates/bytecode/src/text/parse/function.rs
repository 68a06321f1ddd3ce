//! Parses functions: headers, blocks, and local names.

use super::constants::Fit;
use super::describe::{describe, show};
use super::instructions::is_terminator;
use super::lex::Name;
use super::names::{Counters, Symbols};
use super::types::Role;
use super::{Parser, TypeId};
use crate::model::{BlockId, Body, Case, FunctionId, Incoming, InstId, Linkage, Type, Value};
use crate::opcode;
use crate::text::error::{Fault, MAX_SYNTAX_ERRORS, Result, SyntaxErrorKind, fault};

/// Instruction numbers from here on are placeholders for values that are used before they are
/// defined.
const FORWARD: u32 = 1 << 31;

/// State of the function that is being read.
#[derive(Debug)]
pub(super) struct Locals<'a> {
    pub(super) body: Body,
    /// Parameters and results by type and name. Blocks are in the plane of labels.
    symbols: Symbols<'a, Local>,
    unnamed: Counters,
    forwards: Vec<Forward<'a>>,
    labels: Vec<Label<'a>>,
    /// True if a part of the function could not be read.
    is_faulty: bool,
    /// Operands of the current instruction.
    pub(super) values: Vec<Value>,
    pub(super) types: Vec<TypeId>,
    pub(super) cases: Vec<Case>,
    pub(super) incoming: Vec<Incoming>,
}

/// The meaning of a local name.
#[derive(Clone, Copy, Debug)]
enum Local {
    Value(Value),
    /// An index into [`Locals::labels`].
    Label(u32),
}

/// A value that was used before it was defined.
#[derive(Debug)]
struct Forward<'a> {
    ty: TypeId,
    name: Name<'a>,
    at: u32,
    value: Option<Value>,
}

/// A block that was mentioned. Until the end of the function, its index in [`Locals::labels`] is
/// its number.
#[derive(Debug)]
struct Label<'a> {
    name: Name<'a>,
    at: u32,
    block: Option<BlockId>,
}

/// The header of a function.
#[derive(Debug)]
pub(super) struct Header<'a> {
    id: FunctionId,
    /// Offset of its name.
    at: u32,
    parameters: Vec<Parameter<'a>>,
    /// Offset of its body.
    body_at: u32,
}

/// A parameter of a header.
#[derive(Debug)]
struct Parameter<'a> {
    ty: TypeId,
    name: Option<&'a [u8]>,
    at: u32,
}

/// State of the last block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockState {
    /// No block is open: none has begun, or its terminator has been read.
    Ended,
    /// Its terminator is still missing.
    Open,
    /// A part of it could not be parsed.
    Faulty,
}

impl Locals<'_> {
    pub(super) fn new() -> Self {
        Locals {
            body: Body::new(),
            symbols: Symbols::new(),
            unnamed: Counters::default(),
            forwards: Vec::new(),
            labels: Vec::new(),
            is_faulty: false,
            values: Vec::new(),
            types: Vec::new(),
            cases: Vec::new(),
            incoming: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.body = Body::new();
        self.symbols.clear();
        self.unnamed.clear();
        self.forwards.clear();
        self.labels.clear();
        self.is_faulty = false;
    }
}

impl<'a> Parser<'a> {
    /// Reads a function header after the word `declare`.
    pub(super) fn declaration(&mut self) -> Result<()> {
        let linkage @ (Linkage::DllImport | Linkage::ExternWeak | Linkage::External) =
            self.linkage()
        else {
            return self.scanner.unexpected("what a function returns");
        };
        let header = self.header()?;
        let function = &mut self.module.functions[header.id.index()];
        if function.body.is_none() {
            function.linkage = linkage;
        }
        Ok(())
    }

    /// Reads a function.
    pub(super) fn function_definition(&mut self, linkage: Linkage) -> Result<()> {
        let mut header = self.header()?;
        let function = &mut self.module.functions[header.id.index()];
        if function.body.is_some() {
            let name = show(self.module.names.get(function.name));
            let message = format!("the function `{name}` is already defined with the same type");
            return fault(SyntaxErrorKind::Redefinition, header.at, message);
        }
        function.linkage = linkage;
        function.body = Some(Box::default());
        if !self.scanner.eat(b'{') && !self.scanner.eat_word(b"begin") {
            return self.scanner.unexpected("`{`");
        }
        if self.bodies_wait {
            header.body_at = self.scanner.cursor.position();
            self.skip_body()?;
            self.waiting.push(header);
            return Ok(());
        }
        self.body(&header)
    }

    /// Reads the bodies that were skipped.
    pub(super) fn waiting_bodies(&mut self) {
        for header in std::mem::take(&mut self.waiting) {
            self.scanner.cursor.go_to(header.body_at);
            if let Err(fault) = self.body(&header) {
                self.faults.push(*fault);
            }
        }
    }

    /// Reads a body after its opening bracket.
    fn body(&mut self, header: &Header<'a>) -> Result<()> {
        self.locals.clear();
        for (number, parameter) in (0..).zip(&header.parameters) {
            let name = parameter.name.filter(|name| !name.is_empty());
            let value = Value::Argument(number);
            let defined = self.define_value(parameter.ty, name, value, parameter.at);
            self.note(defined);
            if let Some(name) = name {
                self.locals.body.name_argument(number, name);
            }
        }
        if self.blocks() && !self.locals.is_faulty {
            self.finish_names();
        }
        let body = std::mem::take(&mut self.locals.body);
        self.module.functions[header.id.index()].body = Some(Box::new(body));
        Ok(())
    }

    /// Goes to the end of a body.
    fn skip_body(&mut self) -> Result<()> {
        let mut depth = 0_usize;
        loop {
            let next = self.scanner.peek();
            match next {
                b'"' | b'%' => {
                    self.scanner.reference()?;
                    self.scanner.cursor.eat(b':');
                    continue;
                }
                b'{' => depth += 1,
                b'}' if depth == 0 => {
                    self.scanner.eat(next);
                    return Ok(());
                }
                b'}' => depth -= 1,
                _ => {
                    let word = self.scanner.label_word();
                    if !word.is_empty() {
                        if !self.scanner.cursor.eat(b':') && word == b"end" {
                            return Ok(());
                        }
                        continue;
                    }
                    if self.scanner.at_end() {
                        return self.scanner.unexpected("`}`");
                    }
                }
            }
            self.scanner.eat(next);
        }
    }

    /// Reads the header of a function, and adds the function if it is new.
    fn header(&mut self) -> Result<Header<'a>> {
        let convention = self.convention();
        let result_at = self.scanner.here();
        let result = self.type_or_void(Role::Result)?;
        let at = self.scanner.here();
        let Some(name) = self.scanner.defined_name()? else {
            return self.scanner.unexpected("the name of a function");
        };
        if !super::types::may_be_returned(&self.module.types, result) {
            return super::types::bad_result(result_at);
        }
        self.scanner.expect(b'(')?;
        let mut parameters = Vec::new();
        let varargs = self.parameters(&mut parameters)?;
        self.locals.types.clear();
        let types = parameters
            .iter()
            .map(|parameter: &Parameter<'_>| parameter.ty);
        self.locals.types.extend(types);
        let ty = (self.module.types).function(result, &self.locals.types, varargs);
        let id = self.function_of_header(ty, name, at);
        let section = match self.scanner.eat_word(b"section") {
            true => self.scanner.string()?,
            false => &[],
        };
        let alignment = self.alignment()?;
        let section = self.module.names.add(section);
        let function = &mut self.module.functions[id.index()];
        function.convention = convention;
        if !section.is_empty() {
            function.section = section;
        }
        if alignment != 0 {
            function.alignment = alignment;
        }
        Ok(Header {
            id,
            at,
            parameters,
            body_at: 0,
        })
    }

    /// Reads parameters and the closing bracket. Returns true if more arguments may follow.
    fn parameters(&mut self, parameters: &mut Vec<Parameter<'a>>) -> Result<bool> {
        if self.scanner.eat(b')') {
            return Ok(false);
        }
        loop {
            if self.scanner.eat_dots() {
                self.scanner.expect(b')')?;
                return Ok(true);
            }
            let ty = self.ty()?;
            let at = self.scanner.here();
            let name = self.scanner.defined_name()?;
            parameters.push(Parameter { ty, name, at });
            if self.scanner.eat(b')') {
                return Ok(false);
            }
            if !self.scanner.eat(b',') {
                return self.scanner.unexpected("`,` or `)`");
            }
        }
    }

    /// Reads blocks and the closing bracket. Returns true if there was one.
    fn blocks(&mut self) -> bool {
        let mut state = BlockState::Ended;
        while self.faults.len() < MAX_SYNTAX_ERRORS {
            match self.line(&mut state) {
                Ok(false) => {}
                Ok(true) => return true,
                Err(fault) => {
                    let is_end = fault.kind == SyntaxErrorKind::UnexpectedEnd;
                    self.locals.is_faulty = true;
                    self.faults.push(*fault);
                    if is_end && self.scanner.at_end() {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Reads a label, an instruction or the end of the function. Returns true at the end.
    fn line(&mut self, state: &mut BlockState) -> Result<bool> {
        let at = self.scanner.here();
        let mut name: Option<&'a [u8]> = None;
        let mut word: &[u8] = b"";
        match self.scanner.peek() {
            b'}' => {
                self.scanner.eat(b'}');
                self.end(*state, at);
                return Ok(true);
            }
            first @ (b'"' | b'%') => {
                let defined = self.scanner.defined_name();
                name = self.or_skip(defined, state)?;
                let is_quoted =
                    first == b'"' || self.scanner.cursor.text()[at as usize + 1] == b'"';
                if is_quoted && self.scanner.cursor.eat(b':') {
                    return self
                        .label(name.unwrap_or_default(), at, state)
                        .map(|()| false);
                }
                let equals = self.scanner.expect(b'=');
                self.or_skip(equals, state)?;
            }
            _ => {
                word = self.scanner.label_word();
                if !word.is_empty() && self.scanner.cursor.eat(b':') {
                    return self.label(word, at, state).map(|()| false);
                }
                if word == b"end" {
                    self.end(*state, at);
                    return Ok(true);
                }
            }
        }
        let word_at = if name.is_some() {
            let word_at = self.scanner.here();
            word = self.scanner.label_word();
            if word == b"type" {
                return self
                    .local_type(name.unwrap_or_default(), at, state)
                    .map(|()| false);
            }
            word_at
        } else {
            at
        };
        if *state == BlockState::Ended {
            self.begin_block(None, at);
            *state = BlockState::Open;
        }
        let operation = opcode::find(word);
        let read = self.instruction(operation, word, word_at);
        let is_terminator = is_terminator(operation, word);
        if is_terminator {
            // The instruction counts even if it cannot be read.
            *state = BlockState::Ended;
        }
        let (inst, ty) = self.or_skip(read, state)?;
        let id = self.locals.body.push(inst, ty);
        let name = name.filter(|name| !name.is_empty());
        if ty != TypeId::VOID {
            self.define_value(ty, name, Value::Inst(id), at)?;
            if let Some(name) = name {
                self.locals.body.name_inst(id, name);
            }
        } else if let Some(name) = name {
            let name = show(name);
            let message = format!("the instruction has no result that `{name}` could name");
            return fault(SyntaxErrorKind::NameOfNothing, at, message);
        }
        Ok(false)
    }

    /// Reads a type that has a name only in this function, after the word `type`. Nothing refers to
    /// it by that name.
    #[cold]
    fn local_type(&mut self, name: &'a [u8], at: u32, state: &mut BlockState) -> Result<()> {
        let read = self.ty();
        let ty = self.or_skip(read, state)?;
        let key = Name::Named(name);
        if self.locals.symbols.find(TypeId::VOID, key).is_some() {
            let name = show(name);
            let message = format!("the type `{name}` is already defined in this function");
            return fault(SyntaxErrorKind::Redefinition, at, message);
        }
        let no_value = Local::Label(u32::MAX);
        self.locals.symbols.insert(TypeId::VOID, key, no_value);
        let name = self.locals.body.names.add(name);
        self.locals.body.type_names.push((name, ty));
        Ok(())
    }

    /// Continues at the next line after an error.
    fn or_skip<T>(&mut self, read: Result<T>, state: &mut BlockState) -> Result<T> {
        if read.is_err() {
            if *state == BlockState::Open {
                *state = BlockState::Faulty;
            }
            self.skip_instruction();
        }
        read
    }

    fn label(&mut self, name: &'a [u8], at: u32, state: &mut BlockState) -> Result<()> {
        let was_open = *state == BlockState::Open;
        let defined = self.begin_block(Some(name), at);
        *state = BlockState::Open;
        if was_open {
            return unterminated(at, "before this label");
        }
        if defined {
            return Ok(());
        }
        let name = show(name);
        let message = format!("the block `{name}` is already defined");
        fault(SyntaxErrorKind::Redefinition, at, message)
    }

    fn end(&mut self, state: BlockState, at: u32) {
        if state == BlockState::Open {
            self.note(unterminated(at, "before the end of the function"));
        } else if self.locals.body.block_count() == 0 {
            let message = "a function must have at least one block; use `declare` for a function \
                           without a body";
            self.note(fault(SyntaxErrorKind::UnterminatedBlock, at, message));
        }
    }

    /// Records an error and continues.
    fn note(&mut self, read: Result<()>) {
        if let Err(fault) = read {
            self.locals.is_faulty = true;
            self.faults.push(*fault);
        }
    }

    /// Begins a block. Returns false if another block has its name.
    fn begin_block(&mut self, name: Option<&'a [u8]>, at: u32) -> bool {
        let block = self.locals.body.start_block();
        let name = name.filter(|name| !name.is_empty());
        let key = match name {
            Some(name) => Name::Named(name),
            None => Name::Numbered(self.locals.unnamed.next(TypeId::LABEL)),
        };
        if let Some(name) = name {
            self.locals.body.name_block(block, name);
        }
        let label = self.mention_label(key, at);
        let label = &mut self.locals.labels[label as usize];
        let is_new = label.block.is_none();
        label.block.get_or_insert(block);
        is_new
    }

    fn mention_label(&mut self, name: Name<'a>, at: u32) -> u32 {
        let locals = &mut self.locals;
        if let Some(place) = locals.symbols.find(TypeId::LABEL, name)
            && let Local::Label(label) = locals.symbols.get(place)
        {
            return label;
        }
        let label = locals.labels.len() as u32;
        locals.labels.push(Label {
            name,
            at,
            block: None,
        });
        locals
            .symbols
            .insert(TypeId::LABEL, name, Local::Label(label));
        label
    }

    /// Reads the name of a block, after the word `label`.
    pub(super) fn block(&mut self) -> Result<BlockId> {
        self.scanner.expect_word("label")?;
        self.block_name()
    }

    /// Reads the name of a block.
    pub(super) fn block_name(&mut self) -> Result<BlockId> {
        let at = self.scanner.here();
        match self.scanner.reference()? {
            Some(name) => Ok(BlockId(self.mention_label(name, at))),
            None => self.scanner.unexpected("the name of a block"),
        }
    }

    /// Gives a name, or the next number of its plane, to a value.
    fn define_value(
        &mut self,
        ty: TypeId,
        name: Option<&'a [u8]>,
        value: Value,
        at: u32,
    ) -> Result<()> {
        let key = match name {
            Some(name) => Name::Named(name),
            None => {
                let number = self.locals.unnamed.next(ty);
                Name::Numbered(self.addresses.unnamed_count(ty) + number)
            }
        };
        let locals = &mut self.locals;
        let Some(place) = locals.symbols.find(ty, key) else {
            locals.symbols.insert(ty, key, Local::Value(value));
            return Ok(());
        };
        if let Local::Value(Value::Inst(InstId(forward))) = locals.symbols.get(place)
            && forward >= FORWARD
        {
            locals.forwards[(forward - FORWARD) as usize].value = Some(value);
            locals.symbols.set(place, Local::Value(value));
            return Ok(());
        }
        let name = show(name.unwrap_or_default());
        let ty = describe(&self.module, ty);
        let message = format!("the value `{name}` of type {ty} is already defined");
        fault(SyntaxErrorKind::Redefinition, at, message)
    }

    /// Reads an operand of a type.
    #[inline]
    pub(super) fn value(&mut self, ty: TypeId) -> Result<Value> {
        let at = self.scanner.here();
        if let Some(name) = self.scanner.reference()? {
            return self.value_named(ty, name, at);
        }
        // A list of constant elements cannot be an operand.
        let is_packed = matches!(self.module.types.get(ty), Type::Packed { .. });
        let is_operand = is_packed || self.scanner.at_number() || {
            let word = self.scanner.word();
            self.scanner.cursor.go_to(at);
            !matches!(word, b"" | b"c" | b"zeroinitializer")
        };
        if !is_operand {
            return self.scanner.unexpected("a value");
        }
        self.constant_of(ty, Fit::Operand).map(Value::Constant)
    }

    /// The value with a name: that of the function, if it has one, or a global.
    #[inline]
    fn value_named(&mut self, ty: TypeId, name: Name<'a>, at: u32) -> Result<Value> {
        if let Some(place) = self.locals.symbols.find(ty, name)
            && let Local::Value(value) = self.locals.symbols.get(place)
        {
            return Ok(value);
        }
        if let Some(address) = self.defined_address(ty, name) {
            return Ok(Value::Constant(address));
        }
        if ty == TypeId::LABEL {
            return self.not_of_type(at, "a value", ty);
        }
        let locals = &mut self.locals;
        let value = Value::Inst(InstId(FORWARD + locals.forwards.len() as u32));
        locals.forwards.push(Forward {
            ty,
            name,
            at,
            value: None,
        });
        locals.symbols.insert(ty, name, Local::Value(value));
        Ok(value)
    }

    /// Replaces forward references to values and blocks with their definitions. Names that the
    /// function does not define may be functions that come later.
    fn finish_names(&mut self) {
        let mut forwards = std::mem::take(&mut self.locals.forwards);
        for forward in &mut forwards {
            if forward.value.is_some() || self.faults.len() >= MAX_SYNTAX_ERRORS {
                continue;
            }
            let pointee = self.module.types.pointee(forward.ty);
            let pointee = pointee.map(|pointee| self.module.types.get(pointee));
            if matches!(pointee, Some(Type::Function { .. })) {
                let place = self.mention(forward.ty, forward.name, forward.at);
                forward.value = Some(Value::Constant(self.address_constant(place)));
            } else {
                let message = self.undefined_value(forward);
                self.faults.push(Fault {
                    kind: SyntaxErrorKind::UndefinedValue,
                    at: forward.at,
                    message,
                });
            }
        }
        for label in self
            .locals
            .labels
            .iter()
            .filter(|label| label.block.is_none())
            .take(MAX_SYNTAX_ERRORS)
        {
            let message = match label.name {
                Name::Named(name) => {
                    format!("no block is named `{}`", show(name))
                }
                Name::Numbered(number) => format!("there is no unnamed block {number}"),
            };
            self.faults.push(Fault {
                kind: SyntaxErrorKind::UndefinedBlock,
                at: label.at,
                message,
            });
        }
        let labels = &self.locals.labels;
        self.locals.body.translate(
            |value| match value {
                Value::Inst(InstId(forward)) if forward >= FORWARD => forwards
                    [(forward - FORWARD) as usize]
                    .value
                    .unwrap_or(value),
                value => value,
            },
            |label| labels[label.index()].block.unwrap_or(label),
        );
        self.locals.forwards = forwards;
    }

    #[cold]
    fn undefined_value(&self, forward: &Forward<'_>) -> String {
        let ty = describe(&self.module, forward.ty);
        match forward.name {
            Name::Named(name) => format!("no value named `{}` has type {ty}", show(name)),
            Name::Numbered(number) => {
                format!("no unnamed value has type {ty} and number {number}")
            }
        }
    }

    /// Skips a faulty instruction: to the end of the function if that is on the same line, or else
    /// to the next line that seems to begin with an instruction or label.
    #[cold]
    fn skip_instruction(&mut self) {
        let start = self.scanner.cursor.position();
        let line = self.scanner.cursor.take_line();
        let mut depth = 0_u32;
        for (place, &byte) in line.iter().enumerate() {
            match byte {
                b';' => break,
                b'{' => depth += 1,
                b'}' if depth == 0 => return self.scanner.cursor.go_to(start + place as u32),
                b'}' => depth -= 1,
                _ => {}
            }
        }
        while !self.scanner.at_end() {
            let start = self.scanner.here();
            let begins = match self.scanner.peek() {
                b'}' => true,
                b'"' | b'%' => {
                    self.scanner.reference().is_ok()
                        && (self.scanner.cursor.eat(b':') || self.scanner.eat(b'='))
                }
                _ => {
                    let word = self.scanner.label_word();
                    self.scanner.cursor.eat(b':')
                        || matches!(word, b"end" | b"declare" | b"implementation")
                        || super::instructions::is_opcode(word)
                }
            };
            self.scanner.cursor.go_to(start);
            if begins {
                return;
            }
            self.scanner.cursor.take_line();
        }
    }
}

#[cold]
fn unterminated<T>(at: u32, place: &str) -> Result<T> {
    fault(
        SyntaxErrorKind::UnterminatedBlock,
        at,
        format!("{place} there must be a `ret`, `br`, `switch`, `invoke` or `unwind`"),
    )
}
