//! Decodes the types block.

use super::counted::Count;
use super::findings::Findings;
use crate::construct::codes::{RecordCode, types as codes};
use crate::construct::{TypeConstruct, block_id};
use crate::error::{Error, ErrorKind};
use crate::module::Module;
use crate::types::{Signature, Type, TypeDef};
use pinnacle_base::count::counted;
use pinnacle_bitstream::{Event, Reader, Record};
use std::collections::HashSet;

/// Reads the types block into the module.
///
/// # Errors
///
/// Fails if the block cannot be read to its end.
pub(super) fn read(
    reader: &mut Reader<'_>,
    module: &mut Module,
    findings: &mut Findings,
) -> Result<(), Error> {
    let mut types = Types {
        types: &mut module.types,
        findings,
        known: HashSet::new(),
        count: Count::Awaited,
    };
    loop {
        match reader.next()? {
            Event::Record => types.record(&reader.record()),
            Event::DefineAbbreviation => {}
            Event::EnterBlock(header) => {
                types.findings.note(super::nested(&header, block_id::TYPES));
                reader.skip_block()?;
            }
            Event::ExitBlock | Event::End => {
                types.end(reader.position());
                return Ok(());
            }
        }
    }
}

struct Types<'a> {
    types: &'a mut Vec<TypeDef>,
    findings: &'a mut Findings,
    known: HashSet<TypeDef>,
    count: Count,
}

impl Types<'_> {
    fn record(&mut self, record: &Record<'_>) {
        let construct = TypeConstruct::decode(record);
        let announced = match &construct {
            Ok(TypeConstruct::Count(count)) => Ok(Some(*count)),
            Ok(_) => Ok(None),
            Err(error) => Err(error),
        };
        let is_count_record = record.code == codes::COUNT.0;
        if self.count.take(
            "types",
            record.position,
            is_count_record,
            announced,
            self.findings,
        ) {
            return;
        }
        let doubtful = construct
            .as_ref()
            .is_ok_and(|construct| self.uses_doubtful(construct));
        match construct.and_then(|construct| define(record, &construct, self.types)) {
            Ok(ty) => {
                if doubtful {
                    let index = self.types.len() as u32;
                    self.findings.doubts.types.insert(index);
                }
                if let Some(expected) = self.count.exceeded(self.types.len()) {
                    self.findings.note(Error::new(
                        ErrorKind::TypeCount,
                        record.position,
                        format!("the types block has more types than the {expected} announced"),
                    ));
                } else if self.known.contains(&ty) && !doubtful {
                    self.findings.note(Error::new(
                        ErrorKind::DuplicateType,
                        record.position,
                        format!("type {ty} is defined twice"),
                    ));
                }
                self.known.insert(ty.clone());
                self.types.push(ty);
            }
            Err(error) => {
                if !doubtful {
                    self.findings.note(error);
                }
                if !is_count_record {
                    self.doubtful(record.code);
                }
            }
        }
    }

    /// Returns true if a part of a type is a placeholder.
    fn uses_doubtful(&self, construct: &TypeConstruct<'_>) -> bool {
        let doubts = &self.findings.doubts;
        match *construct {
            TypeConstruct::Vector(_, element) => doubts.has_type(element.into()),
            TypeConstruct::Function(_, result, params) => {
                doubts.has_type(result.into()) || params.iter().any(|&param| doubts.has_type(param))
            }
            _ => false,
        }
    }

    /// Adds a placeholder for an invalid type.
    #[cold]
    fn doubtful(&mut self, code: u64) {
        let index = self.types.len() as u32;
        self.findings.doubts.types.insert(index);
        self.types.push(match RecordCode(code) {
            codes::VOID => TypeDef::Value(Type::Void),
            codes::FLOAT => TypeDef::Value(Type::Float),
            codes::DOUBLE => TypeDef::Value(Type::Double),
            codes::FUNCTION => TypeDef::Function(Signature {
                result: Type::Void,
                params: Box::default(),
            }),
            _ => TypeDef::Value(Type::I32),
        });
    }

    fn end(&mut self, position: u64) {
        let Some(expected) = self.count.missed(self.types.len()) else {
            return;
        };
        // Uses of types beyond the last one result from this error and are not reported.
        self.findings.doubts.types_from = Some(self.types.len() as u32);
        self.findings.note(Error::new(
            ErrorKind::TypeCount,
            position,
            format!(
                "the types block has {}, {expected}",
                counted(self.types.len(), "type")
            ),
        ));
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
