//! Attributes of functions, results, parameters and calls, and groups of them.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::Kind;
use super::types::TextType;
use crate::attributes::{Attribute, AttributeKind};
use crate::bitcode::{
    attribute_has_number, attribute_has_type, hotpatch_attribute, memory_effects, text_attribute,
    written_attribute,
};
use crate::ids::AttributeSetId;
use crate::instruction::Align;
use crate::types::Type;

/// Words that LLVM 2.0 used for attributes, and others that have changed.
const RENAMED: &[(&[u8], AttributeKind)] = &[
    (b"sext", AttributeKind::SExt),
    (b"zext", AttributeKind::ZExt),
    (b"address_safety", AttributeKind::SanitizeAddress),
    (b"thread_safety", AttributeKind::SanitizeThread),
    (b"uninitialized_checks", AttributeKind::SanitizeMemory),
];

/// Names of sets of floating-point classes in `nofpclass`.
const FLOAT_CLASSES: &[(&[u8], u64)] = &[
    (b"all", 0x3FF),
    (b"nan", 0x003),
    (b"snan", 0x001),
    (b"qnan", 0x002),
    (b"inf", 0x204),
    (b"ninf", 0x004),
    (b"pinf", 0x200),
    (b"zero", 0x060),
    (b"nzero", 0x020),
    (b"pzero", 0x040),
    (b"sub", 0x090),
    (b"nsub", 0x010),
    (b"psub", 0x080),
    (b"norm", 0x108),
    (b"nnorm", 0x008),
    (b"pnorm", 0x100),
];

/// The bits of `allockind`, from the lowest.
const ALLOCATION_KINDS: &[&[u8]] = &[
    b"alloc",
    b"realloc",
    b"free",
    b"uninitialized",
    b"zeroed",
    b"aligned",
];

/// The owner of the attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Group,
    Function,
    /// A parameter or argument of this type, or a result.
    Value(Option<TextType>),
}

