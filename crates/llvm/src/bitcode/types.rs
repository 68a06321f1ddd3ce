//! The table of types.
//!
//! Records refer to types by number. Next to the type of the model, the table keeps the components
//! of each number, as numbers. For a pointer in a file before LLVM 15 that is its pointee type,
//! which the model does not have but old records rely on. Types that no record defines, such as the
//! result of an address computation, get numbers after the others.

pub(super) mod old;

use pinnacle_base::count::counted;
use std::collections::BTreeMap;

use pinnacle_bitstream::{Event, Reader};

use super::error::{Error, ErrorKind};
use super::record::{Operands, Result, bad, bad_number, bytes};
use super::records::TypesCode as C;
use crate::ids::{Name, StructId, TypeId};
use crate::module::Module;
use crate::types::Type;

/// The number of a type in the file, or of a type added by the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FileType(pub(super) u32);

impl FileType {
    /// A type with unknown components.
    pub(super) const UNKNOWN: FileType = FileType(u32::MAX);
}

#[derive(Clone, Copy)]
struct Entry {
    model: TypeId,
    /// The type of the model.
    kind: Type,
    start: u32,
    count: u32,
}

/// The types of a file, by number.
#[derive(Default)]
pub(super) struct FileTypes {
    entries: Vec<Entry>,
    parts: Vec<u32>,
    /// Number of types that records define. Only these can be referred to by records.
    declared: u32,
    /// For each type of the model, the number plus one of an entry without components.
    plain: Vec<u32>,
    /// For each number, the number plus one of a pointer type to it.
    pointers: Vec<u32>,
    /// Types added in other ways, by the type of the model and the first component.
    added: BTreeMap<(TypeId, u32), u32>,
    /// True if pointers have pointee types.
    pub(super) typed_pointers: bool,
    /// True if the type block is in the form of LLVM 2.0 to 2.9.
    pub(super) old: bool,
    /// True if the module is read in its original form, so that its pointers have pointee types.
    pub(super) as_written: bool,
    /// For each number, the attribute list of the type. Only function types of LLVM 2.0 have one.
    lists: Vec<u64>,
}

/// The widest integer that LLVM has.
const MAX_INTEGER_BITS: u64 = 1 << 23;

impl FileTypes {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the type of the model.
    #[inline]
    pub(super) fn model(&self, ty: FileType) -> Result<TypeId> {
        match self.entries.get(ty.0 as usize) {
            Some(entry) => Ok(entry.model),
            None => Err(unknown(u64::from(ty.0), self.entries.len())),
        }
    }

    /// Returns the type that an operand stands for.
    #[inline]
    pub(super) fn by_number(&self, number: u64) -> Result<FileType> {
        if number < u64::from(self.declared) {
            return Ok(FileType(number as u32));
        }
        Err(unknown(number, self.declared as usize))
    }

    /// A component of a type: the pointee of a pointer, the result of a function and then its
    /// parameters, the fields of a struct, the element of an array or vector.
    #[inline]
    pub(super) fn part(&self, ty: FileType, index: usize) -> FileType {
        let entry = self.entries.get(ty.0 as usize);
        entry.map_or(FileType::UNKNOWN, |entry| entry.part(&self.parts, index))
    }

    /// The pointee type of a pointer in a file before LLVM 15.
    pub(super) fn pointee(&self, ty: FileType) -> Result<FileType> {
        known_pointee(self.part(ty, 0))
    }

    /// The number of the attribute list of a function type of LLVM 2.0.
    pub(super) fn attribute_list(&self, ty: FileType) -> u64 {
        self.lists.get(ty.0 as usize).copied().unwrap_or(0)
    }

    /// Returns a type with this first component, if there is one.
    #[inline]
    fn find(&self, model: TypeId, first: u32) -> Option<FileType> {
        let likely = match self.pointers.get(first as usize) {
            Some(&pointer) => pointer,
            None => self.plain.get(model.index()).copied().unwrap_or(0),
        };
        if let Some(number) = likely.checked_sub(1)
            && self.entries[number as usize].model == model
        {
            return Some(FileType(number));
        }
        self.added
            .get(&(model, first))
            .map(|&number| FileType(number))
    }

