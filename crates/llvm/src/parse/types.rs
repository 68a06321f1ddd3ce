//! Types and their definitions.

use super::error::{Fault, Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token, unescaped};
use super::{Key, MAX_SYNTAX_ERRORS, Parser};
use crate::attributes::Attribute;
use crate::ids::{AttributeSetId, Name, StructId, TypeId};
use crate::layout::program_space;
use crate::types::Type;

/// The widest integer that LLVM has.
const MAX_INTEGER_BITS: u64 = 1 << 23;

/// A type of the model and, for a typed pointer or a vector of these, its pointee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TextType {
    pub(super) model: TypeId,
    pub(super) pointee: Option<TypeId>,
}

impl TextType {
    /// A type that is not a pointer, or a pointer without a pointee type.
    pub(super) fn plain(model: TypeId) -> TextType {
        TextType {
            model,
            pointee: None,
        }
    }
}

/// A type with a name or number.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedType {
    /// An identified struct.
    Struct(StructId, TypeId),
    /// An alias of a type (LLVM 2.x), given by the first token of the type.
    Alias(usize),
    /// An alias that is being read.
    Open,
    /// An alias that was read.
    Known(TextType),
    /// The type of the definition with this number, for text that is read in its original form.
    Defined(usize),
}

impl<'t> Parser<'t> {
    // Definitions

    /// Declares the type that a definition names.
    pub(super) fn type_name(&mut self) -> Result<()> {
        let token = self.next();
        let key = self.key_of(token)?;
        if let Key::Number(_) = key {
            self.unnamed_types += 1;
        }
        self.expect_symbol(b'=')?;
        self.expect_word("type")?;
        if self.types.contains_key(&key) {
            let message = format!("the type %{key} is defined twice");
            return self.fail_at(token, E::Redefinition, message);
        }
        self.declare_type(key);
        Ok(())
    }

    /// Declares a type with an implicit number.
    pub(super) fn unnamed_type(&mut self) -> Result<()> {
        self.unnamed_definitions.insert(self.at, self.unnamed_types);
        self.next();
        let key = Key::Number(self.unnamed_types);
        self.unnamed_types += 1;
        if !self.types.contains_key(&key) {
            self.declare_type(key);
        }
        Ok(())
    }

    /// Determines whether numbered types are literal, as in LLVM 2.x, or identified, as since 3.0.
    /// They are identified if the text uses any other feature of 3.0 or later.
    pub(super) fn tell_age(&mut self) {
        let is_newer = |token: &Token| {
            let word = match token.kind {
                Kind::Word => self.slice(*token),
                _ => b"",
            };
            matches!(
                word,
                b"ptr"
                    | b"landingpad"
                    | b"attributes"
                    | b"fence"
                    | b"atomic"
                    | b"cmpxchg"
                    | b"atomicrmw"
                    | b"source_filename"
            )
        };
        self.numbered_types_are_literal =
            !self.is_as_written() && !self.tokens.iter().any(is_newer);
    }

    fn declare_type(&mut self, key: Key<'t>) {
        if self.has_structural_types() {
            return self.declare_structural(key);
        }
        let is_struct = self.is_symbol(b'{')
            || self.is_symbol(b'<') && self.ahead(1).kind == Kind::Symbol(b'{')
            || self.is_word("opaque");
        let is_name = matches!(key, Key::Name(_)) || !self.numbered_types_are_literal;
        let named = if is_struct && is_name && !self.is_pointer_to_struct() {
            let name = self.module.names.add(key.name());
            let (id, ty) = self.module.types.new_struct(name);
            NamedType::Struct(id, ty)
        } else {
            NamedType::Alias(self.at)
        };
        self.types.insert(key, named);
    }

    /// Returns true if the tokens after the current struct make it part of another type.
    fn is_pointer_to_struct(&mut self) -> bool {
        let start = self.at;
        self.take_symbol(b'<');
        if self.is_symbol(b'{') {
            self.skip_brackets();
        } else {
            self.next();
        }
        self.take_symbol(b'>');
        let found = self.is_symbol(b'*') || self.is_symbol(b'(');
        self.at = start;
        found
    }

    pub(super) fn type_definition(&mut self) -> Result<()> {
        let unnamed = self.unnamed_definitions.get(&self.at).copied();
        let key = if let Some(number) = unnamed {
            Key::Number(number)
        } else {
            let token = self.next();
            let key = self.key_of(token)?;
            self.expect_symbol(b'=')?;
            key
        };
        self.expect_word("type")?;
        match self.types.get(&key).copied() {
            Some(NamedType::Struct(id, _)) => {
                if self.take_word("opaque") {
                    return Ok(());
                }
                let packed = self.take_symbol(b'<');
                let fields = self.fields()?;
                if packed {
                    self.expect_symbol(b'>')?;
                }
                self.module.types.set_fields(id, &fields, packed);
                Ok(())
            }
            Some(NamedType::Defined(number)) => self.structural_definition(number),
            _ => {
                self.named_type(&key)?;
                // Read it again to find its end.
                self.ty()?;
                Ok(())
            }
        }
    }

