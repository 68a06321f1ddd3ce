//! Source variables and their types.
//!
//! Their records are kept in raw form while a file is read, and decoded when something refers to
//! them. A type that nothing refers to is therefore not in the module.

use std::collections::BTreeMap;

use super::scopes::Text;
use super::{Both, C, FileMetadata, Item, Operand, small};
use crate::bitcode::values::{Content, Slot, constant_at};
use crate::constants::ConstantKind;
use crate::ids::{InstructionId, LocalId, Name};
use crate::instruction::Value;
use crate::module::Module;
use crate::variables::{SourcePart, SourceType, SourceVariable, ValueMark};

/// Maximum number of enclosing scopes that are searched for a block.
const MAX_SCOPES: usize = 64;

/// DWARF tags for types whose records do not contain a tag.
const NAMESPACE: u16 = 0x39;
const UNSPECIFIED_TYPE: u16 = 0x3B;
const SUBROUTINE_TYPE: u16 = 0x15;
const FORMAL_PARAMETER: u16 = 0x05;
const UNSPECIFIED_PARAMETERS: u16 = 0x18;
const ENUMERATOR: u16 = 0x28;
const SUBRANGE: u16 = 0x21;

/// Flags of types.
const FORWARD_DECLARATION: u64 = 1 << 2;
const VIRTUAL: u64 = 1 << 5;
const STATIC_MEMBER: u64 = 1 << 12;
const BIT_FIELD: u64 = 1 << 19;

/// Operations of expressions.
const DEREF: u64 = 0x06;
const PLUS_CONSTANT: u64 = 0x23;

/// Returns true if records of this code are kept.
pub(super) fn is_kept(code: C) -> bool {
    matches!(
        code,
        C::BASIC_TYPE
            | C::DERIVED_TYPE
            | C::COMPOSITE_TYPE
            | C::SUBROUTINE_TYPE
            | C::SUBRANGE
            | C::ENUMERATOR
            | C::NAMESPACE
            | C::LOCAL_VAR
            | C::GLOBAL_VAR
            | C::GLOBAL_VAR_EXPR
            | C::EXPRESSION
    )
}

/// A variable that a function declares.
#[derive(Clone, Copy, Debug)]
pub(in crate::bitcode) struct Mention {
    /// The number of the variable, and that of the expression.
    pub(in crate::bitcode) variable: u32,
    pub(in crate::bitcode) expression: u32,
    /// The local that holds the address of the variable.
    pub(in crate::bitcode) address: Option<LocalId>,
}

/// A variable with a value that is not in memory.
#[derive(Clone, Copy, Debug)]
pub(in crate::bitcode) struct ValueMention {
    /// The mention comes before this instruction.
    pub(in crate::bitcode) at: InstructionId,
    /// The number of the variable, and that of the expression.
    pub(in crate::bitcode) variable: u32,
    pub(in crate::bitcode) expression: u32,
    /// The local that is the value.
    pub(in crate::bitcode) value: Option<LocalId>,
}

impl ValueMention {
    /// The mark for a mention of the variable with this index. The value counts as unknown if it is
    /// only a part of the variable, or computed.
    pub(in crate::bitcode) fn mark(&self, both: Both<'_>, variable: u32) -> ValueMark {
        let form = expression(both, self.expression);
        let is_address = match form {
            Some((is_address, 0)) => Some(is_address),
            _ => None,
        };
        ValueMark {
            at: self.at,
            variable,
            value: self.value.filter(|_| is_address.is_some()),
            is_address: is_address.unwrap_or_default(),
        }
    }
}

impl FileMetadata {
    /// Sets whether types and variables are kept.
    pub(in crate::bitcode) fn keep_variables(&mut self, keep: bool) {
        self.keeps_variables = keep;
    }

    pub(super) fn kept(&mut self, code: C, all: &[u64]) -> Item {
        let start = self.words.len() as u32;
        self.words.extend_from_slice(all);
        Item::Record {
            code: code.0 as u16,
            start,
            end: self.words.len() as u32,
        }
    }

    /// Reads the attachments of a global: its number, then kinds and nodes. The first of all kinds
    /// is debug information.
    pub(super) fn attachment(&mut self, all: &[u64]) {
        let Some((&global, pairs)) = all.split_first() else {
            return;
        };
        for pair in pairs.chunks_exact(2) {
            if pair[0] == 0 {
                self.described.push((small(global), small(pair[1])));
            }
        }
    }
}

