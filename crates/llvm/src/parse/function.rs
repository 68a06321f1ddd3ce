//! Parses function bodies: values by name and number, and the instructions.

use std::collections::BTreeMap;

use super::error::{Result, SyntaxErrorKind as E};
use super::heads::Head;
use super::lex::{Kind, Token};
use super::types::TextType;
use super::{Key, Parser};
use crate::body::{Body, Local};
use crate::ids::{BlockId, GlobalId, InstructionId, List, LocalId, Name, TypeId};
use crate::instruction::{Instruction, InstructionKind, Value};
use crate::types::Type;

/// A value of the body.
#[derive(Clone, Copy)]
struct LocalEntry {
    id: LocalId,
    is_defined: bool,
    /// The token of its first use or its definition.
    token: Token,
}

/// A block of the body.
#[derive(Clone, Copy)]
pub(super) struct BlockEntry {
    pub(super) id: BlockId,
    pub(super) is_defined: bool,
    pub(super) token: Token,
}

/// State of the body that is being read.
#[derive(Default)]
pub(super) struct Locals<'t> {
    pub(super) function: Option<GlobalId>,
    values: BTreeMap<Key<'t>, LocalEntry>,
    pub(super) blocks: BTreeMap<Key<'t>, BlockEntry>,
    pub(super) body: Body,
    /// The number of the next value or block without a name.
    pub(super) next_number: u32,
    /// The block to which instructions are added.
    pub(super) current: Option<BlockId>,
    /// The name of the current instruction's result.
    pub(super) result: Option<(Token, Key<'t>)>,
    /// Outdated expressions that are incoming values of phis: the index of the edge in the pool,
    /// its source, and the block of the phi.
    pub(super) phi_constants: Vec<(usize, BlockId, BlockId)>,
}

impl<'t> Parser<'t> {
    /// Parses the body of a function in braces.
    pub(super) fn function_body(&mut self, function: GlobalId, head: &Head<'t>) -> Result<()> {
        self.locals = Locals {
            function: Some(function),
            ..Locals::default()
        };
        let result = self.read_body(head);
        let locals = std::mem::take(&mut self.locals);
        result?;
        if let Some(id) = self.module.as_function(function) {
            let entry = self.module.function_mut(id);
            if entry.body.is_some() {
                return self.fail(E::Redefinition, "the function already has a body");
            }
            entry.body = Some(locals.body);
        }
        Ok(())
    }

    fn read_body(&mut self, head: &Head<'t>) -> Result<()> {
        self.parameters(head)?;
        self.declare_addressed();
        self.expect_symbol(b'{')?;
        while !self.is_symbol(b'}') {
            if matches!(self.word(), b"uselistorder") {
                while !self.is_symbol(b'{') && self.kind() != Kind::End {
                    self.next();
                }
                self.skip_brackets();
                continue;
            }
            if self.is_symbol(b'#') {
                // A debug record (LLVM 19).
                self.next();
                self.next();
                self.skip_brackets();
                continue;
            }
            let is_label = self.kind() == Kind::Label;
            self.labels()?;
            if !is_label {
                self.statement()?;
            }
        }
        if self.locals.current.is_some() {
            return self.fail(
                E::UnterminatedBlock,
                "the block does not end with a terminator",
            );
        }
        if self.locals.body.order.is_empty() {
            return self.fail(E::UnterminatedBlock, "the body has no blocks");
        }
        self.next();
        self.locals.body.sort_attachments();
        self.check_all_defined()?;
        self.expand_edges()
    }

    fn parameters(&mut self, head: &Head<'t>) -> Result<()> {
        let types = self.module.types.parameters(head.ty).unwrap_or_default();
        let types = types.to_vec();
        self.locals.body.parameter_count = types.len();
        for (ty, name) in types.into_iter().zip(&head.parameter_names) {
            let local = self.new_local(ty);
            match name {
                Some((token, key)) => self.name_local(*token, key.clone(), local)?,
                None => {
                    let key = Key::Number(self.locals.next_number);
                    self.name_local(self.token(), key, local)?;
                }
            }
        }
        Ok(())
    }

    fn new_local(&mut self, ty: TypeId) -> LocalId {
        let locals = &mut self.locals.body.locals;
        locals.push(Local {
            ty,
            name: Name::NONE,
        });
        LocalId::at(locals.len() - 1)
    }

    /// Checks the number of an unnamed value or block. Since LLVM 19 numbers may be skipped.
    pub(super) fn take_number(&mut self, token: Token, number: u32) -> Result<()> {
        let next = self.locals.next_number;
        if number < next || number > next && self.is_as_written() {
            let message = format!("expected %{next} or more as the next unnamed value or block");
            return self.fail_at(token, E::WrongNumber, message);
        }
        self.locals.next_number = number.saturating_add(1);
        Ok(())
    }

    /// Records the name of a local at its definition.
    fn name_local(&mut self, token: Token, key: Key<'t>, id: LocalId) -> Result<()> {
        match &key {
            Key::Number(number) => self.take_number(token, *number)?,
            Key::Name(name) => {
                self.locals.body.locals[id.index()].name = self.locals.body.names.add(name);
            }
        }
        if self.locals.values.contains_key(&key) || self.is_defined_block(&key) {
            let message = format!("%{key} is defined twice");
            return self.fail_at(token, E::Redefinition, message);
        }
        let entry = LocalEntry {
            id,
            is_defined: true,
            token,
        };
        self.locals.values.insert(key, entry);
        Ok(())
    }

    fn is_defined_block(&self, key: &Key<'t>) -> bool {
        let block = self.locals.blocks.get(key);
        block.is_some_and(|block| block.is_defined)
    }

