//! Parses everything outside of functions: the module's header, comdats, variables and aliases.

use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::properties::Properties;
use super::{Key, Parser};
use crate::bitcode::with_data;
use crate::ids::{AttributeSetId, GlobalId, TypeId};
use crate::layout::bad_alignment;
use crate::module::{ComdatKind, GlobalKind};

impl<'t> Parser<'t> {
    /// Parses a statement of the header: target, source name, assembly or libraries.
    pub(super) fn head(&mut self) -> Result<()> {
        let token = self.next();
        match self.slice(token) {
            b"source_filename" => {
                self.expect_symbol(b'=')?;
                self.module.source_filename = self.string()?.into_owned();
            }
            b"target" => {
                let is_layout = self.take_word("datalayout");
                if !is_layout {
                    self.expect_word("triple")?;
                }
                self.expect_symbol(b'=')?;
                let text = self.string()?.into_owned();
                if is_layout {
                    if let Some(part) = bad_alignment(&text) {
                        let message = format!("the data layout has a bad alignment: {part}");
                        return self.fail_at(token, E::NumberRange, message);
                    }
                    self.module.data_layout = text;
                } else {
                    self.module.target_triple = text;
                }
            }
            b"module" => {
                self.expect_word("asm")?;
                let line = self.string()?;
                self.module.module_asm.extend_from_slice(&line);
                self.module.module_asm.push(b'\n');
            }
            _ => {
                self.expect_symbol(b'=')?;
                self.expect_symbol(b'[')?;
                while !self.is_symbol(b']') {
                    let library = self.string()?.into_owned();
                    self.module.dependencies.push(library);
                    if !self.take_symbol(b',') {
                        break;
                    }
                }
                self.expect_symbol(b']')?;
            }
        }
        Ok(())
    }

    pub(super) fn comdat_definition(&mut self) -> Result<()> {
        let token = self.next();
        let name = self.name_of(token);
        self.expect_symbol(b'=')?;
        self.expect_word("comdat")?;
        let word = self.word();
        let kind = ComdatKind::ALL
            .iter()
            .find(|kind| kind.text().as_bytes() == word);
        let kind = match (kind, word) {
            (Some(&kind), _) => kind,
            (None, b"noduplicates") => ComdatKind::NoDeduplicate,
            (None, _) => return self.unexpected("a comdat selection kind, such as `any`"),
        };
        self.next();
        if self.comdats.contains_key(&name) {
            return self.fail_at(token, E::Redefinition, "the comdat is defined twice");
        }
        let comdat = self.module.add_comdat(&name, kind);
        self.comdats.insert(name, comdat);
        Ok(())
    }

    /// Parses the name of the global that is defined.
    fn defined_key(&mut self) -> Result<(Token, Key<'t>)> {
        if self.kind() == Kind::Word {
            let next = self.unnamed_globals;
            let number = *self.unnamed_definitions.entry(self.at).or_insert(next);
            return Ok((self.token(), Key::Number(number)));
        }
        let token = self.next();
        let key = self.key_of(token)?;
        self.expect_symbol(b'=')?;
        Ok((token, key))
    }

    /// Adds a global, whose name must be new.
    pub(super) fn add(&mut self, token: Token, key: Key<'t>, id: GlobalId) -> Result<()> {
        if let Key::Number(number) = key {
            // Since LLVM 19 numbers may be skipped.
            let next = self.unnamed_globals;
            if number < next || number > next && self.is_as_written() {
                let expected = self.unnamed_globals;
                let message = format!("expected @{expected} or more as the next unnamed global");
                return self.fail_at(token, E::WrongNumber, message);
            }
            self.unnamed_globals = number.saturating_add(1);
        }
        if self.globals.contains_key(&key) {
            let message = format!("@{key} is defined twice");
            return self.fail_at(token, E::Redefinition, message);
        }
        self.globals.insert(key, id);
        Ok(())
    }

    pub(super) fn declare_global(&mut self) -> Result<()> {
        let mut is_untyped = false;
        let (token, key) = self.defined_key()?;
        let properties = self.properties()?;
        let word = self.word();
        let null = self.module.null();
        let (ty, kind) = match word {
            b"global" | b"constant" => {
                self.next();
                let kind = GlobalKind::Variable {
                    initializer: None,
                    constant: word == b"constant",
                    externally_initialized: properties.externally_initialized,
                    attributes: AttributeSetId::EMPTY,
                };
                (self.loadable()?.model, kind)
            }
            b"alias" | b"ifunc" => {
                self.next();
                self.properties()?;
                let ty = self.aliased_type()?;
                is_untyped = ty.is_none();
                let kind = if word == b"alias" {
                    GlobalKind::Alias(null)
                } else {
                    GlobalKind::Ifunc(null)
                };
                (ty.unwrap_or_else(|| self.module.types.pointer()), kind)
            }
            _ => return self.unexpected("'global', 'constant', 'alias' or 'ifunc'"),
        };
        let id = self.module.add_global(key.name(), ty, kind);
        self.module.global_mut(id).address_space = properties.address_space;
        if is_untyped {
            self.untyped_aliases.insert(id);
        }
        self.add(token, key, id)
    }