    /// The type with a name.
    fn named_type(&mut self, key: &Key<'t>) -> Result<TextType> {
        match self.types.get(key).copied() {
            Some(NamedType::Struct(_, ty)) => Ok(TextType::plain(ty)),
            Some(NamedType::Known(known)) => Ok(known),
            Some(NamedType::Defined(number)) => Ok(self.type_of_definition(number)),
            Some(NamedType::Alias(start)) => {
                self.types.insert(key.clone(), NamedType::Open);
                let here = std::mem::replace(&mut self.at, start);
                let outer = self.alias_depth.replace(self.depth);
                let found = self.ty();
                self.alias_depth = outer;
                self.at = here;
                let known = found?;
                self.types.insert(key.clone(), NamedType::Known(known));
                Ok(known)
            }
            Some(NamedType::Open) => {
                // Only a pointer can refer to the type that contains it.
                Ok(TextType::plain(self.module.types.pointer()))
            }
            None => self.fail(E::UndefinedType, format!("the type %{key} is not defined")),
        }
    }

    /// Checks that no type contains itself.
    pub(super) fn check_types(&mut self) {
        if self.faults.is_empty() && self.module.types.some_type_holds_itself() {
            self.faults.push(Fault {
                kind: E::IllegalType,
                at: 0,
                message: "a struct contains itself".into(),
            });
        }
    }

    // Types

    /// Parses a type.
    pub(super) fn ty(&mut self) -> Result<TextType> {
        if self.is_as_written() {
            return self.written_type();
        }
        self.nested(Self::whole_type)
    }

    /// Parses a type whose values can be in memory.
    pub(super) fn loadable(&mut self) -> Result<TextType> {
        let token = self.token();
        let ty = self.ty()?;
        if self.is_loadable(ty.model) {
            return Ok(ty);
        }
        let message = "memory cannot contain a value of this type";
        self.fail_at(token, E::WrongType, message)
    }

