//! Constructs of a module's blocks, except function blocks.

use super::codes::{RecordCode, constants, globals, module, symbols, types};
use super::{out_of_range, unknown_record, unrotate_sign, word, wrong_size};
use crate::error::{Error, ErrorKind};
use crate::inst::Alignment;
use crate::limits::MAX_ZEROFILL;
use crate::module::Linkage;
use pinnacle_bitstream::Record;

/// A record of the module block itself ("Module Block").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleConstruct {
    /// `version N;`
    Version(u64),
    /// `define internal T @fN(...);`
    Function {
        /// The index of its type.
        ty: u32,
        /// The calling convention.
        convention: u64,
        /// True if it is only declared.
        declared: bool,
        /// Who may refer to it.
        linkage: Linkage,
    },
}

impl ModuleConstruct {
    /// Decodes a record of the module block.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code, a wrong number of operands, or an operand out of range.
    pub fn decode(record: &Record<'_>) -> Result<ModuleConstruct, Error> {
        match (RecordCode(record.code), record.operands) {
            (module::VERSION, &[version]) => Ok(ModuleConstruct::Version(version)),
            (module::VERSION, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the version record",
                "1",
            )),
            (module::FUNCTION, &[ty, convention, prototype, linkage]) => {
                Ok(ModuleConstruct::Function {
                    ty: word(record.position, "the type of a function", ty)?,
                    convention,
                    declared: match prototype {
                        0 => false,
                        1 => true,
                        _ => {
                            return Err(out_of_range(
                                record.position,
                                "the prototype flag of a function",
                                prototype,
                                "0 (define) or 1 (declare)",
                            ));
                        }
                    },
                    linkage: match linkage {
                        0 => Linkage::External,
                        3 => Linkage::Internal,
                        _ => {
                            return Err(out_of_range(
                                record.position,
                                "the linkage of a function",
                                linkage,
                                "0 (external) or 3 (internal)",
                            ));
                        }
                    },
                })
            }
            (module::FUNCTION, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a function record",
                "4",
            )),
            _ => Err(unknown_record(
                record.position,
                record.code,
                "the module block",
            )),
        }
    }
}

/// A record of the types block ("Types Block"). Types are named by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeConstruct<'a> {
    /// `count N;`
    Count(u32),
    /// `void`
    Void,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `iN`
    Integer(u64),
    /// `<N x T>`
    Vector(u64, u32),
    /// `T (T1, ...)`: whether it takes variable arguments, the result, the
    /// parameters.
    Function(u64, u32, &'a [u64]),
}

impl<'a> TypeConstruct<'a> {
    /// Decodes a record of the types block.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code, a wrong number of operands, or an operand out of range.
    pub fn decode(record: &Record<'a>) -> Result<TypeConstruct<'a>, Error> {
        let type_id = |operand| word(record.position, "the index of a type", operand);
        match (RecordCode(record.code), record.operands) {
            (types::COUNT, &[count]) => Ok(TypeConstruct::Count(word(
                record.position,
                "the number of types",
                count,
            )?)),
            (types::COUNT, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the count record of the types block",
                "1",
            )),
            (types::VOID, []) => Ok(TypeConstruct::Void),
            (types::VOID, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the type void",
                "0",
            )),
            (types::FLOAT, []) => Ok(TypeConstruct::Float),
            (types::FLOAT, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the type float",
                "0",
            )),
            (types::DOUBLE, []) => Ok(TypeConstruct::Double),
            (types::DOUBLE, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the type double",
                "0",
            )),
            (types::INTEGER, &[bits]) => Ok(TypeConstruct::Integer(bits)),
            (types::INTEGER, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "an integer type",
                "1",
            )),
            (types::VECTOR, &[lanes, element]) => {
                Ok(TypeConstruct::Vector(lanes, type_id(element)?))
            }
            (types::VECTOR, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a vector type",
                "2",
            )),
            (types::FUNCTION, &[varargs, result, ref params @ ..]) => {
                Ok(TypeConstruct::Function(varargs, type_id(result)?, params))
            }
            (types::FUNCTION, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a function type",
                "at least 2",
            )),
            _ => Err(unknown_record(
                record.position,
                record.code,
                "the types block",
            )),
        }
    }
}

/// A record of the globals block ("Globals Block").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalConstruct<'a> {
    /// `count N;`
    Count(u32),
    /// `var @gN, align A,` or `const ...`.
    Global {
        /// The alignment of its address.
        align: Alignment,
        /// True if the program may not write to it.
        constant: bool,
    },
    /// `initializers N {`
    Compound(u64),
    /// `zerofill N;`
    Zerofill(u32),
    /// `{ ... }`: bytes.
    Data(&'a [u64]),
    /// `reloc V + N;`: the absolute index of a function or global, a number.
    Reloc(u32, i32),
}

