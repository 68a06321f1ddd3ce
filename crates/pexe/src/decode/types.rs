//! The types block.

use crate::construct::{TypeConstruct, block_id};
use crate::error::{Error, ErrorKind};
use crate::module::Module;
use crate::types::{Signature, Type, TypeDef};
use pinnacle_bitstream::{Event, Reader, Record};
use std::collections::HashSet;

/// Reads the types block into the module.
pub(super) fn read(reader: &mut Reader<'_>, module: &mut Module) -> Result<(), Error> {
    let mut count = None;
    let mut known = HashSet::new();
    loop {
        match reader.next()? {
            Event::Record => {
                let record = reader.record();
                let construct = TypeConstruct::decode(&record)?;
                let Some(expected) = count else {
                    count = Some(first_count(&record, &construct)?);
                    continue;
                };
                let ty = define(&record, &construct, &module.types)?;
                if module.types.len() as u64 >= u64::from(expected) {
                    return Err(Error::new(
                        ErrorKind::TypeCount,
                        record.position,
                        format!("the types block has more types than the {expected} announced"),
                    ));
                }
                if !known.insert(ty.clone()) {
                    return Err(Error::new(
                        ErrorKind::DuplicateType,
                        record.position,
                        format!("type {ty} is defined twice"),
                    ));
                }
                module.types.push(ty);
            }
            Event::DefineAbbreviation => {}
            Event::EnterBlock(header) => return Err(super::nested(&header, block_id::TYPES)),
            Event::ExitBlock | Event::End => break,
        }
    }
    let expected = count.unwrap_or(0);
    if count.is_none() || module.types.len() as u64 != u64::from(expected) {
        return Err(Error::new(
            ErrorKind::TypeCount,
            reader.position(),
            format!(
                "the types block has {} types, announced are {expected}",
                module.types.len()
            ),
        ));
    }
    Ok(())
}

fn first_count(record: &Record<'_>, construct: &TypeConstruct<'_>) -> Result<u32, Error> {
    match construct {
        TypeConstruct::Count(count) => Ok(*count),
        _ => Err(Error::new(
            ErrorKind::WrongOrder,
            record.position,
            "the types block must begin with its count record",
        )),
    }
}

fn define(
    record: &Record<'_>,
    construct: &TypeConstruct<'_>,
    types: &[TypeDef],
) -> Result<TypeDef, Error> {
    let bad = |message: String| Err(Error::new(ErrorKind::BadType, record.position, message));
    let value_type = |id: u64| match types.get(usize::try_from(id).unwrap_or(usize::MAX)) {
        Some(TypeDef::Value(ty)) => Ok(*ty),
        Some(other) => Err(Error::new(
            ErrorKind::BadType,
            record.position,
            format!("type @t{id} is {other}, expected a value type"),
        )),
        None => Err(Error::new(
            ErrorKind::UndefinedType,
            record.position,
            format!("type @t{id} is used before it is defined"),
        )),
    };
    Ok(TypeDef::Value(match *construct {
        TypeConstruct::Count(_) => {
            return Err(Error::new(
                ErrorKind::Duplicate,
                record.position,
                "the types block has a second count record",
            ));
        }
        TypeConstruct::Void => Type::Void,
        TypeConstruct::Float => Type::Float,
        TypeConstruct::Double => Type::Double,
        TypeConstruct::Integer(1) => Type::I1,
        TypeConstruct::Integer(8) => Type::I8,
        TypeConstruct::Integer(16) => Type::I16,
        TypeConstruct::Integer(32) => Type::I32,
        TypeConstruct::Integer(64) => Type::I64,
        TypeConstruct::Integer(bits) => {
            return bad(format!(
                "an integer type has {bits} bits, expected 1, 8, 16, 32 or 64"
            ));
        }
        TypeConstruct::Vector(lanes, element) => {
            let element = value_type(u64::from(element))?;
            match Type::vector(lanes, element) {
                Some(ty) => ty,
                None => return bad(format!("PNaCl has no vector type <{lanes} x {element}>")),
            }
        }
        TypeConstruct::Function(varargs, result, params) => {
            if varargs != 0 {
                return bad("a function type takes variable arguments".into());
            }
            let result = value_type(u64::from(result))?;
            let mut list = Vec::with_capacity(params.len());
            for &param in params {
                let ty = value_type(param)?;
                if ty == Type::Void {
                    return bad(format!(
                        "parameter {} of a function type is void",
                        list.len() + 1
                    ));
                }
                list.push(ty);
            }
            return Ok(TypeDef::Function(Signature {
                result,
                params: list.into(),
            }));
        }
    }))
}
