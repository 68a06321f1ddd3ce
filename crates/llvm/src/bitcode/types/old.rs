//! The type block as LLVM 2.0 to 2.9 wrote it.
//!
//! A type may refer to any other, including later ones, and types are structural. Records are
//! therefore collected first, and each type is made after those that it contains by value. The
//! model's pointers have no pointee, so no type of a valid file contains itself.
//!
//! Structs with a name in the symbol table of types become identified structs; the others remain
//! literal. Names of other types were only abbreviations in the text, without a meaning.

use std::collections::BTreeMap;

use pinnacle_bitstream::{Event, Reader};

use super::{Entry, FileTypes, MAX_INTEGER_BITS, address_space, unknown};
use crate::bitcode::attributes::FileAttributes;
use crate::bitcode::error::{Error, ErrorKind};
use crate::bitcode::record::{Operands, Result, bad, bad_number, bytes, short};
use crate::bitcode::records::{OldTypesCode as C, TypeNamesCode};
use crate::ids::TypeId;
use crate::module::Module;
use crate::types::Type;

/// Names of types by their numbers. If a type has several, the first is used.
pub(in crate::bitcode) type TypeNames = BTreeMap<u64, Vec<Vec<u8>>>;

/// Reads the block that gives types names.
pub(in crate::bitcode) fn read_names(names: &mut TypeNames, reader: &mut Reader<'_>) -> Result<()> {
    loop {
        match reader.next()? {
            Event::Record => {
                let record = reader.record();
                if TypeNamesCode(record.code) != TypeNamesCode::ENTRY {
                    continue;
                }
                let Some((&number, name)) = record.operands.split_first() else {
                    return Err(short(0).at(record.position));
                };
                names.entry(number).or_default().push(bytes(name));
            }
            Event::EnterBlock(_) => reader.skip_block()?,
            Event::ExitBlock | Event::End => return Ok(()),
            Event::DefineAbbreviation => {}
        }
    }
}

/// A record of the type block.
struct Raw {
    code: C,
    start: usize,
    end: usize,
    position: u64,
}

/// Reads the type block of a module. `names` gives the names of its types.
pub(in crate::bitcode) fn read(
    module: &mut Module,
    types: &mut FileTypes,
    names: &TypeNames,
    attributes: &FileAttributes,
    reader: &mut Reader<'_>,
) -> Result<()> {
    let start = reader.position();
    if !types.entries.is_empty() {
        let message = "the module has a second block of types";
        return Err(Error::new(ErrorKind::Several, start, message));
    }
    let mut old = OldTypes {
        module,
        names,
        attributes,
        as_written: types.as_written,
        raw: Vec::new(),
        operands: Vec::new(),
        made: Vec::new(),
    };
    old.collect(reader)?;
    old.make_all()?;
    old.finish(types);
    types.typed_pointers = true;
    types.say_pointees(old.module);
    types.close(old.module);
    if types.as_written {
        old.keep_names();
    }
    Ok(())
}

struct OldTypes<'a> {
    module: &'a mut Module,
    names: &'a TypeNames,
    attributes: &'a FileAttributes,
    /// True if the module is read in its original form: pointers keep their pointees, and named
    /// structs are equal if their fields are.
    as_written: bool,
    raw: Vec<Raw>,
    operands: Vec<u64>,
    made: Vec<Option<TypeId>>,
}