impl<'a> GlobalConstruct<'a> {
    /// Decodes a record of the globals block.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code, a wrong number of operands, or an operand out of range.
    pub fn decode(record: &Record<'a>) -> Result<GlobalConstruct<'a>, Error> {
        match (RecordCode(record.code), record.operands) {
            (globals::GLOBAL, &[align, constant]) => Ok(GlobalConstruct::Global {
                align: Alignment::from_code(align)
                    .ok_or_else(|| too_aligned(record.position, align))?,
                constant: match constant {
                    0 => false,
                    1 => true,
                    _ => {
                        return Err(out_of_range(
                            record.position,
                            "the constant flag of a global",
                            constant,
                            "0 (var) or 1 (const)",
                        ));
                    }
                },
            }),
            (globals::GLOBAL, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a global address",
                "2",
            )),
            (globals::COMPOUND, &[count]) => Ok(GlobalConstruct::Compound(count)),
            (globals::COMPOUND, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a compound initialiser",
                "1",
            )),
            (globals::ZEROFILL, &[size]) if size <= MAX_ZEROFILL => {
                Ok(GlobalConstruct::Zerofill(size as u32))
            }
            (globals::ZEROFILL, &[size]) => Err(out_of_range(
                record.position,
                "the size of a zerofill",
                size,
                "less than 2**32",
            )),
            (globals::ZEROFILL, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a zerofill initialiser",
                "1",
            )),
            (globals::DATA, []) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a data initialiser",
                "at least 1",
            )),
            (globals::DATA, bytes) => match wide_byte(bytes) {
                None => Ok(GlobalConstruct::Data(bytes)),
                Some(byte) => Err(out_of_range(
                    record.position,
                    "a byte of a data initialiser",
                    byte,
                    "0 to 255",
                )),
            },
            (globals::RELOCATION, &[value]) => Ok(GlobalConstruct::Reloc(
                word(record.position, "the address of a relocation", value)?,
                0,
            )),
            (globals::RELOCATION, &[value, addend]) => Ok(GlobalConstruct::Reloc(
                word(record.position, "the address of a relocation", value)?,
                word(record.position, "the addend of a relocation", addend)? as i32,
            )),
            (globals::RELOCATION, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a relocation",
                "1 or 2",
            )),
            (globals::COUNT, &[count]) => Ok(GlobalConstruct::Count(word(
                record.position,
                "the number of globals",
                count,
            )?)),
            (globals::COUNT, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "the count record of the globals block",
                "1",
            )),
            _ => Err(unknown_record(
                record.position,
                record.code,
                "the globals block",
            )),
        }
    }
}

#[cold]
pub(super) fn too_aligned(position: u64, code: u64) -> Error {
    Error::new(
        ErrorKind::BadAlignment,
        position,
        format!(
            "an alignment is 2**{}, expected at most 2**29",
            code.saturating_sub(1)
        ),
    )
}

/// A record of the value symbol table ("Valuesymtab Block").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolConstruct<'a> {
    /// The absolute index of the function or global named.
    pub value: u32,
    /// The bytes of the name.
    pub name: &'a [u64],
}

impl<'a> SymbolConstruct<'a> {
    /// Decodes a record of the value symbol table.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code, a wrong number of operands, or an operand out of range.
    pub fn decode(record: &Record<'a>) -> Result<SymbolConstruct<'a>, Error> {
        match (RecordCode(record.code), record.operands) {
            (symbols::ENTRY, &[value, ref name @ ..]) if !name.is_empty() => {
                if let Some(byte) = wide_byte(name) {
                    return Err(out_of_range(
                        record.position,
                        "a byte of a name",
                        byte,
                        "0 to 255",
                    ));
                }
                Ok(SymbolConstruct {
                    value: word(record.position, "the value of a symbol", value)?,
                    name,
                })
            }
            (symbols::ENTRY, _) => Err(wrong_size(
                record.position,
                record.operands.len(),
                "a symbol",
                "at least 2",
            )),
            _ => Err(unknown_record(
                record.position,
                record.code,
                "the value symbol table",
            )),
        }
    }
}

/// A record of a constants block ("Constants Blocks").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantConstruct {
    /// `T:`
    SetType(u32),
    /// `undef`
    Undef,
    /// An integer.
    Integer(i64),
    /// The IEEE bits of a floating point number.
    Float(u64),
}

impl ConstantConstruct {
    /// Decodes a record of a constants block.
    ///
    /// # Errors
    ///
    /// Fails for an unknown code or a wrong number of operands.
    #[inline(always)]
    pub fn decode(record: &Record<'_>) -> Result<ConstantConstruct, Error> {
        ConstantConstruct::of(record.position, record.code, record.operands)
    }

    /// Decodes the parts of a record of a constants block.
    #[inline(always)]
    pub(crate) fn of(
        position: u64,
        code: u64,
        operands: &[u64],
    ) -> Result<ConstantConstruct, Error> {
        match (RecordCode(code), operands) {
            (constants::SET_TYPE, &[ty]) => Ok(ConstantConstruct::SetType(word(
                position,
                "the index of a type",
                ty,
            )?)),
            (constants::UNDEF, []) => Ok(ConstantConstruct::Undef),
            (constants::INTEGER, &[value]) => Ok(ConstantConstruct::Integer(unrotate_sign(value))),
            (constants::FLOAT, &[bits]) => Ok(ConstantConstruct::Float(bits)),
            _ => Err(no_constant(position, code, operands.len())),
        }
    }
}

/// Reports the error in a record that matches no construct of a constants block.
#[cold]
fn no_constant(position: u64, code: u64, operands: usize) -> Error {
    let (what, expected) = match RecordCode(code) {
        constants::SET_TYPE => ("a set type record", "1"),
        constants::UNDEF => ("an undefined constant", "0"),
        constants::INTEGER => ("an integer constant", "1"),
        constants::FLOAT => ("a floating point constant", "1"),
        _ => return unknown_record(position, code, "a constants block"),
    };
    wrong_size(position, operands, what, expected)
}

/// Returns the first operand that is not a byte. All are tested together first, because there is
/// hardly ever one.
fn wide_byte(bytes: &[u64]) -> Option<u64> {
    let all = bytes.iter().fold(0, |all, &byte| all | byte);
    if all <= 0xff {
        return None;
    }
    bytes.iter().copied().find(|&byte| byte > 0xff)
}