    /// Returns the number of a type of the model with these components. Adds it if necessary.
    pub(super) fn add(&mut self, module: &Module, model: TypeId, parts: &[FileType]) -> FileType {
        let first = first_of(parts);
        if let Some(known) = self.find(model, first) {
            return known;
        }
        let number = self.entries.len() as u32;
        let kind = module.types.get(model);
        self.entries
            .push(Entry::new(model, kind, &mut self.parts, parts));
        self.added.insert((model, first), number);
        FileType(number)
    }

    /// Returns the number of a type that contains no pointers.
    pub(super) fn plain(&mut self, module: &Module, model: TypeId) -> FileType {
        self.add(module, model, &[])
    }

    /// Returns the pointer type to a type in an address space.
    pub(super) fn pointer_to(
        &mut self,
        module: &mut Module,
        space: u32,
        pointee: FileType,
    ) -> Result<FileType> {
        if self.as_written {
            if let Some(known) = self.written_pointer(space, pointee) {
                return Ok(known);
            }
            let held = self.model(pointee)?;
            let model = module.types.own_pointer(space);
            module.types.set_pointee(model, held);
            return Ok(self.add(module, model, &[pointee]));
        }
        let model = module.types.pointer_in(space);
        let parts = [pointee];
        Ok(self.add(module, model, &parts[..usize::from(self.typed_pointers)]))
    }

    /// Returns the pointer type to a type, if records define it or it was added. For a module that
    /// is read in its original form.
    fn written_pointer(&self, space: u32, pointee: FileType) -> Option<FileType> {
        let number = self.pointers.get(pointee.0 as usize)?.checked_sub(1)?;
        let is_it = self.entries[number as usize].kind == Type::Pointer(space);
        is_it.then_some(FileType(number))
    }

    /// Records the pointee type of each pointer in the model, for a module that is read in its
    /// original form. All components must exist.
    fn say_pointees(&self, module: &mut Module) {
        let pointers = self.entries.iter();
        for entry in pointers.filter(|entry| {
            self.as_written && entry.count == 1 && matches!(entry.kind, Type::Pointer(_))
        }) {
            let part = entry.part(&self.parts, 0);
            if let Some(pointee) = self.entries.get(part.0 as usize) {
                module.types.set_pointee(entry.model, pointee.model);
            }
        }
    }

    /// Indexes the types that records define, so that pointers and primitive types are found
    /// quickly.
    fn close(&mut self, module: &Module) {
        self.declared = self.entries.len() as u32;
        self.plain = vec![0; module.types.len()];
        self.pointers = vec![0; self.entries.len()];
        for (number, entry) in (1..).zip(&self.entries) {
            let found = match (entry.count, entry.kind) {
                (0, _) => &mut self.plain[entry.model.index()],
                (1, Type::Pointer(_)) => {
                    &mut self.pointers[self.parts[entry.start as usize] as usize]
                }
                _ => continue,
            };
            if *found == 0 {
                *found = number;
            }
        }
    }
}

impl Entry {
    fn new(model: TypeId, kind: Type, pool: &mut Vec<u32>, parts: &[FileType]) -> Entry {
        let start = pool.len() as u32;
        pool.extend(parts.iter().map(|part| part.0));
        Entry {
            model,
            kind,
            start,
            count: parts.len() as u32,
        }
    }

    #[inline]
    fn part(&self, pool: &[u32], index: usize) -> FileType {
        if index >= self.count as usize {
            return FileType::UNKNOWN;
        }
        let part = pool.get(self.start as usize + index);
        part.map_or(FileType::UNKNOWN, |&part| FileType(part))
    }
}

fn first_of(parts: &[FileType]) -> u32 {
    parts.first().map_or(u32::MAX, |part| part.0)
}

#[inline]
fn known_pointee(pointee: FileType) -> Result<FileType> {
    match pointee {
        FileType::UNKNOWN => Err(bad(
            ErrorKind::NoPointee,
            "the type that a pointer points to is unknown, and the record does not give it",
        )),
        pointee => Ok(pointee),
    }
}

/// The types of a file, followed by those added by one body.
pub(super) struct BodyTypes<'a> {
    file: &'a FileTypes,
    entries: Vec<Entry>,
    parts: Vec<u32>,
    added: BTreeMap<(TypeId, u32), u32>,
    /// Pointers by address space and pointee, for a module that is read in its original form.
    written: BTreeMap<(u32, u32), u32>,
}