impl OldTypes<'_> {
    fn collect(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        loop {
            match reader.next()? {
                Event::Record => {
                    let record = reader.record();
                    if C(record.code) == C::NUMENTRY {
                        continue;
                    }
                    let start = self.operands.len();
                    self.operands.extend_from_slice(record.operands);
                    self.raw.push(Raw {
                        code: C(record.code),
                        start,
                        end: self.operands.len(),
                        position: record.position,
                    });
                }
                Event::EnterBlock(_) => reader.skip_block()?,
                Event::ExitBlock | Event::End => return Ok(()),
                Event::DefineAbbreviation => {}
            }
        }
    }

    fn operands_of(&self, raw: &Raw) -> &[u64] {
        &self.operands[raw.start..raw.end]
    }

    /// The numbers of a type's components, in the order of [`FileTypes::part`].
    fn parts(&self, raw: &Raw) -> &[u64] {
        let all = self.operands_of(raw);
        let parts = match raw.code {
            C::POINTER => all.get(..1),
            C::FUNCTION => all.get(2..),
            C::STRUCT => all.get(1..),
            C::ARRAY | C::VECTOR => all.get(1..2),
            C::UNION => Some(all),
            _ => None,
        };
        parts.unwrap_or_default()
    }

    fn make_all(&mut self) -> Result<()> {
        let count = self.raw.len();
        self.made = vec![None; count];
        let mut open = vec![false; count];
        let mut stack = Vec::new();
        for root in 0..count {
            stack.push(root);
            while let Some(&top) = stack.last() {
                if self.made[top].is_some() {
                    stack.pop();
                    continue;
                }
                let raw = &self.raw[top];
                let at = |error: Error| error.at(raw.position);
                for &part in self.parts(raw) {
                    let part = usize::try_from(part).unwrap_or(usize::MAX);
                    if part >= count {
                        return Err(at(unknown(part as u64, count)));
                    }
                    // A pointer does not contain the type that it points to.
                    if open[top] || raw.code == C::POINTER || self.made[part].is_some() {
                        continue;
                    }
                    if open[part] || part == top {
                        let message = format!("type {part} contains itself");
                        return Err(at(bad(ErrorKind::RecursiveType, message)));
                    }
                    stack.push(part);
                }
                open[top] = true;
                if stack.last() == Some(&top) {
                    let ty = self.make(top).map_err(|error| {
                        let position = self.raw[top].position;
                        error.at(position)
                    })?;
                    self.made[top] = Some(ty);
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    /// Makes a type from its components.
    fn make(&mut self, number: usize) -> Result<TypeId> {
        let raw = &self.raw[number];
        let code = raw.code;
        let all = &self.operands[raw.start..raw.end];
        let mut operands = Operands::new(all);
        let simple = match code {
            C::VOID => Type::Void,
            C::FLOAT => Type::Float,
            C::DOUBLE => Type::Double,
            C::LABEL => Type::Label,
            C::X86_FP80 => Type::X86Fp80,
            C::FP128 => Type::Fp128,
            C::PPC_FP128 => Type::PpcFp128,
            C::METADATA => Type::Metadata,
            // This code is `x86_mmx` in LLVM 2.9, and a union in 2.7.
            C::UNION if all.is_empty() => Type::X86Mmx,
            C::UNION => {
                let members = self.held(all, false)?;
                let Some(union) = self.module.union_of(&members) else {
                    return Err(bad(ErrorKind::BadType, "a member of a union has no size"));
                };
                return Ok(union);
            }
            C::INTEGER => {
                let width = operands.next()?;
                if !(1..=MAX_INTEGER_BITS).contains(&width) {
                    return Err(bad_number("the width of an integer", width, "1 to 8388608"));
                }
                Type::Integer(width as u32)
            }
            C::POINTER => {
                operands.next()?;
                let space = address_space(operands.or_zero())?;
                if self.as_written {
                    return Ok(self.module.types.own_pointer(space));
                }
                Type::Pointer(space)
            }
            C::OPAQUE => return Ok(self.identified(number).1),
            C::FUNCTION => {
                let variadic = operands.next()? != 0;
                operands.next()?;
                let result = self.part(operands.next()?)?;
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
                let parameters = self.held(operands.rest(), true)?;
                let function = self.module.types.function(result, &parameters, variadic);
                if self.as_written && all[1] != 0 {
                    let (list, _) = self.attributes.list(all[1])?;
                    return Ok(self.module.types.own_function(function, list));
                }
                return Ok(function);
            }
            C::STRUCT => {
                let packed = operands.next()? != 0;
                let fields = self.held(operands.rest(), false)?;
                if self.as_written || !self.names.contains_key(&(number as u64)) {
                    return Ok(self.module.types.literal_struct(&fields, packed));
                }
                let (id, ty) = self.identified(number);
                self.module.types.set_fields(id, &fields, packed);
                return Ok(ty);
            }
            C::ARRAY => {
                let length = operands.next()?;
                let element = self.held(operands.take(1)?, false)?;
                return Ok(self.module.types.array(element[0], length));
            }
            C::VECTOR => {
                let length = operands.next_u32()?;
                let element = self.held(operands.take(1)?, false)?[0];
                let is_scalar = matches!(
                    self.module.types.get(element),
                    Type::Integer(_)
                        | Type::Float
                        | Type::Double
                        | Type::X86Fp80
                        | Type::Fp128
                        | Type::PpcFp128
                );
                if length == 0 || !is_scalar {
                    return Err(bad(
                        ErrorKind::BadType,
                        "a vector is empty, or its elements have a \
                                                        type that vectors cannot have",
                    ));
                }
                return Ok(self.module.types.vector(element, length, false));
            }
            _ => {
                let message = format!(
                    "the types block has a record with the unknown code {}",
                    code.0
                );
                return Err(bad(ErrorKind::UnknownRecord, message));
            }
        };
        Ok(self.module.types.simple(simple))
    }

    /// Adds the names of all types, in the order of the file.
    fn keep_names(&mut self) {
        let mut all = Vec::new();
        for (&number, names) in self.names {
            all.extend(names.iter().map(|name| (name, number)));
        }
        all.sort();
        for (name, number) in all {
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            if let Some(&Some(ty)) = self.made.get(index) {
                let name = self.module.names.add_even_empty(name);
                self.module.types.add_type_name(name, ty);
            }
        }
    }

    /// Makes an identified struct with the name that the file gives it.
    fn identified(&mut self, number: usize) -> (crate::ids::StructId, TypeId) {
        let names = self.names.get(&(number as u64));
        let name = names.and_then(|names| names.first());
        let name = self.module.names.add(name.map_or(&b""[..], |name| name));
        self.module.types.new_struct(name)
    }

    fn part(&self, number: u64) -> Result<TypeId> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match self.made.get(index) {
            Some(&Some(ty)) => Ok(ty),
            _ => Err(unknown(number, self.made.len())),
        }
    }

    fn held(&self, numbers: &[u64], as_parameters: bool) -> Result<Vec<TypeId>> {
        let mut list = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let ty = self.part(number)?;
            let kind = self.module.types.get(ty);
            if matches!(kind, Type::Void | Type::Function { .. })
                || !as_parameters && matches!(kind, Type::Label | Type::Metadata)
            {
                let message =
                    format!("a type contains type {number}, which cannot be a part of it");
                return Err(bad(ErrorKind::BadType, message));
            }
            list.push(ty);
        }
        Ok(list)
    }

    /// Adds the types to the table, in the order of their numbers.
    fn finish(&self, types: &mut FileTypes) {
        types.old = true;
        for (raw, made) in self.raw.iter().zip(&self.made) {
            let Some(model) = *made else {
                continue;
            };
            let parts = self.parts(raw);
            types.entries.push(Entry {
                model,
                kind: self.module.types.get(model),
                start: types.parts.len() as u32,
                count: parts.len() as u32,
            });
            types.parts.extend(parts.iter().map(|&part| part as u32));
            let list = match raw.code {
                C::FUNCTION => self.operands_of(raw).get(1).copied().unwrap_or(0),
                _ => 0,
            };
            types.lists.push(list);
        }
    }
}
