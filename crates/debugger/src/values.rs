//! Formats and changes source variables in memory, and lists their members.

use pinnacle_debug::{SourcePart, SourceType, TypeId, TypeKind, Variables};
use std::fmt;

/// Maximum number of typedefs and qualifiers around a type.
const MAX_NAMES: usize = 64;

/// Maximum nesting of structures and arrays in a text.
const MAX_NESTED: usize = 3;

/// Maximum number of members and elements in a text.
const MAX_SHOWN: usize = 8;

/// Maximum number of bytes of a string in a text.
const MAX_STRING: usize = 200;

/// Maximum nesting of base classes and anonymous members that are searched for a member.
const MAX_BASES: usize = 16;

/// The DWARF encodings of base types.
mod encoding {
    pub(super) const BOOLEAN: u8 = 2;
    pub(super) const FLOAT: u8 = 4;
    pub(super) const SIGNED: u8 = 5;
    pub(super) const SIGNED_CHAR: u8 = 6;
    pub(super) const UNSIGNED_CHAR: u8 = 8;
}

/// An object with its type. It is in memory or in a value of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its address in memory or its byte offset in the value. For a bit-field it is that of the
    /// structure.
    pub address: u32,
    /// Its type.
    pub ty: Option<TypeId>,
    /// The number of array dimensions that have been indexed.
    dimension: usize,
    /// For a bit-field, its first bit and its number of bits.
    bits: Option<(u64, u32)>,
    /// The value that contains the object, if it is not in memory.
    value: Option<u64>,
}

impl Object {
    /// Creates an object at an address.
    #[must_use]
    pub fn new(address: u32, ty: Option<TypeId>) -> Object {
        Object {
            address,
            ty,
            dimension: 0,
            bits: None,
            value: None,
        }
    }

    /// Creates an object that is a value of a call.
    #[must_use]
    pub fn of_value(value: u64, ty: Option<TypeId>) -> Object {
        Object {
            value: Some(value),
            ..Object::new(0, ty)
        }
    }

    /// Returns true if the object is in memory.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        self.value.is_none()
    }

    /// Returns a part of the object.
    fn part(&self, address: u32, ty: Option<TypeId>) -> Object {
        Object {
            value: self.value,
            ..Object::new(address, ty)
        }
    }
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An object in memory.
    Object(Object),
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Float(f64),
    /// The address of an object, and the type of the object.
    Pointer(u32, Option<TypeId>),
}

/// The variables of a program, and its memory.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// The variables and types.
    pub variables: &'a Variables,
    /// Reads bytes of memory, up to the first one that is not readable.
    pub read: &'a dyn Fn(u32, usize) -> Vec<u8>,
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").finish_non_exhaustive()
    }
}