    pub(super) fn is_loadable(&self, ty: TypeId) -> bool {
        !matches!(
            self.module.types.get(ty),
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. }
        )
    }

    pub(super) fn whole_type(&mut self) -> Result<TextType> {
        let mut ty = self.simple_type()?;
        loop {
            if self.take_symbol(b'*') {
                ty = self.pointer_to(ty, 0);
            } else if self.is_word("addrspace") && self.module.types.get(ty.model) != Type::Void {
                self.next();
                let space = self.space_number()?;
                if self.take_symbol(b'*') {
                    ty = self.pointer_to(ty, space);
                } else {
                    return self.unexpected("'*'");
                }
            } else if self.is_symbol(b'(') {
                ty = self.function_type(ty)?;
            } else {
                return Ok(ty);
            }
        }
    }

    fn pointer_to(&mut self, ty: TextType, space: u32) -> TextType {
        TextType {
            model: self.pointer_type(space, ty.model),
            pointee: Some(ty.model),
        }
    }

    /// Parses the number of an address space in parentheses.
    fn space_number(&mut self) -> Result<u32> {
        let token = self.token();
        self.expect_symbol(b'(')?;
        let space = if self.kind() == Kind::String {
            // A symbolic address space, for globals, the stack or the program. It is 0 in all data
            // layouts that this reader supports.
            self.string()?;
            0
        } else {
            self.unsigned()?
        };
        self.expect_symbol(b')')?;
        if space < 1 << 24 {
            return Ok(space as u32);
        }
        let message = "the number of an address space must be less than 2^24";
        self.fail_at(token, E::NumberRange, message)
    }

    /// Parses `addrspace(N)`, if it is present.
    pub(super) fn address_space(&mut self) -> Result<u32> {
        if self.take_word("addrspace") {
            return self.space_number();
        }
        Ok(0)
    }

    /// Parses the address space of a function or a call. Since LLVM 8, the default is the data
    /// layout's address space for programs.
    pub(super) fn program_space(&mut self) -> Result<u32> {
        if self.is_word("addrspace") || !self.has_program_space() {
            return self.address_space();
        }
        Ok(program_space(&self.module.data_layout))
    }

    fn simple_type(&mut self) -> Result<TextType> {
        let token = self.token();
        let model = match token.kind {
            Kind::Word => return self.word_type(),
            // LLVM 2.0 quotes some names, without a sigil.
            Kind::Local | Kind::LocalNumber | Kind::String => {
                let key = self.key_of(token)?;
                if self.is_pointed_to_within_alias() && self.types.contains_key(&key) {
                    // Its definition may depend on the type that is being read.
                    self.next();
                    return Ok(TextType::plain(self.module.types.integer(8)));
                }
                let ty = self.named_type(&key)?;
                self.next();
                return Ok(ty);
            }
            Kind::Symbol(b'{') => {
                let fields = self.fields()?;
                self.module.types.literal_struct(&fields, false)
            }
            Kind::Symbol(b'[') => {
                self.next();
                let length = self.unsigned()?;
                self.expect_word("x")?;
                let element = self.held("an array")?;
                self.expect_symbol(b']')?;
                self.module.types.array(element, length)
            }
            Kind::Symbol(b'<') if self.ahead(1).kind == Kind::Symbol(b'{') => {
                self.next();
                let fields = self.fields()?;
                self.expect_symbol(b'>')?;
                self.module.types.literal_struct(&fields, true)
            }
            Kind::Symbol(b'<') => return self.vector_type(),
            // A reference to an enclosing type (LLVM 2.x).
            Kind::Symbol(b'\\') => self.type_levels_up()?,
            _ => return self.unexpected("a type"),
        };
        Ok(TextType::plain(model))
    }

    /// Returns true if the current type is only used through a pointer, within the type that is
    /// being defined.
    fn is_pointed_to_within_alias(&self) -> bool {
        let is_part = self.alias_depth.is_some_and(|depth| self.depth > depth + 1);
        is_part && !self.is_as_written() && self.ahead(1).kind == Kind::Symbol(b'*')
    }

    fn word_type(&mut self) -> Result<TextType> {
        let word = self.word();
        let simple = match word {
            b"void" => Type::Void,
            b"label" => Type::Label,
            b"metadata" => Type::Metadata,
            b"token" => Type::Token,
            b"half" => Type::Half,
            b"bfloat" => Type::BFloat,
            b"float" => Type::Float,
            b"double" => Type::Double,
            b"x86_fp80" => Type::X86Fp80,
            b"fp128" => Type::Fp128,
            b"ppc_fp128" => Type::PpcFp128,
            b"x86_mmx" => Type::X86Mmx,
            b"x86_amx" => Type::X86Amx,
            b"opaque" => {
                self.next();
                let (_, ty) = self.module.types.new_struct(Name::NONE);
                return Ok(TextType::plain(ty));
            }
            b"ptr" => {
                self.next();
                self.opaque_pointers = true;
                let space = self.address_space()?;
                return Ok(TextType::plain(self.module.types.pointer_in(space)));
            }
            b"union" => {
                let token = self.next();
                self.find_layout();
                let members = self.fields()?;
                if self.is_defining() {
                    return Ok(TextType::plain(self.module.types.union_of_any(members)));
                }
                let Some(union) = self.module.union_of(&members) else {
                    let message = "a member of a union has no size, or its type is defined later";
                    return self.fail_at(token, E::IllegalType, message);
                };
                return Ok(TextType::plain(union));
            }
            b"target" => {
                return self.fail(E::Unsupported, "target extension types are not supported");
            }
            [b'i', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                let text = std::str::from_utf8(digits).unwrap_or_default();
                match text.parse() {
                    Ok(bits) if (1..=MAX_INTEGER_BITS).contains(&bits) => {
                        Type::Integer(bits as u32)
                    }
                    _ => {
                        let message = "an integer type must have 1 to 8388608 bits";
                        return self.fail(E::NumberRange, message);
                    }
                }
            }
            _ => return self.unexpected("a type"),
        };
        self.next();
        Ok(TextType::plain(self.module.types.simple(simple)))
    }

    /// Searches the whole text for the data layout, which determines the sizes of unions.
    fn find_layout(&mut self) {
        if self.module.types.unions.has_layout() {
            return;
        }
        let found = self.tokens.windows(4).find(|words| {
            self.slice(words[0]) == b"target"
                && self.slice(words[1]) == b"datalayout"
                && words[3].kind == Kind::String
        });
        if let Some(&[.., text]) = found {
            let text = self.slice(text);
            self.module.data_layout = unescaped(&text[1..text.len() - 1]).into_owned();
        }
    }

    /// Parses a type that another one contains by value.
    fn held(&mut self, whole: &str) -> Result<TypeId> {
        let token = self.token();
        let is_pointed_to = self.ahead(1).kind == Kind::Symbol(b'*');
        if matches!(token.kind, Kind::Local | Kind::LocalNumber) && !is_pointed_to {
            let key = self.key_of(token)?;
            if let Some(NamedType::Open) = self.types.get(&key) {
                return self.fail(E::IllegalType, format!("the type %{key} contains itself"));
            }
        }
        let ty = self.ty()?.model;
        if self.is_loadable(ty) {
            return Ok(ty);
        }
        let message = format!("{whole} cannot contain a value of this type");
        self.fail_at(token, E::IllegalType, message)
    }

    /// Parses the fields of a struct in braces.
    fn fields(&mut self) -> Result<Vec<TypeId>> {
        self.expect_symbol(b'{')?;
        let mut fields = Vec::new();
        if self.take_symbol(b'}') {
            return Ok(fields);
        }
        loop {
            fields.push(self.held("a struct")?);
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b'}')?;
        Ok(fields)
    }

    fn vector_type(&mut self) -> Result<TextType> {
        self.expect_symbol(b'<')?;
        let scalable = self.take_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let length = self.unsigned_32()?;
        self.expect_word("x")?;
        let token = self.token();
        let TextType {
            model: element,
            pointee,
        } = self.ty()?;
        self.expect_symbol(b'>')?;
        let is_scalar = matches!(
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
        let is_scalar = is_scalar || self.is_defining();
        if length == 0 || !is_scalar {
            let message = "a vector must have at least one element, and its elements must be \
                           numbers or pointers";
            return self.fail_at(token, E::IllegalType, message);
        }
        let model = self.module.types.vector(element, length, scalable);
        Ok(TextType { model, pointee })
    }

    /// Parses the parameters of a function type, after its result. In LLVM 2.0 they may have
    /// attributes.
    fn function_type(&mut self, result: TextType) -> Result<TextType> {
        if matches!(
            self.module.types.get(result.model),
            Type::Function { .. } | Type::Label | Type::Metadata
        ) {
            return self.fail(E::IllegalType, "a function cannot return this type");
        }
        self.expect_symbol(b'(')?;
        let mut parameters = Vec::new();
        let mut sets = Vec::new();
        let mut variadic = false;
        if !self.is_symbol(b')') {
            loop {
                if self.take_word("...") {
                    variadic = true;
                    break;
                }
                let token = self.token();
                let whole = self.ty()?;
                let ty = whole.model;
                if matches!(
                    self.module.types.get(ty),
                    Type::Void | Type::Function { .. }
                ) {
                    let message = "a parameter cannot have this type";
                    return self.fail_at(token, E::IllegalType, message);
                }
                parameters.push(ty);
                if self.has_attributes_in_types() {
                    sets.push(self.value_attributes(whole)?);
                } else {
                    self.skip_old_attributes();
                }
                if !self.take_symbol(b',') {
                    break;
                }
            }
        }
        self.expect_symbol(b')')?;
        let model = self
            .module
            .types
            .function(result.model, &parameters, variadic);
        if self.has_attributes_in_types() {
            return Ok(TextType::plain(self.type_with_attributes(
                model,
                &[],
                &sets,
            )?));
        }
        Ok(TextType::plain(model))
    }

    /// Makes a function type of LLVM 2.0 with its attributes: those of parameters, and those after
    /// the parameters.
    pub(super) fn type_with_attributes(
        &mut self,
        function: TypeId,
        result: &[Attribute],
        sets: &[AttributeSetId],
    ) -> Result<TypeId> {
        let (own, late) = match self.kind() {
            Kind::Word => self.function_attributes()?,
            _ => Default::default(),
        };
        let result: Vec<_> = result.iter().copied().chain(late).collect();
        let own = self.function_set(&own);
        let table = &mut self.module.attributes;
        let result = table.set(&result);
        let list = table.list(own, result, sets);
        Ok(self.function_with(function, list))
    }

    /// Attributes of a parameter in a type of LLVM 2.0; calls repeat them.
    fn skip_old_attributes(&mut self) {
        while matches!(
            self.word(),
            b"sext" | b"zext" | b"inreg" | b"sret" | b"signext" | b"zeroext" | b"byval"
        ) {
            self.next();
        }
    }

    /// Formats a type for messages.
    #[cold]
    pub(super) fn shown(&self, ty: TypeId) -> String {
        // Naming types takes time, and only the first errors are reported.
        let written = self.written.as_ref();
        let written = written.filter(|_| self.faults.len() < MAX_SYNTAX_ERRORS);
        let dialect = written.map(|written| written.dialect);
        crate::print::print_type(&self.module, ty, dialect, 80)
    }
}
