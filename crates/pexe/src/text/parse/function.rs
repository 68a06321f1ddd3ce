//! Parses function blocks: their headers, values, and block labels.

use super::Parser;
use super::module::unknown;
use super::types::{Shape, TypeRef};
use crate::construct::{CountsAs, Instruction, ValueBase};
use crate::ids::ValueId;
use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::text::scan::Name;
use crate::types::Type;
use std::collections::HashMap;

/// Maximum number of missing values before a name with a too high number. If more are missing, the
/// name is not used for the numbering of later values.
const MAX_GAP: usize = 1000;

/// The definitions of the current function so far.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// The number of functions and globals, whose indices precede those of local values.
    globals: u32,
    /// The types of parameters, constants and results of instructions.
    params: Vec<TypeRef>,
    pub(super) constants: Vec<TypeRef>,
    values: Vec<TypeRef>,
    /// The types of values that are declared before their definitions.
    declared: HashMap<u32, TypeRef>,
    /// The value with the highest number that was used before its definition.
    furthest: Option<Name>,
    /// The type of the following constants.
    pub(super) constant_type: Option<TypeRef>,
    /// Number of blocks that have ended.
    blocks: u32,
    /// True if the next instruction starts a block.
    ended: bool,
}

impl Body {
    fn first_value(&self) -> u32 {
        // The sum does not overflow, since each number is limited by the length of the text.
        self.globals + (self.params.len() + self.constants.len()) as u32
    }

    /// Returns the index from which relative operands of the next instruction count back.
    #[inline]
    pub(super) fn value_base(&self) -> ValueBase {
        ValueBase(self.first_value() + self.values.len() as u32)
    }

    /// Defines the next value.
    #[inline]
    pub(super) fn define(&mut self, ty: TypeRef) {
        self.values.push(ty);
    }

    /// Records an instruction.
    #[inline]
    pub(super) fn instruction(&mut self, terminator: bool) {
        self.ended = terminator;
        self.blocks += u32::from(terminator);
    }

    /// Updates the counts for a record that is not an instruction.
    pub(super) fn count_record(&mut self, code: u64) {
        match CountsAs::of(code) {
            CountsAs::Value => self.define(TypeRef::UNKNOWN),
            CountsAs::Terminator => self.instruction(true),
            CountsAs::Nothing => {}
        }
    }

    /// Declares the type of a value, and returns its number.
    pub(super) fn declare(&mut self, index: u32, ty: TypeRef) -> ValueId {
        if index as usize >= self.values.len() {
            self.declared.insert(index, ty);
        }
        ValueId(self.first_value().wrapping_add(index))
    }
}