impl<'a> Values<'a> {
    /// Returns a type without typedefs and qualifiers.
    fn meaning(&self, ty: Option<TypeId>) -> Option<&'a SourceType> {
        let mut ty = self.variables.ty(ty?)?;
        for _ in 0..MAX_NAMES {
            match ty.kind {
                TypeKind::Typedef | TypeKind::Const | TypeKind::Qualified => {
                    ty = self.variables.ty(ty.base?)?;
                }
                _ => return Some(ty),
            }
        }
        None
    }

    /// Returns the dimensions of an array that have not been indexed.
    fn dimensions(&self, object: &Object, ty: &'a SourceType) -> &'a [SourcePart] {
        ty.parts.get(object.dimension..).unwrap_or_default()
    }

    /// Returns the size of a type in bytes.
    pub(crate) fn size_of(&self, ty: Option<TypeId>) -> u64 {
        self.size(&Object::new(0, ty))
    }

    /// Returns the size of an object in bytes, or 0 if it is unknown.
    #[must_use]
    pub fn size(&self, object: &Object) -> u64 {
        let mut object = *object;
        let mut count: u64 = 1;
        for _ in 0..MAX_NAMES {
            let Some(ty) = self.meaning(object.ty) else {
                return 0;
            };
            if ty.kind != TypeKind::Array {
                return count.saturating_mul(ty.size);
            }
            for dimension in self.dimensions(&object, ty) {
                count = count.saturating_mul(u64::try_from(dimension.value).unwrap_or(0));
            }
            object = Object::new(0, ty.base);
        }
        0
    }

    /// Reads bytes at an address of an object.
    fn bytes(&self, object: &Object, address: u32, count: usize) -> Option<Vec<u8>> {
        if let Some(value) = object.value {
            let start = usize::try_from(address).ok()?;
            let bytes = value.to_le_bytes();
            return bytes
                .get(start..start.checked_add(count)?)
                .map(<[u8]>::to_vec);
        }
        let bytes = (self.read)(address, count);
        (bytes.len() == count).then_some(bytes)
    }

    /// Follows references, and returns the object that they refer to.
    fn followed(&self, object: Object) -> Option<Object> {
        let mut object = object;
        for _ in 0..MAX_NAMES {
            match self.meaning(object.ty) {
                Some(ty) if ty.kind == TypeKind::Reference => {
                    let bytes = self.bytes(&object, object.address, 4)?;
                    object = Object::new(unsigned(&bytes) as u32, ty.base);
                }
                _ => return Some(object),
            }
        }
        None
    }

    /// Returns the name of the type of an object.
    #[must_use]
    pub fn type_name(&self, object: &Object) -> String {
        match self.meaning(object.ty) {
            Some(ty) if ty.kind == TypeKind::Array && object.dimension > 0 => {
                let element = self.name(ty.base, 0);
                element + &dimensions(self.dimensions(object, ty))
            }
            _ => self.name(object.ty, 0),
        }
    }

    /// Returns the name of the pointer type for a type.
    pub(crate) fn pointer_name(&self, ty: Option<TypeId>) -> String {
        pointer_to(&self.name(ty, 0))
    }

    fn name(&self, id: Option<TypeId>, depth: usize) -> String {
        if depth > MAX_NAMES {
            return "...".into();
        }
        let Some(ty) = id.and_then(|id| self.variables.ty(id)) else {
            return "void".into();
        };
        let base = || self.name(ty.base, depth + 1);
        match ty.kind {
            TypeKind::Pointer => pointer_to(&base()),
            TypeKind::Reference => format!("{} &", base()),
            TypeKind::Array => base() + &dimensions(&ty.parts),
            TypeKind::Function => format!("{} ()", base()),
            TypeKind::Const => match base() {
                base if base.ends_with('*') => format!("{base}const"),
                base => format!("const {base}"),
            },
            TypeKind::Qualified => base(),
            _ if ty.name.is_empty() => "(anonymous)".into(),
            _ => ty.name.clone(),
        }
    }

    /// Returns the value of an object as text.
    #[must_use]
    pub fn show(&self, object: &Object) -> String {
        self.show_nested(object, 0)
    }

    fn show_nested(&self, object: &Object, depth: usize) -> String {
        let shown = self.followed(*object);
        let shown = shown.and_then(|object| self.shown(&object, depth));
        shown.unwrap_or_else(|| "<not readable>".into())
    }

    fn shown(&self, object: &Object, depth: usize) -> Option<String> {
        let Some(ty) = self.meaning(object.ty) else {
            return Some("<unknown type>".into());
        };
        Some(match ty.kind {
            TypeKind::Base if ty.encoding == encoding::FLOAT => {
                let value = self.float(object)?;
                match ty.size {
                    4 => (value as f32).to_string(),
                    _ => value.to_string(),
                }
            }
            TypeKind::Base => number(ty, self.integer(object)?),
            TypeKind::Enum => {
                let value = self.integer(object)?;
                let part = ty.parts.iter().find(|part| part.value == value);
                part.map_or_else(|| value.to_string(), |part| part.name.clone())
            }
            TypeKind::Pointer => {
                let address = self.integer(object)? as u32;
                let text = self.is_char(ty.base).then(|| self.string(address));
                match text.flatten() {
                    Some(text) => format!("{address:#x} {text}"),
                    None => format!("{address:#x}"),
                }
            }
            TypeKind::Array if self.is_char(ty.base) && self.dimensions(object, ty).len() == 1 => {
                let size = usize::try_from(self.size(object)).unwrap_or(0);
                let bytes = match object.value {
                    Some(_) => self.bytes(object, object.address, size)?,
                    None => (self.read)(object.address, size.min(MAX_STRING)),
                };
                quoted(&bytes)
            }
            TypeKind::Array | TypeKind::Struct if depth >= MAX_NESTED => "{...}".into(),
            TypeKind::Array | TypeKind::Struct => {
                let (named, indexed) = self.child_count(object);
                let count = named + indexed;
                let children = self.children(object, 0, MAX_SHOWN);
                let mut parts: Vec<String> = children
                    .iter()
                    .map(|(name, child)| match indexed {
                        0 => format!("{name} = {}", self.show_nested(child, depth + 1)),
                        _ => self.show_nested(child, depth + 1),
                    })
                    .collect();
                if count > parts.len() {
                    parts.push("...".into());
                }
                format!("{{{}}}", parts.join(", "))
            }
            _ => format!("{:#x}", object.address),
        })
    }

    fn is_char(&self, ty: Option<TypeId>) -> bool {
        let chars = [encoding::SIGNED_CHAR, encoding::UNSIGNED_CHAR];
        self.meaning(ty).is_some_and(|ty| {
            ty.kind == TypeKind::Base && ty.size == 1 && chars.contains(&ty.encoding)
        })
    }

    /// Returns the string at an address, or `None` for a null pointer or if the memory is not
    /// readable.
    fn string(&self, address: u32) -> Option<String> {
        let bytes = (self.read)(address, MAX_STRING);
        (address != 0 && !bytes.is_empty()).then(|| quoted(&bytes))
    }

    /// Returns the number of members and the number of elements of an object.
    #[must_use]
    pub fn child_count(&self, object: &Object) -> (usize, usize) {
        let found = self.followed(*object);
        let ty = found.and_then(|object| Some((object, self.meaning(object.ty)?)));
        let Some((object, ty)) = ty else {
            return (0, 0);
        };
        match ty.kind {
            TypeKind::Struct => (ty.parts.len(), 0),
            TypeKind::Array => {
                let dimension = self.dimensions(&object, ty).first();
                let length = dimension.and_then(|it| usize::try_from(it.value).ok());
                (0, length.unwrap_or(0))
            }
            TypeKind::Pointer => {
                let is_null = self.integer(&object).is_none_or(|address| address == 0);
                match self.meaning(ty.base) {
                    Some(target) if !is_null && target.kind == TypeKind::Struct => {
                        (target.parts.len(), 0)
                    }
                    Some(target) if !is_null && target.kind != TypeKind::Function => (1, 0),
                    _ => (0, 0),
                }
            }
            _ => (0, 0),
        }
    }

    /// Returns members or elements of an object with their names, from index `start` on.
    #[must_use]
    pub fn children(&self, object: &Object, start: usize, count: usize) -> Vec<(String, Object)> {
        let found = self.followed(*object);
        let ty = found.and_then(|object| Some((object, self.meaning(object.ty)?)));
        let Some((object, ty)) = ty else {
            return Vec::new();
        };
        match ty.kind {
            TypeKind::Struct => {
                let parts = ty.parts.iter().skip(start).take(count);
                let parts = parts.map(|part| (self.part_name(part), member(&object, part)));
                parts.collect()
            }
            TypeKind::Array => {
                let (_, length) = self.child_count(&object);
                let end = start.saturating_add(count).min(length);
                let elements = (start..end).filter_map(|index| {
                    let element = self.element(&object, i64::try_from(index).ok()?)?;
                    Some((format!("[{index}]"), element))
                });
                elements.collect()
            }
            TypeKind::Pointer => match (self.child_count(&object), self.target(&object)) {
                ((0, _), _) | (_, None) => Vec::new(),
                (_, Some(target)) => match self.meaning(ty.base) {
                    Some(pointee) if pointee.kind == TypeKind::Struct => {
                        self.children(&target, start, count)
                    }
                    _ => vec![("*".into(), target)],
                },
            },
            _ => Vec::new(),
        }
    }

    fn part_name(&self, part: &SourcePart) -> String {
        match part.name.is_empty() {
            true => self.name(part.ty, 0),
            false => part.name.clone(),
        }
    }

    /// Returns the object that a pointer points to, or the first element of an array.
    pub(crate) fn target(&self, object: &Object) -> Option<Object> {
        let object = self.followed(*object)?;
        let ty = self.meaning(object.ty)?;
        match ty.kind {
            TypeKind::Pointer => {
                let address = self.integer(&object)? as u32;
                Some(Object::new(address, ty.base))
            }
            TypeKind::Array => self.element(&object, 0),
            _ => None,
        }
    }

    /// Returns an element of an array, or an element relative to a pointer.
    pub(crate) fn element(&self, object: &Object, index: i64) -> Option<Object> {
        let object = self.followed(*object)?;
        let ty = self.meaning(object.ty)?;
        let first = match ty.kind {
            TypeKind::Array => match self.dimensions(&object, ty).len() {
                0 | 1 => object.part(object.address, ty.base),
                _ => Object {
                    dimension: object.dimension + 1,
                    ..object
                },
            },
            TypeKind::Pointer => self.target(&object)?,
            _ => return None,
        };
        let size = i64::try_from(self.size(&first)).ok()?;
        Some(Object {
            address: first.address.wrapping_add(index.wrapping_mul(size) as u32),
            ..first
        })
    }

    /// Returns a member of a structure, or of the structure that a pointer points to.
    pub(crate) fn member(&self, object: &Object, name: &str) -> Option<Object> {
        let mut object = self.followed(*object)?;
        if self.meaning(object.ty)?.kind == TypeKind::Pointer {
            object = self.target(&object)?;
        }
        let mut waiting = vec![object];
        for _ in 0..MAX_BASES {
            let object = waiting.pop()?;
            let Some(ty) = self.meaning(object.ty) else {
                continue;
            };
            if ty.kind != TypeKind::Struct {
                continue;
            }
            if let Some(part) = ty.parts.iter().find(|part| part.name == name) {
                return Some(member(&object, part));
            }
            let inner = ty.parts.iter();
            let inner = inner.filter(|part| part.is_base || part.name.is_empty());
            waiting.extend(inner.map(|part| member(&object, part)));
        }
        None
    }

    /// Returns the value of an integer, enumerator or pointer.
    pub(crate) fn integer(&self, object: &Object) -> Option<i64> {
        let object = self.followed(*object)?;
        let ty = self.meaning(object.ty)?;
        if !matches!(ty.kind, TypeKind::Base | TypeKind::Enum | TypeKind::Pointer) {
            return None;
        }
        let is_signed = self.is_signed(ty);
        if let Some((offset, bits)) = object.bits {
            let (address, shift, count) = field(&object, offset, bits);
            let bytes = self.bytes(&object, address, count)?;
            let value = wide(&bytes) >> shift;
            return Some(extended(value as u64, bits, is_signed));
        }
        let size = usize::try_from(ty.size).ok().filter(|size| *size <= 8)?;
        let bytes = self.bytes(&object, object.address, size)?;
        let bits = u32::try_from(size * 8).ok()?;
        Some(extended(unsigned(&bytes), bits, is_signed))
    }

    fn is_signed(&self, ty: &SourceType) -> bool {
        let is_base = |ty: &SourceType| {
            ty.kind == TypeKind::Base
                && [encoding::SIGNED, encoding::SIGNED_CHAR].contains(&ty.encoding)
        };
        match ty.kind {
            TypeKind::Enum => match self.meaning(ty.base) {
                Some(base) => is_base(base),
                None => ty.parts.iter().any(|part| part.value < 0),
            },
            _ => is_base(ty),
        }
    }

    /// Returns the value of a floating-point number.
    pub(crate) fn float(&self, object: &Object) -> Option<f64> {
        let object = self.followed(*object)?;
        let ty = self.meaning(object.ty)?;
        if ty.kind != TypeKind::Base || ty.encoding != encoding::FLOAT {
            return None;
        }
        match ty.size {
            4 => {
                let bytes = self.bytes(&object, object.address, 4)?;
                Some(f32::from_bits(unsigned(&bytes) as u32).into())
            }
            8 => {
                let bytes = self.bytes(&object, object.address, 8)?;
                Some(f64::from_bits(unsigned(&bytes)))
            }
            _ => None,
        }
    }

    /// Looks up an enumerator by name in the type of an object.
    pub(crate) fn enumerator(&self, object: &Object, name: &str) -> Option<i64> {
        let ty = self.meaning(self.followed(*object)?.ty)?;
        let is_enum = ty.kind == TypeKind::Enum;
        let part = ty.parts.iter().find(|part| is_enum && part.name == name);
        part.map(|part| part.value)
    }

    /// Returns the address and bytes to write so that an object gets a value.
    pub(crate) fn stored(&self, object: &Object, value: Value) -> Result<(u32, Vec<u8>), String> {
        let refused = || "only numbers, enumerators and pointers can be set".to_owned();
        let object = self.followed(*object).ok_or_else(refused)?;
        if !object.is_in_memory() {
            return Err(
                "it is a value of the function, which cannot be set; compile with -O0".into(),
            );
        }
        let ty = self.meaning(object.ty).ok_or_else(refused)?;
        let is_number = matches!(ty.kind, TypeKind::Base | TypeKind::Enum | TypeKind::Pointer);
        if !is_number || !(1..=8).contains(&ty.size) {
            return Err(refused());
        }
        if ty.kind == TypeKind::Base && ty.encoding == encoding::FLOAT {
            let value = self.as_float(value).ok_or_else(refused)?;
            let bytes = match ty.size {
                4 => (value as f32).to_le_bytes().to_vec(),
                8 => value.to_le_bytes().to_vec(),
                _ => return Err(refused()),
            };
            return Ok((object.address, bytes));
        }
        let value = self.as_integer(value).ok_or_else(refused)?;
        if let Some((offset, bits)) = object.bits {
            let (address, shift, count) = field(&object, offset, bits);
            let known = self.bytes(&object, address, count);
            let known = known.ok_or_else(|| "the memory cannot be read".to_owned())?;
            let mask = mask(bits) << shift;
            let merged = (wide(&known) & !mask) | ((i128::from(value) as u128) << shift & mask);
            let bytes = merged.to_le_bytes();
            return Ok((address, bytes[..count].to_vec()));
        }
        let size = ty.size as usize;
        Ok((object.address, value.to_le_bytes()[..size].to_vec()))
    }

    /// Converts a value to an integer.
    pub(crate) fn as_integer(&self, value: Value) -> Option<i64> {
        match value {
            Value::Object(object) => match self.float(&object) {
                Some(value) => Some(value as i64),
                None => match self.integer(&object) {
                    Some(value) => Some(value),
                    // An array becomes the address of its first element.
                    None => self.target(&object).map(|target| target.address.into()),
                },
            },
            Value::Integer(value) => Some(value),
            Value::Float(value) => Some(value as i64),
            Value::Pointer(address, _) => Some(address.into()),
        }
    }

    /// Returns true if a value is not zero.
    #[must_use]
    pub fn is_true(&self, value: Value) -> bool {
        match self.as_float(value) {
            Some(value) => value != 0.0,
            None => self.as_integer(value).is_some_and(|value| value != 0),
        }
    }

    fn as_float(&self, value: Value) -> Option<f64> {
        match value {
            Value::Object(object) => match self.float(&object) {
                Some(value) => Some(value),
                None => self.integer(&object).map(|value| value as f64),
            },
            Value::Integer(value) => Some(value as f64),
            Value::Float(value) => Some(value),
            Value::Pointer(..) => None,
        }
    }

    /// Returns a value as text, and the name of its type.
    #[must_use]
    pub fn describe(&self, value: Value) -> (String, String) {
        match value {
            Value::Object(object) => (self.show(&object), self.type_name(&object)),
            Value::Integer(value) => (value.to_string(), "int".into()),
            Value::Float(value) => (value.to_string(), "double".into()),
            Value::Pointer(address, ty) => (format!("{address:#x}"), self.pointer_name(ty)),
        }
    }
}