impl<'a> BodyTypes<'a> {
    pub(super) fn new(file: &'a FileTypes) -> BodyTypes<'a> {
        BodyTypes {
            file,
            entries: Vec::new(),
            parts: Vec::new(),
            added: BTreeMap::new(),
            written: BTreeMap::new(),
        }
    }

    /// Drops the types that a body added.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.parts.clear();
        self.added.clear();
        self.written.clear();
    }

    /// Returns true if pointers have pointee types.
    pub(super) fn has_typed_pointers(&self) -> bool {
        self.file.typed_pointers
    }

    /// Returns the attribute list of a type; see [`FileTypes::attribute_list`].
    pub(super) fn attribute_list(&self, ty: FileType) -> u64 {
        self.file.attribute_list(ty)
    }

    /// Returns true if the block of types is that of LLVM 2.0 to 2.9.
    pub(super) fn are_old(&self) -> bool {
        self.file.old
    }

    #[inline]
    fn entry(&self, ty: FileType) -> Option<(&Entry, &[u32])> {
        let number = ty.0 as usize;
        match self.file.entries.get(number) {
            Some(entry) => Some((entry, &self.file.parts)),
            None => {
                let entry = self.entries.get(number - self.file.entries.len())?;
                Some((entry, &self.parts))
            }
        }
    }

    #[inline]
    fn known(&self, ty: FileType) -> Result<&Entry> {
        match self.entry(ty) {
            Some((entry, _)) => Ok(entry),
            None => Err(unknown(u64::from(ty.0), self.file.entries.len())),
        }
    }

    /// Returns the id of a file's type in the model.
    #[inline]
    pub(super) fn model(&self, ty: FileType) -> Result<TypeId> {
        Ok(self.known(ty)?.model)
    }

    /// Returns a file's type as a type of the model.
    #[inline]
    pub(super) fn kind(&self, ty: FileType) -> Result<Type> {
        Ok(self.known(ty)?.kind)
    }

    /// The type that an operand stands for.
    #[inline]
    pub(super) fn by_number(&self, number: u64) -> Result<FileType> {
        self.file.by_number(number)
    }

    /// See [`FileTypes::part`].
    #[inline]
    pub(super) fn part(&self, ty: FileType, index: usize) -> FileType {
        match self.entry(ty) {
            Some((entry, parts)) => entry.part(parts, index),
            None => FileType::UNKNOWN,
        }
    }

    /// See [`FileTypes::pointee`].
    #[inline]
    pub(super) fn pointee(&self, ty: FileType) -> Result<FileType> {
        known_pointee(self.part(ty, 0))
    }

    /// Returns the number of a type of the model with these components. Adds it if necessary.
    pub(super) fn add(&mut self, model: TypeId, kind: Type, parts: &[FileType]) -> FileType {
        let first = first_of(parts);
        if let Some(known) = self.file.find(model, first) {
            return known;
        }
        if let Some(&known) = self.added.get(&(model, first)) {
            return FileType(known);
        }
        let number = (self.file.entries.len() + self.entries.len()) as u32;
        self.entries
            .push(Entry::new(model, kind, &mut self.parts, parts));
        self.added.insert((model, first), number);
        FileType(number)
    }

    /// Returns the pointer type to a type in an address space, if there is one. For a module that
    /// is read in its original form.
    pub(super) fn written_pointer(&self, space: u32, pointee: FileType) -> Option<FileType> {
        if let Some(known) = self.file.written_pointer(space, pointee) {
            return Some(known);
        }
        let own = self.written.get(&(space, pointee.0));
        own.copied().map(FileType)
    }

    /// Adds a pointer type that the file does not define.
    pub(super) fn add_written_pointer(
        &mut self,
        model: TypeId,
        space: u32,
        pointee: FileType,
    ) -> FileType {
        let made = self.add(model, Type::Pointer(space), &[pointee]);
        self.written.insert((space, pointee.0), made.0);
        made
    }

    /// Returns true if the module is read in its original form.
    pub(super) fn are_as_written(&self) -> bool {
        self.file.as_written
    }

    /// Returns the pointer type to a type. `model` is its type in the model.
    pub(super) fn pointer_to(&mut self, model: TypeId, kind: Type, pointee: FileType) -> FileType {
        let parts = [pointee];
        self.add(model, kind, &parts[..usize::from(self.file.typed_pointers)])
    }
}

#[cold]
fn unknown(number: u64, count: usize) -> Error {
    let types = counted(count, "type");
    let message = format!("type {number} does not exist; the module has {types}");
    bad(ErrorKind::UnknownType, message)
}