impl Both<'_> {
    /// The code and the numbers of a record that was kept.
    fn record(&self, number: u32) -> Option<(C, &[u64])> {
        let (Item::Record { code, start, end }, of) = self.get(number).ok()? else {
            return None;
        };
        let words = of.words.get(start as usize..end as usize)?;
        Some((C(code.into()), words))
    }

    /// The number of the innermost block that contains a scope, if the function has one.
    pub(super) fn block(&self, number: u32) -> Option<u32> {
        let mut next = number;
        for _ in 0..MAX_SCOPES {
            match self.get(next).ok()?.0 {
                Item::Scope { is_block: true, .. } => return Some(next),
                Item::Scope {
                    around, name: 0, ..
                } => next = around.checked_sub(1)?,
                _ => return None,
            }
        }
        None
    }

    /// Returns true if a location is in the function itself, and not in an inlined call.
    pub(in crate::bitcode) fn is_outermost(&self, location: u32) -> bool {
        matches!(self.get(location), Ok((Item::Site { around: 0, .. }, _)))
    }

    /// The number of the value that a metadata item holds.
    pub(in crate::bitcode) fn value(&self, number: u32) -> Option<u32> {
        match self.get(number).ok()?.0 {
            Item::Value(value) => Some(value),
            _ => None,
        }
    }
}

/// Adds variables and types to a module when something refers to them.
#[derive(Default)]
pub(in crate::bitcode) struct Variables {
    names: BTreeMap<Text, Name>,
    /// The index of each type so far, by metadata number.
    types: BTreeMap<u32, u32>,
    /// The index plus one of each block so far, by metadata number.
    blocks: BTreeMap<u32, u32>,
    /// Types that have an index but are not decoded yet.
    waiting: Vec<(u32, u32)>,
    /// The number of parts of all types so far.
    parts: usize,
}

impl Variables {
    /// Removes the entries of a function. The next function reuses their numbers and strings.
    pub(in crate::bitcode) fn end_function(&mut self, module_count: u32) {
        self.types.split_off(&module_count);
        self.blocks.split_off(&module_count);
        self.names.retain(|text, _| !text.is_own());
    }

    /// Decodes the local variable that a mention refers to.
    pub(in crate::bitcode) fn local(
        &mut self,
        module: &mut Module,
        both: Both<'_>,
        values: &[Slot],
        mention: Mention,
    ) -> Option<SourceVariable> {
        let (C::LOCAL_VAR, words) = both.record(mention.variable)? else {
            return None;
        };
        let at = |index: usize| words.get(index).map_or(0, |&word| small(word));
        let block = at(1).checked_sub(1).and_then(|scope| both.block(scope));
        let block = block.map_or(0, |block| self.block(module, both, block));
        let (is_indirect, offset) = expression(both, mention.expression).unzip();
        Some(SourceVariable {
            name: self.name(module, both, at(2)),
            ty: self.ty(module, both, values, at(5)),
            scope: None,
            file: self.file(module, both, at(3)),
            line: at(4),
            parameter: at(6),
            block,
            address: mention.address.filter(|_| offset.is_some()),
            is_indirect: is_indirect.unwrap_or_default(),
            offset: offset.unwrap_or_default(),
        })
    }

    /// Puts the global variables into the module.
    pub(in crate::bitcode) fn globals(
        &mut self,
        module: &mut Module,
        metadata: &FileMetadata,
        values: &[Slot],
    ) {
        let nothing = FileMetadata {
            before: metadata.items.len(),
            ..FileMetadata::default()
        };
        let both = Both {
            module: metadata,
            own: &nothing,
        };
        for &(value, node) in &metadata.described {
            let content = values.get(value as usize).map(|slot| slot.content);
            let Some(Content::Known(Value::Constant(constant))) = content else {
                continue;
            };
            let ConstantKind::Global(global) = module.constants.get(constant).kind else {
                continue;
            };
            let Some((C::GLOBAL_VAR_EXPR, &[_, variable, expression, ..])) = both.record(node)
            else {
                continue;
            };
            let record = |number: u64| both.record(small(number).checked_sub(1)?);
            let Some((C::GLOBAL_VAR, words)) = record(variable) else {
                continue;
            };
            // Parts of variables, and variables that are not in memory, have non-empty expressions.
            if record(expression).is_some_and(|(_, words)| words.len() > 1) {
                continue;
            }
            let at = |index: usize| words.get(index).map_or(0, |&word| small(word));
            let variable = SourceVariable {
                name: self.name(module, both, at(2)),
                ty: self.ty(module, both, values, at(6)),
                scope: self.ty(module, both, values, at(1)),
                file: self.file(module, both, at(4)),
                line: at(5),
                ..SourceVariable::default()
            };
            module.source_variables.globals.push((global, variable));
        }
    }