    fn check_all_defined(&self) -> Result<()> {
        let values = self.locals.values.iter();
        let undefined = values.filter(|(_, entry)| !entry.is_defined);
        if let Some((key, entry)) = undefined.min_by_key(|(_, entry)| entry.token.start) {
            let message = format!("%{key} is not defined");
            return self.fail_at(entry.token, E::UndefinedValue, message);
        }
        let blocks = self.locals.blocks.iter();
        let undefined = blocks.filter(|(_, entry)| !entry.is_defined);
        if let Some((key, entry)) = undefined.min_by_key(|(_, entry)| entry.token.start) {
            let message = format!("the block %{key} is not defined");
            return self.fail_at(entry.token, E::UndefinedBlock, message);
        }
        Ok(())
    }

    /// Parses an instruction with the name of its result and its attachments.
    fn statement(&mut self) -> Result<()> {
        let token = self.token();
        if self.is_local() {
            let key = self.key_of(token)?;
            self.next();
            self.expect_symbol(b'=')?;
            self.locals.result = Some((token, key));
        }
        let before = self.locals.body.instructions.len();
        self.instruction()?;
        if let Some((token, _)) = self.locals.result.take() {
            let message = "an instruction without a result has a name";
            return self.fail_at(token, E::NameOfNothing, message);
        }
        self.attachments(before)
    }

    fn attachments(&mut self, before: usize) -> Result<()> {
        while self.is_symbol(b',') && self.ahead(1).kind == Kind::Metadata {
            self.next();
            if self.is_as_written() {
                self.written_attachment()?;
                continue;
            }
            let is_location = self.slice(self.token()) == b"!dbg";
            self.next();
            let location = self.location()?;
            let count = self.locals.body.instructions.len();
            if let (true, Some(location)) = (is_location && count > before, location) {
                let last = InstructionId::at(count - 1);
                let locations = &mut self.locals.body.locations;
                if locations.last().is_none_or(|&(at, _)| at != last) {
                    locations.push((last, location));
                }
            }
        }
        Ok(())
    }

    // Instructions

    /// Appends an instruction without a result.
    pub(super) fn emit(&mut self, kind: InstructionKind) {
        self.push(kind, None);
    }

    fn push(&mut self, kind: InstructionKind, result: Option<LocalId>) {
        self.locals
            .body
            .instructions
            .push(Instruction { kind, result });
        if kind.is_terminator() {
            self.end_block();
        }
    }

    /// Appends an instruction whose result is not named in the text.
    pub(super) fn emit_extra(&mut self, kind: InstructionKind, ty: TypeId) -> Value {
        let local = self.new_local(ty);
        self.push(kind, Some(local));
        local.into()
    }

    /// Appends an instruction whose result gets the name in the text, or the next number.
    pub(super) fn emit_value(&mut self, kind: InstructionKind, ty: TypeId) -> Result<()> {
        let (token, key) = match self.locals.result.take() {
            Some(named) => named,
            None => (self.token(), Key::Number(self.locals.next_number)),
        };
        let used = self.locals.values.get(&key).copied();
        let local = match used {
            Some(entry) if !entry.is_defined => {
                let expected = self.locals.body.local(entry.id).ty;
                if expected != ty {
                    let (found, expected) = (self.shown(ty), self.shown(expected));
                    let message = format!("%{key} has type {found}, but is used as {expected}");
                    return self.fail_at(token, E::WrongType, message);
                }
                self.locals.values.remove(&key);
                entry.id
            }
            _ => self.new_local(ty),
        };
        if let Some(entry) = used
            && entry.is_defined
        {
            let message = format!("%{key} is defined twice");
            return self.fail_at(token, E::Redefinition, message);
        }
        self.name_local(token, key, local)?;
        self.push(kind, Some(local));
        Ok(())
    }

    pub(super) fn list(&mut self, values: &[Value]) -> List {
        List::push(&mut self.locals.body.values, values)
    }

    // Operands

    /// Parses a type and a value of it.
    pub(super) fn typed_value(&mut self) -> Result<(TextType, Value)> {
        let ty = self.ty()?;
        let value = self.value(ty.model)?;
        Ok((ty, value))
    }

    /// Parses a value of this type.
    pub(super) fn value(&mut self, ty: TypeId) -> Result<Value> {
        let value = self.value_as_written(ty)?;
        self.current(value)
    }

    /// Parses a value without expanding expressions that LLVM 19 no longer has.
    pub(super) fn value_as_written(&mut self, ty: TypeId) -> Result<Value> {
        let token = self.token();
        if !self.is_local() {
            return Ok(self.constant(ty)?.into());
        }
        if matches!(
            self.module.types.get(ty),
            Type::Void | Type::Label | Type::Function { .. }
        ) {
            let message = format!("type {} has no values", self.shown(ty));
            return self.fail(E::WrongType, message);
        }
        let key = self.key_of(token)?;
        self.next();
        if let Some(entry) = self.locals.values.get(&key) {
            let found = self.locals.body.local(entry.id).ty;
            if found != ty {
                let (found, expected) = (self.shown(found), self.shown(ty));
                let message = format!("%{key} has type {found}, expected {expected}");
                return self.fail_at(token, E::WrongType, message);
            }
            return Ok(entry.id.into());
        }
        let id = self.new_local(ty);
        let entry = LocalEntry {
            id,
            is_defined: false,
            token,
        };
        self.locals.values.insert(key, entry);
        Ok(id.into())
    }

    /// Returns the type of a local that was used or defined before, by its token.
    pub(super) fn local_type(&self, token: Token) -> Option<TypeId> {
        let key = self.key_of(token).ok()?;
        let entry = self.locals.values.get(&key)?;
        Some(self.locals.body.local(entry.id).ty)
    }
}
