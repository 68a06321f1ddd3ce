//! Parses the module block, and the blocks for types, globals and symbols.

use super::Parser;
use super::types::{Shape, TypeRef};
use crate::construct::{GlobalConstruct, ModuleConstruct, SymbolConstruct, TypeConstruct};
use crate::module::Linkage;
use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::text::scan::Name;
use crate::types::Type;
use pinnacle_base::count::counted;

/// The definitions of the module so far.
#[derive(Debug, Default)]
pub(super) struct ModuleState {
    pub(super) functions: Vec<Function>,
    /// Number of globals that were defined.
    pub(super) globals: u32,
    /// The number in the count record of the globals block.
    announced: u32,
    /// True inside the braces of a compound initialiser.
    compound: bool,
    /// The global with the highest number that a relocation refers to.
    furthest: Option<Name>,
    /// The index of the first function that the next function block may define.
    pub(super) next_body: usize,
}

/// A function of the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    /// The function type.
    pub(super) ty: TypeRef,
    /// True if the function has a body.
    pub(super) defined: bool,
}

impl Parser<'_> {
    pub(super) fn module_item(&mut self) -> Result<()> {
        const EXPECTED: &str =
            "`version`, `declare`, `define`, a block (`types {`, `function ... {`) or `}`";
        let at = self.scan.here();
        if !self.scan.peek().is_ascii_alphabetic() {
            return self.common_item(EXPECTED);
        }
        match self.scan.word() {
            b"version" => {
                let version = self.scan.number()?;
                self.semicolon()?;
                let construct = ModuleConstruct::Version(version);
                let record = self
                    .buffer
                    .record(at, |operands| construct.encode(operands));
                self.finish(record, at)
            }
            b"declare" => self.function_address(at, true),
            b"define" => self.function_address(at, false),
            other => self.common_word(other, at, EXPECTED),
        }
    }

    /// Parses `define internal T @fN(...);` after its first word.
    fn function_address(&mut self, at: u32, declared: bool) -> Result<()> {
        let word_at = self.scan.here();
        let linkage = match self.scan.word() {
            b"internal" => Linkage::Internal,
            b"external" => Linkage::External,
            _ => return self.scan.unexpected_at(word_at, "`internal` or `external`"),
        };
        let type_at = self.scan.here();
        let result = self.types.parse(&mut self.scan)?;
        let name = self.scan.name()?;
        self.check_name(name, *b"@f", self.module.functions.len());
        let ty = self.types.parse_signature(&mut self.scan, result)?;
        // The function is added even if the rest is invalid.
        self.module.functions.push(Function {
            ty,
            defined: !declared,
        });
        self.semicolon()?;
        let construct = ModuleConstruct::Function {
            ty: self.types.id(ty, type_at)?,
            convention: 0,
            declared,
            linkage,
        };
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.finish(record, at)
    }

    pub(super) fn types_item(&mut self) -> Result<()> {
        const EXPECTED: &str = "`count N;`, `@tN = TYPE;` or `}`";
        let at = self.scan.here();
        if self.scan.peek() == b'@' {
            let name = self.scan.name()?;
            self.check_name(name, *b"@t", self.types.len());
            let result = self.type_definition(at);
            if result.is_err() {
                self.types.define(TypeRef::UNKNOWN);
            }
            return result;
        }
        if !self.scan.peek().is_ascii_alphabetic() {
            return self.common_item(EXPECTED);
        }
        match self.scan.word() {
            b"count" => {
                let count = self.scan.number32()?;
                self.semicolon()?;
                let construct = TypeConstruct::Count(count);
                let record = self
                    .buffer
                    .record(at, |operands| construct.encode(operands));
                self.finish(record, at)
            }
            other => self.common_word(other, at, EXPECTED),
        }
    }

    /// Parses `= TYPE;`.
    fn type_definition(&mut self, at: u32) -> Result<()> {
        self.scan.expect(b'=')?;
        let type_at = self.scan.here();
        let by_name = self.scan.peek() == b'@';
        let mut ty = self.types.parse(&mut self.scan)?;
        if self.scan.peek() == b'(' {
            ty = self.types.parse_signature(&mut self.scan, ty)?;
        } else if by_name {
            return self
                .scan
                .unexpected_at(type_at, "a type, not another name for one");
        }
        self.semicolon()?;
        let mut params = Vec::new();
        let construct = match self.types.shape(ty) {
            Some(Shape::Function(varargs, result, list)) => {
                for &param in list {
                    params.push(self.types.id(param, type_at)?.into());
                }
                let result = self.types.id(*result, type_at)?;
                TypeConstruct::Function(u64::from(*varargs), result, &params)
            }
            Some(&Shape::Vector(lanes, element)) => {
                TypeConstruct::Vector(lanes, self.types.id(element, type_at)?)
            }
            Some(&Shape::Integer(bits)) => TypeConstruct::Integer(bits),
            Some(&Shape::Value(ty)) => match ty {
                Type::Void => TypeConstruct::Void,
                Type::Float => TypeConstruct::Float,
                Type::Double => TypeConstruct::Double,
                _ if ty.is_vector() => {
                    let element = self.types.id(ty.element().into(), type_at)?;
                    TypeConstruct::Vector(ty.lanes().into(), element)
                }
                _ => TypeConstruct::Integer(ty.bits().into()),
            },
            None => return self.scan.unexpected_at(type_at, "a type"),
        };
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.types.define(ty);
        self.finish(record, at)
    }

    pub(super) fn start_globals(&mut self) {
        self.module.compound = false;
        self.module.announced = 0;
        self.module.furthest = None;
    }

    pub(super) fn globals_item(&mut self) -> Result<()> {
        const EXPECTED: &str = "`count N;`, `var`, `const`, `zerofill`, `reloc`, \
                                `initializers N {`, bytes in braces, or `}`";
        let at = self.scan.here();
        match self.scan.peek() {
            b'{' => return self.data(at),
            b'}' if self.module.compound => {
                // This brace is not a record.
                self.scan.eat(b'}');
                self.module.compound = false;
                return Ok(());
            }
            b'}' => self.check_furthest(),
            _ => {}
        }
        if !self.scan.peek().is_ascii_alphabetic() {
            return self.common_item(EXPECTED);
        }
        let construct = match self.scan.word() {
            b"count" => {
                let count = self.scan.number32()?;
                self.module.announced = count;
                self.semicolon()?;
                GlobalConstruct::Count(count)
            }
            word @ (b"var" | b"const") => {
                if self.module.compound {
                    return self
                        .scan
                        .unexpected_at(at, "another initialiser, or `}` after the last one");
                }
                let name = self.scan.name()?;
                self.check_name(name, *b"@g", self.module.globals as usize);
                self.module.globals += 1;
                self.scan.expect(b',')?;
                self.scan.expect_word("align")?;
                let align = self.alignment()?;
                self.scan.expect(b',')?;
                GlobalConstruct::Global {
                    align,
                    constant: word == b"const",
                }
            }
            b"zerofill" => {
                let size = self.scan.number32()?;
                self.semicolon()?;
                GlobalConstruct::Zerofill(size)
            }
            b"reloc" => {
                let (value, addend) = self.relocation()?;
                GlobalConstruct::Reloc(value, addend)
            }
            b"initializers" => {
                let count = self.scan.number()?;
                self.scan.expect(b'{')?;
                self.module.compound = true;
                GlobalConstruct::Compound(count)
            }
            other => return self.common_word(other, at, EXPECTED),
        };
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.finish(record, at)
    }

    /// Parses `{ 1, 2, 3 }`, the bytes of a data initialiser. A string `"abc"` represents its
    /// bytes.
    fn data(&mut self, at: u32) -> Result<()> {
        self.scan.expect(b'{')?;
        self.operands.clear();
        if !self.scan.eat(b'}') {
            loop {
                let byte_at = self.scan.here();
                if self.scan.peek() == b'"' {
                    self.scan.string(&mut self.operands)?;
                } else {
                    let byte = self.scan.number()?;
                    if byte > 255 {
                        return fault(
                            SyntaxErrorKind::NumberRange,
                            byte_at,
                            format!("found {byte}, expected a byte, 0 to 255"),
                        );
                    }
                    self.operands.push(byte);
                }
                if !self.scan.eat(b',') {
                    self.scan.expect(b'}')?;
                    break;
                }
            }
        }
        let construct = GlobalConstruct::Data(&self.operands);
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.finish(record, at)
    }

    /// Parses `V + N;` after `reloc`.
    fn relocation(&mut self) -> Result<(u32, i32)> {
        let name = self.scan.name()?;
        let functions = self.module.functions.len() as u32;
        let value = match &name.prefix {
            b"@f" if name.index < functions => name.index,
            b"@g" => {
                if self
                    .module
                    .furthest
                    .is_none_or(|far| far.index < name.index)
                {
                    self.module.furthest = Some(name);
                }
                functions.saturating_add(name.index)
            }
            b"@f" => return unknown(name, functions, "function addresses"),
            _ => return self.scan.unexpected_at(name.at, "`@fN` or `@gN`"),
        };
        let negative = self.scan.peek() == b'-';
        let mut addend = 0;
        if negative || self.scan.peek() == b'+' {
            self.scan.eat(if negative { b'-' } else { b'+' });
            addend = self.scan.number32()?;
        }
        self.semicolon()?;
        let addend = addend as i32;
        Ok((
            value,
            if negative {
                addend.wrapping_neg()
            } else {
                addend
            },
        ))
    }

    /// Checks that the globals in relocations exist, after all globals are known.
    fn check_furthest(&mut self) {
        let known = self.module.globals.max(self.module.announced);
        if let Some(name) = self.module.furthest.take()
            && name.index >= known
        {
            let globals = counted(known, "global");
            let message = format!("found {name}, but the block has {globals}");
            self.note(SyntaxErrorKind::UnknownName, name.at, &message);
        }
    }

    pub(super) fn symbols_item(&mut self) -> Result<()> {
        let at = self.scan.here();
        if self.scan.peek() != b'@' {
            return self.common_item("`@fN : \"NAME\";` or `}`");
        }
        let name = self.scan.name()?;
        let functions = self.module.functions.len() as u32;
        let value = match &name.prefix {
            b"@f" if name.index < functions => name.index,
            b"@g" if name.index < self.module.globals => functions + name.index,
            b"@f" => return unknown(name, functions, "function addresses"),
            b"@g" => return unknown(name, self.module.globals, "globals"),
            _ => return self.scan.unexpected_at(name.at, "`@fN` or `@gN`"),
        };
        self.scan.expect(b':')?;
        self.operands.clear();
        self.scan.string(&mut self.operands)?;
        self.semicolon()?;
        let construct = SymbolConstruct {
            value,
            name: &self.operands,
        };
        let record = self
            .buffer
            .record(at, |operands| construct.encode(operands));
        self.finish(record, at)
    }
}

/// Returns the error for a name that is not defined.
#[cold]
pub(super) fn unknown<T>(name: Name, count: u32, what: &str) -> Result<T> {
    fault(
        SyntaxErrorKind::UnknownName,
        name.at,
        format!("{name} does not exist: there are {count} {what}"),
    )
}