/// Reads the block of types.
pub(super) struct TypeReader<'a> {
    pub(super) module: &'a mut Module,
    pub(super) types: &'a mut FileTypes,
    /// Structs that are used before they are defined.
    forward: BTreeMap<u64, (StructId, TypeId)>,
    name: Vec<u8>,
}

impl<'a> TypeReader<'a> {
    pub(super) fn new(module: &'a mut Module, types: &'a mut FileTypes) -> Self {
        Self {
            module,
            types,
            forward: BTreeMap::new(),
            name: Vec::new(),
        }
    }

    pub(super) fn read(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let start = reader.position();
        if !self.types.entries.is_empty() {
            let message = "the module has a second block of types";
            return Err(Error::new(ErrorKind::Several, start, message));
        }
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    self.record(C(record.code), record.operands)
                        .map_err(|error| error.at(record.position))?;
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => break,
                Event::DefineAbbreviation => {}
            }
        }
        self.check().map_err(|error| error.at(start))?;
        self.types.say_pointees(self.module);
        self.types.close(self.module);
        Ok(())
    }

    /// Returns a type that another one contains by value.
    fn held(&mut self, number: u64) -> Result<TypeId> {
        if let Some(entry) = usize::try_from(number)
            .ok()
            .and_then(|number| self.types.entries.get(number))
        {
            return Ok(entry.model);
        }
        if u32::try_from(number).is_err() {
            return Err(unknown(number, self.types.len()));
        }
        // Only a struct can be used before it is defined.
        if let Some(&(_, ty)) = self.forward.get(&number) {
            return Ok(ty);
        }
        let made = self.module.types.new_struct(Name::NONE);
        self.forward.insert(number, made);
        Ok(made.1)
    }

    fn held_list(&mut self, numbers: &[u64], what: &str) -> Result<Vec<TypeId>> {
        let mut list = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let ty = self.held(number)?;
            let kind = self.module.types.get(ty);
            if matches!(kind, Type::Void | Type::Function { .. })
                || what != "a parameter"
                    && matches!(kind, Type::Label | Type::Metadata | Type::Token)
            {
                let message = format!("{what} cannot have type {number}");
                return Err(bad(ErrorKind::BadType, message));
            }
            list.push(ty);
        }
        Ok(list)
    }

    /// Returns the identified struct for the current number, which may have been used already.
    fn identified(&mut self) -> (StructId, TypeId) {
        let number = self.types.entries.len() as u64;
        let made = match self.forward.remove(&number) {
            Some(made) => made,
            None => self.module.types.new_struct(Name::NONE),
        };
        let name = self.module.names.add(&self.name);
        self.module.types.set_name(made.0, name);
        self.name.clear();
        made
    }

    fn record(&mut self, code: C, all: &[u64]) -> Result<()> {
        let mut operands = Operands::new(all);
        let mut parts: &[u64] = &[];
        let model = match code {
            // The number of types that follow. It is not needed.
            C::NUMENTRY => return Ok(()),
            C::VOID => self.module.types.void(),
            C::FLOAT => self.module.types.float(),
            C::DOUBLE => self.module.types.double(),
            C::LABEL => self.module.types.label(),
            C::OPAQUE => self.identified().1,
            C::INTEGER => {
                let width = operands.next()?;
                if !(1..=MAX_INTEGER_BITS).contains(&width) {
                    return Err(bad_number("the width of an integer", width, "1 to 8388608"));
                }
                self.module.types.integer(width as u32)
            }
            C::POINTER => {
                parts = operands.take(1)?;
                if u32::try_from(parts[0]).is_err() {
                    return Err(unknown(parts[0], self.types.len()));
                }
                self.types.typed_pointers = true;
                let space = address_space(operands.or_zero())?;
                if self.types.as_written {
                    self.module.types.own_pointer(space)
                } else {
                    self.module.types.pointer_in(space)
                }
            }
            C::FUNCTION_OLD | C::FUNCTION => {
                let variadic = operands.next()? != 0;
                if code == C::FUNCTION_OLD {
                    operands.next()?;
                }
                parts = operands.rest();
                let Some((&result, parameters)) = parts.split_first() else {
                    return Err(super::record::short(all.len()));
                };
                let result = self.held(result)?;
                if matches!(
                    self.module.types.get(result),
                    Type::Function { .. } | Type::Label | Type::Metadata
                ) {
                    return Err(bad(
                        ErrorKind::BadType,
                        "a function has a return type that values \
                                                        cannot have",
                    ));
                }
                let parameters = self.held_list(parameters, "a parameter")?;
                self.module.types.function(result, &parameters, variadic)
            }
            C::HALF => self.module.types.simple(Type::Half),
            C::ARRAY => {
                let length = operands.next()?;
                parts = operands.take(1)?;
                let element = self.held_list(parts, "the element of an array")?;
                self.module.types.array(element[0], length)
            }
            C::VECTOR => {
                let length = operands.next_u32()?;
                parts = operands.take(1)?;
                let scalable = operands.or_zero() != 0;
                let element = self.held(parts[0])?;
                let scalar = matches!(
                    self.module.types.get(element),
                    Type::Integer(_)
                        | Type::Pointer(_)
                        | Type::Half
                        | Type::BFloat
                        | Type::Float
                        | Type::Double
                        | Type::X86Fp80
                        | Type::Fp128
                        | Type::PpcFp128
                );
                if length == 0 || !scalar {
                    return Err(bad(
                        ErrorKind::BadType,
                        "a vector is empty, or its elements have a \
                                                        type that vectors cannot have",
                    ));
                }
                self.module.types.vector(element, length, scalable)
            }
            C::X86_FP80 => self.module.types.simple(Type::X86Fp80),
            C::FP128 => self.module.types.simple(Type::Fp128),
            C::PPC_FP128 => self.module.types.simple(Type::PpcFp128),
            C::METADATA => self.module.types.metadata(),
            C::X86_MMX => self.module.types.simple(Type::X86Mmx),
            C::STRUCT_ANON | C::STRUCT_NAMED => {
                let packed = operands.next()? != 0;
                parts = operands.rest();
                let fields = self.held_list(parts, "a field of a struct")?;
                if code == C::STRUCT_ANON {
                    self.module.types.literal_struct(&fields, packed)
                } else {
                    let (id, ty) = self.identified();
                    self.module.types.set_fields(id, &fields, packed);
                    ty
                }
            }
            // The name of the next struct.
            C::STRUCT_NAME => {
                self.name = bytes(all);
                return Ok(());
            }
            C::TOKEN => self.module.types.token(),
            C::BFLOAT => self.module.types.simple(Type::BFloat),
            C::X86_AMX => self.module.types.simple(Type::X86Amx),
            C::OPAQUE_POINTER => {
                let space = address_space(operands.next()?)?;
                self.module.types.pointer_in(space)
            }
            C::TARGET_TYPE => {
                return Err(bad(
                    ErrorKind::Unsupported,
                    "target extension types are not supported",
                ));
            }
            _ => {
                let message = format!(
                    "the types block has a record with the unknown code {}",
                    code.0
                );
                return Err(bad(ErrorKind::UnknownRecord, message));
            }
        };
        let number = self.types.entries.len() as u64;
        if self.forward.contains_key(&number) {
            let message = format!("type {number} was used before, but is not a named struct");
            return Err(bad(ErrorKind::BadType, message));
        }
        self.types.entries.push(Entry {
            model,
            kind: self.module.types.get(model),
            start: self.types.parts.len() as u32,
            count: parts.len() as u32,
        });
        // Larger numbers are refused above or by the check at the end.
        let parts = parts
            .iter()
            .map(|&part| part.min(u64::from(u32::MAX)) as u32);
        self.types.parts.extend(parts);
        Ok(())
    }

    /// Checks that all types exist and that none contains itself.
    fn check(&self) -> Result<()> {
        let count = self.types.entries.len();
        if let Some(&part) = self
            .types
            .parts
            .iter()
            .find(|&&part| part as usize >= count)
        {
            return Err(unknown(part.into(), count));
        }
        if let Some((&number, _)) = self.forward.first_key_value() {
            return Err(unknown(number, count));
        }
        if self.module.types.some_type_holds_itself() {
            let message = "a struct contains itself";
            return Err(bad(ErrorKind::RecursiveType, message));
        }
        Ok(())
    }
}

fn address_space(number: u64) -> Result<u32> {
    u32::try_from(number)
        .ok()
        .filter(|&space| space < 1 << 24)
        .ok_or_else(|| bad_number("an address space", number, "less than 2^24"))
}