fn pointer_to(base: &str) -> String {
    match base.strip_suffix(" ()") {
        Some(result) => format!("{result} (*)()"),
        None if base.ends_with('*') => format!("{base}*"),
        None => format!("{base} *"),
    }
}

fn dimensions(parts: &[SourcePart]) -> String {
    let length = |part: &SourcePart| match part.value {
        0.. => format!("[{}]", part.value),
        _ => "[]".into(),
    };
    parts.iter().map(length).collect()
}

fn member(object: &Object, part: &SourcePart) -> Object {
    if part.bits > 0 && part.bits <= 64 {
        return Object {
            bits: Some((part.offset, part.bits as u32)),
            ..object.part(object.address, part.ty)
        };
    }
    let address = object.address.wrapping_add((part.offset / 8) as u32);
    object.part(address, part.ty)
}

/// Returns the address of the first byte of a bit-field, the number of lower bits in that byte, and
/// the number of bytes.
fn field(object: &Object, offset: u64, bits: u32) -> (u32, u32, usize) {
    let shift = (offset % 8) as u32;
    let address = object.address.wrapping_add((offset / 8) as u32);
    (address, shift, ((shift + bits).div_ceil(8)) as usize)
}

fn mask(bits: u32) -> u128 {
    (1 << bits.min(64)) - 1
}