    /// Parses the type of an alias. Returns `None` if only its target expression states it. Before
    /// LLVM 3.8 the type is a pointer to the aliased type.
    fn aliased_type(&mut self) -> Result<Option<TypeId>> {
        if self.is_aliased_expression() {
            return Ok(None);
        }
        let ty = self.ty()?;
        if self.is_symbol(b',') {
            return Ok(Some(ty.model));
        }
        Ok(Some(ty.pointee.unwrap_or(ty.model)))
    }

    /// Returns true if the next tokens are an expression rather than a type.
    fn is_aliased_expression(&self) -> bool {
        matches!(
            self.word(),
            b"bitcast" | b"getelementptr" | b"inttoptr" | b"addrspacecast"
        )
    }

    pub(super) fn global_contents(&mut self) -> Result<()> {
        let (_, key) = self.defined_key()?;
        let id = self.globals[&key];
        let properties = self.properties()?;
        self.set_properties(id, properties);
        match self.module.global(id).kind {
            GlobalKind::Variable { .. } => self.variable(id, properties),
            _ => self.alias(id),
        }
    }

    fn variable(&mut self, id: GlobalId, properties: Properties) -> Result<()> {
        self.next();
        let ty = self.ty()?;
        let mut value = None;
        if !properties.is_declared {
            value = Some(self.constant(ty.model)?);
        }
        loop {
            if self.is_symbol(b',') && self.ahead(1).kind == Kind::Metadata {
                self.next();
                match self.is_as_written() {
                    true => self.attachment_of_global(id)?,
                    false => self.skip_attachment()?,
                }
            } else if self.take_symbol(b',') {
                match self.word() {
                    b"section" => {
                        self.next();
                        let section = self.string()?;
                        let name = self.module.names.add(&section);
                        self.module.global_mut(id).section = name;
                    }
                    b"partition" => {
                        self.next();
                        let partition = self.string()?;
                        let name = self.module.names.add(&partition);
                        self.module.global_mut(id).partition = name;
                    }
                    b"align" => {
                        self.next();
                        self.module.global_mut(id).align = self.align()?;
                    }
                    b"comdat" => {
                        self.next();
                        self.comdat(id)?;
                    }
                    b"code_model" => {
                        self.next();
                        self.string()?;
                    }
                    b"no_sanitize_address"
                    | b"no_sanitize_hwaddress"
                    | b"sanitize_memtag"
                    | b"sanitize_address_dyninit" => {
                        self.next();
                    }
                    _ => return self.unexpected("a property of the variable"),
                }
            } else {
                break;
            }
        }
        let (attributes, _) = self.function_attributes()?;
        let name = self.module.global(id).name;
        if !self.is_as_written()
            && matches!(
                self.module.names.get(name),
                b"llvm.global_ctors" | b"llvm.global_dtors"
            )
        {
            value = with_data(&mut self.module, id, value);
        }
        let set = self.module.attributes.set(&attributes);
        if let GlobalKind::Variable {
            initializer,
            attributes,
            ..
        } = &mut self.module.global_mut(id).kind
        {
            *initializer = value;
            *attributes = set;
        }
        Ok(())
    }

    /// Reads an alias whose type is only given by its target expression.
    pub(super) fn untyped_alias(&mut self) -> Result<()> {
        let (_, key) = self.defined_key()?;
        let Some(&id) = self.globals.get(&key) else {
            return Ok(());
        };
        if !self.untyped_aliases.contains(&id) {
            return Ok(());
        }
        self.properties()?;
        self.alias(id)
    }

    fn alias(&mut self, id: GlobalId) -> Result<()> {
        self.next();
        // Before LLVM 3.5 the linkage comes here.
        let late = self.properties()?;
        if late.linkage.is_some() {
            self.set_properties(id, late);
        }
        let (target, ty) = if self.is_aliased_expression() {
            self.expression()?
        } else {
            let ty = self.ty()?;
            if !self.take_symbol(b',') {
                (self.constant(ty.model)?, ty)
            } else if self.is_aliased_expression() {
                self.expression()?
            } else {
                let (ty, target) = self.typed_constant()?;
                (target, ty)
            }
        };
        if self.untyped_aliases.contains(&id)
            && let Some(pointee) = ty.pointee
        {
            self.module.global_mut(id).ty = pointee;
        }
        if self.take_comma_word("partition") {
            let partition = self.string()?;
            let name = self.module.names.add(&partition);
            self.module.global_mut(id).partition = name;
        }
        match &mut self.module.global_mut(id).kind {
            GlobalKind::Alias(aliasee) | GlobalKind::Ifunc(aliasee) => *aliasee = target,
            GlobalKind::Variable { .. } | GlobalKind::Function(_) => {}
        }
        Ok(())
    }
}