impl Parser<'_> {
    /// `attributes #N = { ... }`
    pub(super) fn group_definition(&mut self) -> Result<()> {
        self.next();
        let token = self.token();
        if token.kind != Kind::Group {
            return self.unexpected("the number of a group of attributes");
        }
        let number = self.number_of(token)?;
        self.next();
        self.expect_symbol(b'=')?;
        self.expect_symbol(b'{')?;
        let mut attributes = Vec::new();
        while !self.is_symbol(b'}') {
            if !self.attribute(Owner::Group, &mut attributes)? {
                return self.unexpected("an attribute");
            }
        }
        self.next();
        // Groups with the same number are merged.
        self.groups.entry(number).or_default().extend(attributes);
        Ok(())
    }

    /// Parses the attributes of a function or call: its own, and those of its result. Before LLVM
    /// 2.6 both were in the same place.
    pub(super) fn function_attributes(&mut self) -> Result<(Vec<Attribute>, Vec<Attribute>)> {
        let mut all = Vec::new();
        while self.attribute(Owner::Function, &mut all)? {}
        let mut function = Vec::new();
        let mut result = Vec::new();
        for attribute in all {
            use AttributeKind as K;
            match attribute {
                Attribute::Enum(K::ZExt | K::SExt | K::InReg | K::NoAlias) => {
                    result.push(attribute);
                }
                _ => function.push(attribute),
            }
        }
        Ok((function, result))
    }

    /// Parses the attributes of a parameter or argument of this type.
    pub(super) fn value_attributes(&mut self, ty: TextType) -> Result<AttributeSetId> {
        let mut attributes = Vec::new();
        while self.attribute(Owner::Value(Some(ty)), &mut attributes)? {}
        Ok(self.module.attributes.set(&attributes))
    }

    /// Parses the attributes of a result, which come before its type.
    pub(super) fn result_attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.attribute(Owner::Value(None), &mut attributes)? {}
        Ok(attributes)
    }

    /// Returns the set of a function's attributes. Those about memory are combined into one
    /// attribute at the end.
    pub(super) fn function_set(&mut self, attributes: &[Attribute]) -> AttributeSetId {
        let mut effects = None;
        let mut others = Vec::with_capacity(attributes.len());
        for &attribute in attributes {
            if let Attribute::Enum(kind) = attribute
                && !self.is_as_written()
                && let Some(allowed) = memory_effects(kind)
            {
                effects = Some(effects.unwrap_or(0b11_11_11) & allowed);
            } else if !others.contains(&attribute) {
                others.push(attribute);
            }
        }
        if let Some(effects) = effects {
            others.push(Attribute::Int(AttributeKind::Memory, effects));
        }
        self.module.attributes.set(&others)
    }

    /// Reads an attribute, or a reference to a group. Returns false if there is none here.
    fn attribute(&mut self, owner: Owner, all: &mut Vec<Attribute>) -> Result<bool> {
        match self.kind() {
            Kind::Group if owner == Owner::Function => {
                let token = self.token();
                let number = self.number_of(token)?;
                // LLVM treats an undefined group as empty.
                let group = self.groups.get(&number).map_or(&[][..], Vec::as_slice);
                all.extend_from_slice(group);
                let count = group.len() as u64;
                self.charge(count)?;
                self.next();
                Ok(true)
            }
            Kind::String => {
                self.text(all)?;
                Ok(true)
            }
            Kind::Word => {
                let word = self.word();
                // For a function in a module these are properties, not attributes.
                if owner == Owner::Function && word == b"align" {
                    return Ok(false);
                }
                // The word is a conversion of a constant; in LLVM 2.0 it was an attribute.
                let converts = matches!(word, b"sext" | b"zext");
                if converts && self.ahead(1).kind == Kind::Symbol(b'(') {
                    return Ok(false);
                }
                if word == b"initializes" {
                    // It is a hint that can be ignored.
                    self.next();
                    self.skip_brackets();
                    return Ok(true);
                }
                if word == b"hotpatch" && !matches!(owner, Owner::Value(_)) {
                    self.next();
                    all.push(hotpatch_attribute(&mut self.module));
                    return Ok(true);
                }
                let Some(kind) = kind_of(word) else {
                    return Ok(false);
                };
                self.next();
                let attribute = self.argument(kind, owner)?;
                all.push(attribute);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn text(&mut self, all: &mut Vec<Attribute>) -> Result<()> {
        let key = self.string()?;
        let value = if self.take_symbol(b'=') {
            self.string()?
        } else {
            Default::default()
        };
        let keeps_frames = all.iter().any(|one| match *one {
            Attribute::Text { key, value } => {
                let names = &self.module.names;
                names.get(key) == b"frame-pointer" && names.get(value) == b"all"
            }
            _ => false,
        });
        all.push(match self.is_as_written() {
            true => written_attribute(&mut self.module, &key, &value),
            false => text_attribute(&mut self.module, &key, &value, keeps_frames),
        });
        Ok(())
    }

    /// Parses the argument of an attribute after its keyword.
    fn argument(&mut self, kind: AttributeKind, owner: Owner) -> Result<Attribute> {
        use AttributeKind as K;
        let number = match kind {
            K::Align | K::StackAlign => {
                let token = self.token();
                let bytes = if self.take_symbol(b'=') || self.kind() == Kind::Integer {
                    self.unsigned()?
                } else {
                    self.number_in_parentheses()?
                };
                if Align::new(bytes).is_none() || bytes > 1 << 32 {
                    let message = "an alignment must be a power of two, at most 2^32";
                    return self.fail_at(token, E::BadAttribute, message);
                }
                bytes
            }
            K::AllocSize | K::VScaleRange => {
                let absent = u64::from(u32::MAX);
                self.expect_symbol(b'(')?;
                let first = u64::from(self.unsigned_32()?);
                let second = if self.take_symbol(b',') {
                    u64::from(self.unsigned_32()?)
                } else if kind == K::VScaleRange {
                    first
                } else {
                    absent
                };
                self.expect_symbol(b')')?;
                first << 32 | second
            }
            K::UwTable => {
                let sync = self.is_symbol(b'(') && {
                    self.next();
                    let sync = self.take_word("sync");
                    if !sync {
                        self.expect_word("async")?;
                    }
                    self.expect_symbol(b')')?;
                    sync
                };
                if sync { 1 } else { 2 }
            }
            K::AllocKind => self.allocation_kinds()?,
            K::Memory => self.memory()?,
            K::NoFpClass => self.float_classes()?,
            K::Range => return self.range(),
            _ if attribute_has_number(kind) => {
                if owner == Owner::Group && self.take_symbol(b'=') {
                    self.unsigned()?
                } else {
                    self.number_in_parentheses()?
                }
            }
            _ if attribute_has_type(kind) => return self.type_attribute(kind, owner),
            _ => return Ok(Attribute::Enum(kind)),
        };
        Ok(Attribute::Int(kind, number))
    }

    /// Parses an attribute with a type. Before LLVM 12 the type is the pointee type of the value.
    fn type_attribute(&mut self, kind: AttributeKind, owner: Owner) -> Result<Attribute> {
        if self.take_symbol(b'(') {
            let ty = self.ty()?;
            self.expect_symbol(b')')?;
            return Ok(Attribute::Type(kind, ty.model));
        }
        let pointee = match owner {
            Owner::Value(Some(ty)) if !self.is_as_written() => ty.pointee,
            _ => None,
        };
        Ok(match pointee {
            Some(pointee) => Attribute::Type(kind, pointee),
            None => Attribute::Enum(kind),
        })
    }

    fn allocation_kinds(&mut self) -> Result<u64> {
        self.expect_symbol(b'(')?;
        let token = self.token();
        let text = self.string()?;
        self.expect_symbol(b')')?;
        let mut bits = 0;
        for word in text.split(|&byte| byte == b',') {
            match ALLOCATION_KINDS.iter().position(|known| *known == word) {
                Some(bit) => bits |= 1 << bit,
                None => {
                    let message = "expected kinds of allocation";
                    return self.fail_at(token, E::BadAttribute, message);
                }
            }
        }
        Ok(bits)
    }

    fn float_classes(&mut self) -> Result<u64> {
        self.expect_symbol(b'(')?;
        let mut bits = 0;
        while !self.is_symbol(b')') {
            if self.kind() == Kind::Integer {
                bits |= self.unsigned()?;
                continue;
            }
            let word = self.word();
            let Some((_, classes)) = FLOAT_CLASSES.iter().find(|(known, _)| *known == word) else {
                return self.unexpected("a class of floating-point numbers");
            };
            bits |= classes;
            self.next();
        }
        self.next();
        Ok(bits & 0x3FF)
    }

    /// Parses the memory effects of a function: two bits for each location.
    fn memory(&mut self) -> Result<u64> {
        self.expect_symbol(b'(')?;
        let mut effects = 0;
        loop {
            let mut location = None;
            if self.kind() == Kind::Label {
                location = Some(match self.slice(self.token()) {
                    b"argmem" => 0,
                    b"inaccessiblemem" => 1,
                    _ => return self.unexpected("a location"),
                });
                self.next();
            }
            let access: u64 = match self.word() {
                b"none" => 0,
                b"read" => 1,
                b"write" => 2,
                b"readwrite" => 3,
                _ => return self.unexpected("'none', 'read', 'write' or 'readwrite'"),
            };
            self.next();
            effects = match location {
                Some(location) => effects & !(3 << (location * 2)) | access << (location * 2),
                None => access << 4 | access << 2 | access,
            };
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b')')?;
        Ok(effects)
    }

    fn range(&mut self) -> Result<Attribute> {
        self.expect_symbol(b'(')?;
        let token = self.token();
        let ty = self.ty()?.model;
        if !matches!(self.module.types.get(ty), Type::Integer(_)) {
            return self.fail_at(token, E::BadAttribute, "a range must have an integer type");
        }
        let low = self.constant(ty)?;
        self.expect_symbol(b',')?;
        let high = self.constant(ty)?;
        self.expect_symbol(b')')?;
        Ok(Attribute::Range(low, high))
    }
}

/// Returns the kind of attribute with this word.
fn kind_of(word: &[u8]) -> Option<AttributeKind> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == word);
    if let Some(&(_, kind)) = renamed {
        return Some(kind);
    }
    let mut all = AttributeKind::ALL.iter().copied();
    all.find(|kind| kind.text().as_bytes() == word)
}