fn wide(bytes: &[u8]) -> u128 {
    let bytes = bytes.iter().rev().take(16);
    bytes.fold(0, |value, byte| value << 8 | u128::from(*byte))
}

fn unsigned(bytes: &[u8]) -> u64 {
    wide(bytes) as u64
}

fn extended(value: u64, bits: u32, is_signed: bool) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    let top = value << unused;
    match is_signed {
        true => top as i64 >> unused,
        false => (top >> unused) as i64,
    }
}

/// Formats an integer of a base type.
fn number(ty: &SourceType, value: i64) -> String {
    match ty.encoding {
        encoding::BOOLEAN => (value != 0).to_string(),
        encoding::SIGNED_CHAR | encoding::UNSIGNED_CHAR if ty.size == 1 => {
            let byte = [value as u8];
            let shown = byte.escape_ascii();
            format!("{value} '{shown}'")
        }
        encoding::SIGNED => value.to_string(),
        _ if ty.size == 8 => (value as u64).to_string(),
        _ => value.to_string(),
    }
}

/// Formats bytes up to a zero byte as a string literal.
fn quoted(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0);
    let text = &bytes[..end.unwrap_or(bytes.len())];
    let more = match end {
        None if bytes.len() >= MAX_STRING => "...",
        _ => "",
    };
    match std::str::from_utf8(text) {
        Ok(text) => format!("{text:?}{more}"),
        Err(_) => format!("\"{}\"{more}", text.escape_ascii()),
    }
}