impl Parser<'_> {
    /// Parses the header of a function block after its first word, up to the brace.
    pub(super) fn function_header(&mut self, at: u32) -> Result<()> {
        let type_at = self.scan.here();
        let result = self.types.parse(&mut self.scan)?;
        let name = self.scan.name()?;
        self.body.params.clear();
        self.scan.expect(b'(')?;
        if !self.scan.eat(b')') {
            loop {
                let ty = self.types.parse(&mut self.scan)?;
                let param = self.scan.name()?;
                self.check_name(param, *b"%p", self.body.params.len());
                self.body.params.push(ty);
                if !self.scan.eat(b',') {
                    self.scan.expect(b')')?;
                    break;
                }
            }
        }
        let params = self.body.params.clone().into();
        let signature = self.types.of(Shape::Function(false, result, params));
        self.next_body(name, signature, type_at, at)?;
        let body = &mut self.body;
        body.globals = self.module.functions.len() as u32 + self.module.globals;
        body.constants.clear();
        body.values.clear();
        body.declared.clear();
        body.furthest = None;
        body.constant_type = None;
        body.blocks = 0;
        body.ended = true;
        Ok(())
    }

    /// Finds the function that the next function block defines, and compares it with the text.
    fn next_body(&mut self, name: Name, signature: TypeRef, type_at: u32, at: u32) -> Result<()> {
        let rest = self
            .module
            .functions
            .get(self.module.next_body..)
            .unwrap_or_default();
        let Some(skipped) = rest.iter().position(|function| function.defined) else {
            return fault(
                SyntaxErrorKind::NoSuchFunction,
                at,
                format!("found a body for {name}, but every defined function already has one"),
            );
        };
        let index = self.module.next_body + skipped;
        self.module.next_body = index + 1;
        if name.prefix != *b"@f" || name.index as usize != index {
            let message = format!("found {name}, expected @f{index}, the next function defined");
            self.note(SyntaxErrorKind::WrongName, name.at, &message);
            return Ok(());
        }
        let ty = self.module.functions[index].ty;
        if !ty.agrees(signature) {
            let message = format!(
                "found type {}, but @f{index} is defined with type {}",
                self.types.name(signature),
                self.types.name(ty)
            );
            self.note(SyntaxErrorKind::WrongType, type_at, &message);
        }
        Ok(())
    }

    /// Checks the rules that require the whole function.
    pub(super) fn end_function(&mut self) {
        let count = self.body.values.len() as u32;
        if let Some(name) = self.body.furthest.take()
            && name.index >= count
        {
            let values = pinnacle_base::count::counted(count, "value");
            let message = format!("{name} does not exist: the function has {values}");
            self.note(SyntaxErrorKind::UnknownName, name.at, &message);
        }
        self.damage.body = false;
    }

    #[inline]
    pub(super) fn function_item(&mut self) -> Result<()> {
        const EXPECTED: &str = "an instruction, a label, `constants {` or `}`";
        let at = self.scan.here();
        self.in_value = false;
        match self.scan.peek() {
            b'%' => match self.scan.second() {
                b'v' => self.valued_instruction(at),
                b'b' => self.label(),
                _ => self.common_item(EXPECTED),
            },
            byte if byte.is_ascii_alphabetic() => {
                let word = self.scan.word();
                if self.plain_instruction(word, at)? {
                    return Ok(());
                }
                match word {
                    b"blocks" => {
                        self.scan.eat(b':');
                        let count = self.scan.number32()?;
                        self.semicolon()?;
                        let construct = Instruction::Blocks { count };
                        let base = self.body.value_base();
                        let encode = |operands: &mut _| construct.encode(base, operands);
                        let record = self.buffer.record(at, encode);
                        self.finish(record, at)
                    }
                    other => self.common_word(other, at, EXPECTED),
                }
            }
            _ => self.common_item(EXPECTED),
        }
    }

    /// Parses `%vN = ...;`.
    #[inline]
    fn valued_instruction(&mut self, at: u32) -> Result<()> {
        let name = self.scan.name()?;
        let expected = self.body.values.len();
        if name.index as usize != expected {
            self.wrong_value(name, expected);
        }
        self.scan.expect(b'=')?;
        self.in_value = true;
        let before = self.body.values.len();
        let result = self.defining_instruction(at);
        if result.is_err() && self.body.values.len() == before {
            self.body.define(TypeRef::UNKNOWN);
        }
        result
    }

    /// Reports a value whose name is not the next one. If values are missing before it, uses the
    /// number of the name.
    #[cold]
    fn wrong_value(&mut self, name: Name, expected: usize) {
        self.wrong_name(name, *b"%v", expected);
        let index = name.index as usize;
        if index > expected && index - expected <= MAX_GAP {
            self.body.values.resize(index, TypeRef::UNKNOWN);
            self.misnamed = 0;
        }
    }

    /// Parses `%bN:`.
    fn label(&mut self) -> Result<()> {
        let name = self.scan.name()?;
        self.scan.expect(b':')?;
        if !self.faults.is_empty() {
            // The text is probably right, because a terminator may have been skipped as invalid.
            // The limit prevents overflow; no text has that many blocks.
            self.body.blocks = name.index.min(u32::MAX / 2);
        } else if !self.body.ended {
            let message = format!("found {name}, but the block before it has no terminator");
            self.note(SyntaxErrorKind::WrongName, name.at, &message);
        } else if name.index != self.body.blocks {
            self.wrong_name(name, *b"%b", self.body.blocks as usize);
        }
        Ok(())
    }

    /// Parses a value that must have a type.
    #[inline]
    pub(super) fn value_of(&mut self, ty: TypeRef) -> Result<ValueId> {
        let name = self.scan.name()?;
        let (value, found) = self.resolve(name)?;
        if !ty.agrees(found) {
            return self.wrong_type(name, found, ty);
        }
        Ok(value)
    }

    /// Parses a type and a value of this type.
    #[inline]
    pub(super) fn typed_value(&mut self) -> Result<(TypeRef, ValueId)> {
        let ty = self.types.parse(&mut self.scan)?;
        Ok((ty, self.value_of(ty)?))
    }

    #[cold]
    fn wrong_type<T>(&self, name: Name, found: TypeRef, said: TypeRef) -> Result<T> {
        fault(
            SyntaxErrorKind::WrongType,
            name.at,
            format!(
                "{name} has type {}, not {} as the text says",
                self.types.name(found),
                self.types.name(said)
            ),
        )
    }

    /// Returns the index and the type of a value.
    #[inline]
    pub(super) fn resolve(&mut self, name: Name) -> Result<(ValueId, TypeRef)> {
        let body = &self.body;
        let index = name.index as usize;
        let address = TypeRef::from(Type::I32);
        match &name.prefix {
            b"%v" => {
                let value = ValueId(body.first_value().wrapping_add(name.index));
                match body.values.get(index) {
                    Some(&ty) => Ok((value, ty)),
                    None => Ok((value, self.later(name))),
                }
            }
            b"%c" => match body.constants.get(index) {
                Some(&ty) => Ok((
                    ValueId(body.globals + (body.params.len() + index) as u32),
                    ty,
                )),
                None => unknown(name, body.constants.len() as u32, "constants"),
            },
            b"%p" => match body.params.get(index) {
                Some(&ty) => Ok((ValueId(body.globals + name.index), ty)),
                None => unknown(name, body.params.len() as u32, "parameters"),
            },
            b"@g" if name.index < self.module.globals => {
                let functions = self.module.functions.len() as u32;
                Ok((ValueId(functions + name.index), address))
            }
            b"@f" if index < self.module.functions.len() => Ok((ValueId(name.index), address)),
            b"@g" => unknown(name, self.module.globals, "globals"),
            b"@f" => unknown(
                name,
                self.module.functions.len() as u32,
                "function addresses",
            ),
            _ => self
                .scan
                .unexpected_at(name.at, "a value, as `%v0`, `%c0`, `%p0`, `@f0`, `@g0`"),
        }
    }

    /// Returns the declared type of a value that is not defined yet.
    #[inline(never)]
    fn later(&mut self, name: Name) -> TypeRef {
        let body = &mut self.body;
        if body.furthest.is_none_or(|far| far.index < name.index) {
            body.furthest = Some(name);
        }
        body.declared
            .get(&name.index)
            .copied()
            .unwrap_or(TypeRef::UNKNOWN)
    }
}