    /// The index of a block plus one. Enclosing blocks are added first.
    pub(in crate::bitcode) fn block(
        &mut self,
        module: &mut Module,
        both: Both<'_>,
        number: u32,
    ) -> u32 {
        let mut chain = Vec::new();
        let mut next = Some(number);
        let mut around = 0;
        while let Some(number) = next {
            if let Some(&known) = self.blocks.get(&number) {
                around = known;
                break;
            }
            if chain.len() >= MAX_SCOPES {
                break;
            }
            chain.push(number);
            next = match both.get(number) {
                Ok((Item::Scope { around, .. }, _)) => around.checked_sub(1),
                _ => None,
            };
            next = next.and_then(|number| both.block(number));
        }
        for number in chain.into_iter().rev() {
            let blocks = &mut module.source_variables.blocks;
            blocks.push(around);
            around = blocks.len() as u32;
            self.blocks.insert(number, around);
        }
        around
    }

    /// The pool name of the string with a number plus one.
    fn name(&mut self, module: &mut Module, both: Both<'_>, number: u32) -> Name {
        let text = both.text_before(number);
        let add = || module.names.add(both.characters(text));
        *self.names.entry(text).or_insert_with(add)
    }

    fn file(&mut self, module: &mut Module, both: Both<'_>, number: u32) -> (Name, Name) {
        let file = number
            .checked_sub(1)
            .and_then(|number| both.get(number).ok());
        let Some((Item::File { name, directory }, _)) = file else {
            return (Name::NONE, Name::NONE);
        };
        (
            self.name(module, both, name),
            self.name(module, both, directory),
        )
    }

    /// Decodes the type with a number plus one, and all types that it refers to.
    fn ty(
        &mut self,
        module: &mut Module,
        both: Both<'_>,
        values: &[Slot],
        number: u32,
    ) -> Option<u32> {
        let ty = self.index(module, both, number);
        while let Some((number, index)) = self.waiting.pop() {
            let made = self.look_at(module, both, values, number);
            module.source_variables.types[index as usize] = made.unwrap_or_default();
        }
        ty
    }

    /// The index of a type given by its number plus one. The type may not have been read yet.
    fn index(&mut self, module: &mut Module, both: Both<'_>, number: u32) -> Option<u32> {
        let number = number.checked_sub(1)?;
        if let Some(&known) = self.types.get(&number) {
            return Some(known);
        }
        both.record(number)?;
        let types = &mut module.source_variables.types;
        let index = types.len() as u32;
        types.push(SourceType {
            tag: UNSPECIFIED_TYPE,
            ..SourceType::default()
        });
        self.types.insert(number, index);
        self.waiting.push((number, index));
        Some(index)
    }

    fn look_at(
        &mut self,
        module: &mut Module,
        both: Both<'_>,
        values: &[Slot],
        number: u32,
    ) -> Option<SourceType> {
        let (code, words) = both.record(number)?;
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        let at = |index: usize| small(word(index));
        let mut ty = SourceType {
            tag: at(1) as u16,
            ..SourceType::default()
        };
        match code {
            C::BASIC_TYPE => {
                ty.name = self.name(module, both, at(2));
                ty.bits = word(3);
                ty.encoding = at(5) as u8;
            }
            C::DERIVED_TYPE | C::COMPOSITE_TYPE => {
                ty.name = self.name(module, both, at(2));
                ty.scope = self.index(module, both, at(5));
                ty.base = self.index(module, both, at(6));
                ty.bits = word(7);
                if code == C::COMPOSITE_TYPE {
                    ty.is_declaration = word(10) & FORWARD_DECLARATION != 0;
                    ty.parts = self.parts(module, both, values, at(11));
                }
            }
            C::SUBROUTINE_TYPE => {
                ty.tag = SUBROUTINE_TYPE;
                self.signature(module, both, at(2), &mut ty);
            }
            C::NAMESPACE => {
                ty.tag = NAMESPACE;
                ty.scope = self.index(module, both, at(1));
                ty.name = self.name(module, both, at(2));
            }
            _ => ty.tag = UNSPECIFIED_TYPE,
        }
        Some(ty)
    }

