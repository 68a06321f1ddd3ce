//! Parses constants other than expressions.

use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::types::TextType;
use super::{Key, Parser};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, GlobalId, TypeId};
use crate::modernize::is_outdated;
use crate::types::Type;
use pinnacle_base::count::counted;

impl<'t> Parser<'t> {
    /// Parses a type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<(TextType, ConstantId)> {
        let ty = self.ty()?;
        let constant = self.constant(ty.model)?;
        Ok((ty, constant))
    }

    /// Parses a constant of this type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<ConstantId> {
        self.nested(|parser| parser.any_constant(ty))
    }

    fn any_constant(&mut self, ty: TypeId) -> Result<ConstantId> {
        let token = self.token();
        match token.kind {
            Kind::Integer | Kind::Float | Kind::Hex => self.number(ty),
            Kind::Global | Kind::GlobalNumber => {
                let global = self.global()?;
                self.address(token, global, ty)
            }
            Kind::Symbol(b'{' | b'[' | b'<') => self.aggregate(ty),
            Kind::Word => self.word_constant(token, ty),
            _ => self.unexpected("a constant"),
        }
    }

    /// Parses the name or number of a global.
    pub(super) fn global(&mut self) -> Result<GlobalId> {
        let token = self.token();
        if !matches!(token.kind, Kind::Global | Kind::GlobalNumber) {
            return self.unexpected("the name of a global");
        }
        let key = self.key_of(token)?;
        let Some(&global) = self.globals.get(&key) else {
            return self.fail(E::UndefinedValue, format!("@{key} is not defined"));
        };
        self.next();
        Ok(global)
    }

    /// Returns the address of a global, which must have this type.
    fn address(&mut self, token: Token, global: GlobalId, ty: TypeId) -> Result<ConstantId> {
        let address = self.address_of(global);
        let found = self.module.constants.get(address).ty;
        if found == ty {
            return Ok(address);
        }
        let (found, expected) = (self.shown(found), self.shown(ty));
        let message = format!("the global has type {found}, expected {expected}");
        self.fail_at(token, E::WrongType, message)
    }

    fn word_constant(&mut self, token: Token, ty: TypeId) -> Result<ConstantId> {
        let kind = self.module.types.get(ty);
        let word = self.word();
        let constant = match (word, kind) {
            (b"true" | b"false", Type::Integer(1)) => {
                self.module.constants.bits(ty, u64::from(word == b"true"))
            }
            (b"true" | b"false", _) => {
                return self.fail(E::WrongType, "`true` and `false` must have type i1");
            }
            (b"null", Type::Pointer(_)) => self.module.zero(ty),
            (b"null", _) => return self.fail(E::WrongType, "`null` must have a pointer type"),
            (b"none", Type::Token) => self.module.zero(ty),
            (b"none", _) => return self.fail(E::WrongType, "`none` must have type token"),
            (b"undef" | b"poison" | b"zeroinitializer", _) => return self.filled(word, ty),
            (b"c", _) if self.ahead(1).kind == Kind::String => return self.characters(ty),
            (b"splat", _) => return self.splat(ty),
            (b"blockaddress", _) => return self.block_address(ty),
            (b"dso_local_equivalent" | b"no_cfi", _) => {
                self.next();
                let global = self.global()?;
                let kind = if word == b"no_cfi" {
                    ConstantKind::NoCfi(global)
                } else {
                    ConstantKind::DsoLocalEquivalent(global)
                };
                return Ok(self.module.constants.plain(ty, kind));
            }
            ([b'u' | b's', b'0', b'x', ..], Type::Integer(_)) => return self.number(ty),
            _ => {
                let (constant, found) = self.expression()?;
                if found.model == ty {
                    return Ok(constant);
                }
                let (found, expected) = (self.shown(found.model), self.shown(ty));
                let message = format!("the expression has type {found}, expected {expected}");
                return self.fail_at(token, E::WrongType, message);
            }
        };
        self.next();
        Ok(constant)
    }

    /// Parses `undef`, `poison` or `zeroinitializer` of any type that has values.
    fn filled(&mut self, word: &[u8], ty: TypeId) -> Result<ConstantId> {
        let kind = self.module.types.get(ty);
        if matches!(
            kind,
            Type::Void | Type::Label | Type::Metadata | Type::Function { .. }
        ) {
            return self.fail(E::BadConstant, "this type has no constants");
        }
        if let (b"zeroinitializer", Type::Integer(width @ 65..)) = (word, kind) {
            self.charge(u64::from(width) / 8)?;
        }
        self.next();
        Ok(match word {
            b"undef" => self.module.constants.plain(ty, ConstantKind::Undef),
            b"poison" => self.module.constants.plain(ty, ConstantKind::Poison),
            _ => self.module.zero(ty),
        })
    }

    /// Parses a string as an array of bytes.
    fn characters(&mut self, ty: TypeId) -> Result<ConstantId> {
        self.next();
        let token = self.token();
        let text = self.string()?;
        let Type::Array { element, length } = self.module.types.get(ty) else {
            return self.fail_at(
                token,
                E::WrongType,
                "a string must have an array type of i8",
            );
        };
        if self.module.types.get(element) != Type::Integer(8) || length != text.len() as u64 {
            let message = format!(
                "the string has type [{} x i8], expected {}",
                text.len(),
                self.shown(ty)
            );
            return self.fail_at(token, E::WrongType, message);
        }
        if text.is_empty() || text.iter().all(|&byte| byte == 0) {
            return Ok(self.module.zero(ty));
        }
        Ok(self.module.constants.data(ty, &text))
    }

    /// Parses a vector whose elements are all equal.
    fn splat(&mut self, ty: TypeId) -> Result<ConstantId> {
        let token = self.next();
        self.expect_symbol(b'(')?;
        let (_, element) = self.typed_constant()?;
        self.expect_symbol(b')')?;
        let Type::Vector {
            length, scalable, ..
        } = self.module.types.get(ty)
        else {
            return self.fail_at(token, E::WrongType, "`splat` must have a vector type");
        };
        if scalable {
            return Ok(self.scalable_splat(ty, length, element));
        }
        self.charge(u64::from(length) * 8)?;
        let elements = vec![element; length as usize];
        self.aggregate_of(token, ty, &elements)
    }

    /// Makes a scalable vector whose elements are all equal: an expression that repeats the first
    /// element.
    fn scalable_splat(&mut self, ty: TypeId, length: u32, element: ConstantId) -> ConstantId {
        let index = self.module.int(64, 0);
        let number = self.module.types.integer(32);
        let mask = self.module.types.vector(number, length, true);
        let mask = self.module.zero(mask);
        let constants = &mut self.module.constants;
        let poison = constants.plain(ty, ConstantKind::Poison);
        let first = constants.insert_element(ty, [poison, element, index]);
        constants.shuffle_vector(ty, [first, poison, mask])
    }

    /// Parses the elements of a struct, array or vector.
    fn aggregate(&mut self, ty: TypeId) -> Result<ConstantId> {
        let token = self.next();
        let packed = token.kind == Kind::Symbol(b'<') && self.take_symbol(b'{');
        let close = match token.kind {
            Kind::Symbol(b'[') => b']',
            Kind::Symbol(b'<') if !packed => b'>',
            _ => b'}',
        };
        let mut elements = Vec::new();
        if !self.is_symbol(close) {
            loop {
                elements.push(self.typed_constant()?.1);
                if !self.take_symbol(b',') {
                    break;
                }
            }
        }
        self.expect_symbol(close)?;
        if packed {
            self.expect_symbol(b'>')?;
        }
        let kind = self.module.types.get(ty);
        let fits = match kind {
            Type::Array { .. } => close == b']',
            Type::Vector { .. } => close == b'>',
            _ => close == b'}',
        };
        if !fits {
            let message = format!("expected a constant of type {}", self.shown(ty));
            return self.fail_at(token, E::WrongType, message);
        }
        self.aggregate_of(token, ty, &elements)
    }

    /// Makes a struct, array or vector of these elements, in LLVM's canonical form.
    fn aggregate_of(
        &mut self,
        token: Token,
        ty: TypeId,
        elements: &[ConstantId],
    ) -> Result<ConstantId> {
        if let (Some(_), &[value]) = (self.module.types.members(ty), elements) {
            return self.union_of_value(token, ty, value);
        }
        self.check_elements(token, ty, elements)?;
        let constants = &self.module.constants;
        let all = |kind: ConstantKind| {
            elements
                .iter()
                .all(|&element| constants.get(element).kind == kind)
        };
        if all(ConstantKind::Poison) && !elements.is_empty() {
            return Ok(self.module.constants.plain(ty, ConstantKind::Poison));
        }
        if all(ConstantKind::Undef) && !elements.is_empty() {
            return Ok(self.module.constants.plain(ty, ConstantKind::Undef));
        }
        if elements.iter().all(|&element| self.is_zero(element)) {
            return Ok(self.module.zero(ty));
        }
        if let Some(bytes) = self.data_of(ty, elements) {
            return Ok(self.module.constants.data(ty, &bytes));
        }
        let constant = self.module.constants.aggregate(ty, elements);
        self.note_outdated(constant);
        Ok(constant)
    }

    /// Makes a constant of an LLVM 2.7 union, given the value of a member.
    pub(super) fn union_of_value(
        &mut self,
        token: Token,
        ty: TypeId,
        value: ConstantId,
    ) -> Result<ConstantId> {
        let of = self.module.constants.get(value).ty;
        let members = self.module.types.members(ty).unwrap_or_default();
        if !members.contains(&of) {
            let message = format!("the union has no member of type {}", self.shown(of));
            return self.fail_at(token, E::WrongType, message);
        }
        if self.is_as_written() {
            return Ok(self.module.constants.aggregate(ty, &[value]));
        }
        if let Some(constant) = self.module.union_constant(ty, value) {
            return Ok(constant);
        }
        let message = "a union with an address or an aggregate as its value is supported only if \
                       that member has the largest alignment";
        self.fail_at(token, E::Unsupported, message)
    }

    fn check_elements(&self, token: Token, ty: TypeId, elements: &[ConstantId]) -> Result<()> {
        let types = &self.module.types;
        let type_of = |id: &ConstantId| self.module.constants.get(*id).ty;
        let (count, fits) = match types.get(ty) {
            Type::Array { element, length } => {
                (length, elements.iter().all(|id| type_of(id) == element))
            }
            Type::Vector {
                element,
                length,
                scalable: false,
            } => (
                length.into(),
                elements.iter().all(|id| type_of(id) == element),
            ),
            _ => match types.fields(ty) {
                Some(fields) => (
                    fields.len() as u64,
                    fields.iter().copied().eq(elements.iter().map(type_of)),
                ),
                None => {
                    let message = format!("{} has no elements", self.shown(ty));
                    return self.fail_at(token, E::WrongType, message);
                }
            },
        };
        if count != elements.len() as u64 {
            let found = elements.len();
            let elements = counted(count, "element");
            let message = format!("{} has {elements}, found {found}", self.shown(ty));
            return self.fail_at(token, E::BadConstant, message);
        }
        if fits {
            return Ok(());
        }
        let message = format!("the elements do not match {}", self.shown(ty));
        self.fail_at(token, E::WrongType, message)
    }

    fn is_zero(&self, constant: ConstantId) -> bool {
        let table = &self.module.constants;
        match table.get(constant).kind {
            ConstantKind::Bits(0) | ConstantKind::Null | ConstantKind::Zero => true,
            ConstantKind::WideBits(words) => table.words(words).iter().all(|&word| word == 0),
            _ => false,
        }
    }

    /// The bytes of an array or vector of numbers.
    fn data_of(&self, ty: TypeId, elements: &[ConstantId]) -> Option<Vec<u8>> {
        let element = self.module.types.element(ty)?;
        let size = match self.module.types.get(element) {
            Type::Integer(8) => 1,
            Type::Integer(16) | Type::Half | Type::BFloat => 2,
            Type::Integer(32) | Type::Float => 4,
            Type::Integer(64) | Type::Double => 8,
            _ => return None,
        };
        let mut bytes = Vec::with_capacity(elements.len() * size);
        for &element in elements {
            let ConstantKind::Bits(bits) = self.module.constants.get(element).kind else {
                return None;
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Some(bytes)
    }

    /// Parses `blockaddress(@function, %block)`.
    fn block_address(&mut self, ty: TypeId) -> Result<ConstantId> {
        self.next();
        self.expect_symbol(b'(')?;
        let token = self.token();
        let function = self.global()?;
        if self.module.as_function(function).is_none() {
            return self.fail_at(token, E::WrongType, "expected a function");
        }
        self.expect_symbol(b',')?;
        let token = self.token();
        if !matches!(token.kind, Kind::Local | Kind::LocalNumber) {
            return self.unexpected("the name of a block");
        }
        let key = self.key_of(token)?;
        self.next();
        self.expect_symbol(b')')?;
        let block = self.block_of(token, function, key)?;
        let kind = ConstantKind::BlockAddress { function, block };
        Ok(self.module.constants.plain(ty, kind))
    }

    /// Returns a block of any function, by its name.
    fn block_of(&mut self, token: Token, function: GlobalId, key: Key<'t>) -> Result<BlockId> {
        if self.locals.function == Some(function) {
            return Ok(self.block_named(token, key));
        }
        if self.has_body(function) {
            self.name_blocks(function);
            let blocks = self.addressed.get(&function);
            let found = blocks.and_then(|blocks| blocks.get(&key));
            return match found {
                Some(&block) => Ok(block),
                None => {
                    let message = format!("the function has no block %{key}");
                    self.fail_at(token, E::UndefinedBlock, message)
                }
            };
        }
        // The body comes later, and will begin with these blocks.
        let blocks = self.addressed.entry(function).or_default();
        let next = BlockId::at(blocks.len());
        Ok(*blocks.entry(key).or_insert(next))
    }

    fn has_body(&self, function: GlobalId) -> bool {
        let id = self.module.as_function(function);
        id.is_some_and(|id| self.module.function(id).body.is_some())
    }

    /// Records a constant that is, or contains, an expression that LLVM 19 does not have.
    pub(super) fn note_outdated(&mut self, constant: ConstantId) {
        if self.is_as_written() {
            return;
        }
        let table = &self.module.constants;
        let kind = table.get(constant).kind;
        let mut found = is_outdated(kind);
        if !self.outdated.is_empty() {
            table.for_each_operand(kind, |part| found |= self.outdated.contains(&part));
        }
        if found {
            self.outdated.insert(constant);
        }
    }
}