    /// The elements of the tuple with a number plus one. Each tuple is charged for every use, so a
    /// tuple in many types cannot make the module large.
    fn elements<'b>(&mut self, both: Both<'b>, number: u32) -> Option<&'b [Operand]> {
        let (Item::Node { start, end, .. }, of) = both.get(number.checked_sub(1)?).ok()? else {
            return None;
        };
        let of: &'b FileMetadata = match std::ptr::eq(of, both.module) {
            true => both.module,
            false => both.own,
        };
        let elements = of.operands.get(start as usize..end as usize)?;
        self.parts += elements.len();
        let most = both.module.operands.len() + both.own.operands.len();
        (self.parts <= most.saturating_mul(4)).then_some(elements)
    }

    /// Decodes the result and the parameters of a function type.
    fn signature(&mut self, module: &mut Module, both: Both<'_>, number: u32, ty: &mut SourceType) {
        let elements = self.elements(both, number).unwrap_or_default();
        for (place, &element) in elements.iter().enumerate() {
            let part = match element {
                Operand::Item(number) => self.index(module, both, number.saturating_add(1)),
                _ => None,
            };
            match (place, part) {
                (0, result) => ty.base = result,
                (_, None) => ty.parts.push(SourcePart {
                    tag: UNSPECIFIED_PARAMETERS,
                    ..SourcePart::default()
                }),
                (_, part) => ty.parts.push(SourcePart {
                    tag: FORMAL_PARAMETER,
                    ty: part,
                    ..SourcePart::default()
                }),
            }
        }
    }

    /// Decodes members, enumerators or dimensions.
    fn parts(
        &mut self,
        module: &mut Module,
        both: Both<'_>,
        values: &[Slot],
        number: u32,
    ) -> Vec<SourcePart> {
        let mut parts = Vec::new();
        for &element in self.elements(both, number).unwrap_or_default() {
            let Operand::Item(number) = element else {
                continue;
            };
            let Some((code, words)) = both.record(number) else {
                continue;
            };
            let word = |index: usize| words.get(index).copied().unwrap_or(0);
            let at = |index: usize| small(word(index));
            match code {
                C::DERIVED_TYPE => {
                    let flags = word(10);
                    // The offset of a virtual base depends on the object.
                    if flags & STATIC_MEMBER == STATIC_MEMBER || flags & VIRTUAL != 0 {
                        continue;
                    }
                    parts.push(SourcePart {
                        tag: at(1) as u16,
                        name: self.name(module, both, at(2)),
                        ty: self.index(module, both, at(6)),
                        value: i64::try_from(word(9)).unwrap_or(0),
                        bits: if flags & BIT_FIELD != 0 { word(7) } else { 0 },
                    });
                }
                C::ENUMERATOR => parts.push(SourcePart {
                    tag: ENUMERATOR,
                    name: self.name(module, both, at(2)),
                    value: signed(word(3)),
                    ..SourcePart::default()
                }),
                C::SUBRANGE => parts.push(SourcePart {
                    tag: SUBRANGE,
                    value: count(module, both, values, words),
                    ..SourcePart::default()
                }),
                _ => {}
            }
        }
        parts
    }
}

/// Decodes a number whose lowest bit is the sign.
fn signed(word: u64) -> i64 {
    let size = (word >> 1) as i64;
    match word & 1 {
        0 => size,
        _ if size == 0 => i64::MIN,
        _ => -size,
    }
}

/// The length of a dimension; -1 if it is unknown.
fn count(module: &Module, both: Both<'_>, values: &[Slot], words: &[u64]) -> i64 {
    let &[head, count, ..] = words else {
        return -1;
    };
    if head >> 1 == 0 {
        return i64::try_from(count).unwrap_or(-1);
    }
    let value = small(count).checked_sub(1).and_then(|it| both.value(it));
    let constant = value.and_then(|value| constant_at(values, value.into()).ok());
    match constant.map(|constant| module.constants.get(constant).kind) {
        Some(ConstantKind::Bits(bits)) => i64::try_from(bits).unwrap_or(-1),
        _ => -1,
    }
}

/// Decodes an expression that is applied to the address of a variable. Supports an optional load,
/// followed by the optional addition of a constant. `None` for all others.
fn expression(both: Both<'_>, number: u32) -> Option<(bool, u32)> {
    let (C::EXPRESSION, words) = both.record(number)? else {
        return None;
    };
    match *words.get(1..)? {
        [] => Some((false, 0)),
        [DEREF] => Some((true, 0)),
        [PLUS_CONSTANT, offset] => Some((false, u32::try_from(offset).ok()?)),
        [DEREF, PLUS_CONSTANT, offset] => Some((true, u32::try_from(offset).ok()?)),
        _ => None,
    }
}
