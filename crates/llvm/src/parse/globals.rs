//! What stands outside of bodies: the head of the module, comdats, variables, aliases,
//! heads of functions.

use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::{Key, Parser};
use crate::bitcode::{CallUpgrade, intrinsic_upgrade, upgraded_function_type, with_data};
use crate::ids::{AttributeSetId, GlobalId, TypeId};
use crate::instruction::Align;
use crate::module::{
    CallingConvention, ComdatKind, DllStorage, GlobalKind, Linkage, ThreadLocal, UnnamedAddress,
    Visibility,
};
use crate::types::Type;

/// Linkages that are written otherwise today.
const OLD_LINKAGES: &[(&[u8], Linkage)] = &[
    (b"linker_private", Linkage::Private),
    (b"linker_private_weak", Linkage::Private),
    (b"linker_private_weak_def_auto", Linkage::Private),
    (b"linkonce_odr_auto_hide", Linkage::LinkOnceOdr),
];

/// The calling conventions that have a word.
const CONVENTIONS: &[(&[u8], u32)] = &[
    (b"ccc", 0),
    (b"csretcc", 0),
    (b"fastcc", 8),
    (b"coldcc", 9),
    (b"ghccc", 10),
    (b"webkit_jscc", 12),
    (b"anyregcc", 13),
    (b"preserve_mostcc", 14),
    (b"preserve_allcc", 15),
    (b"swiftcc", 16),
    (b"cxx_fast_tlscc", 17),
    (b"tailcc", 18),
    (b"cfguard_checkcc", 19),
    (b"swifttailcc", 20),
    (b"preserve_nonecc", 21),
    (b"x86_stdcallcc", 64),
    (b"x86_fastcallcc", 65),
    (b"arm_apcscc", 66),
    (b"arm_aapcscc", 67),
    (b"arm_aapcs_vfpcc", 68),
    (b"msp430_intrcc", 69),
    (b"x86_thiscallcc", 70),
    (b"ptx_kernel", 71),
    (b"ptx_device", 72),
    (b"spir_func", 75),
    (b"spir_kernel", 76),
    (b"intel_ocl_bicc", 77),
    (b"x86_64_sysvcc", 78),
    (b"win64cc", 79),
    (b"x86_vectorcallcc", 80),
    (b"x86_intrcc", 83),
    (b"avr_intrcc", 84),
    (b"avr_signalcc", 85),
    (b"amdgpu_vs", 87),
    (b"amdgpu_gs", 88),
    (b"amdgpu_ps", 89),
    (b"amdgpu_cs", 90),
    (b"amdgpu_kernel", 91),
    (b"x86_regcallcc", 92),
    (b"amdgpu_hs", 93),
    (b"aarch64_vector_pcs", 97),
    (b"aarch64_sve_vector_pcs", 98),
];

/// The widest calling convention.
const MAX_CONVENTION: u32 = 1023;

/// The words before the kind of a global.
#[derive(Clone, Copy, Default)]
struct Properties {
    linkage: Option<Linkage>,
    visibility: Option<Visibility>,
    dll_storage: Option<DllStorage>,
    /// True without an initialiser: it is defined elsewhere.
    is_declared: bool,
    dso_local: bool,
    thread_local: Option<ThreadLocal>,
    unnamed_address: Option<UnnamedAddress>,
    externally_initialized: bool,
    address_space: u32,
}

/// The head of a function, up to its parameters.
pub(super) struct Head<'t> {
    properties: Properties,
    convention: CallingConvention,
    result_attributes: Vec<crate::attributes::Attribute>,
    pub(super) ty: TypeId,
    token: Token,
    name: Key<'t>,
    parameter_sets: Vec<AttributeSetId>,
    /// The names of parameters that have one.
    pub(super) parameter_names: Vec<Option<(Token, Key<'t>)>>,
}

impl<'t> Parser<'t> {
    /// The target, the name of the source, assembly, libraries.
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
            (None, _) => return self.unexpected("which of several comdats is taken"),
        };
        self.next();
        if self.comdats.contains_key(&name) {
            return self.fail_at(token, E::Redefinition, "the comdat is defined twice");
        }
        let comdat = self.module.add_comdat(&name, kind);
        self.comdats.insert(name, comdat);
        Ok(())
    }

    // Properties

    fn linkage(&mut self) -> Option<Linkage> {
        let word = self.word();
        let mut all = Linkage::ALL.iter();
        let today = all.find(|linkage| linkage.text().as_bytes() == word);
        let old = || OLD_LINKAGES.iter().find(|(old, _)| *old == word);
        let found = today.copied().or_else(|| Some(old()?.1))?;
        self.next();
        Some(found)
    }

    /// The words before the kind of a global, in any order.
    fn properties(&mut self) -> Result<Properties> {
        let mut found = Properties::default();
        loop {
            if found.linkage.is_none()
                && let Some(linkage) = self.linkage()
            {
                found.is_declared |= matches!(linkage, Linkage::External | Linkage::ExternalWeak);
                found.linkage = Some(linkage);
                continue;
            }
            match self.word() {
                b"dso_local" => found.dso_local = true,
                b"dso_preemptable" => found.dso_local = false,
                b"default" => found.visibility = Some(Visibility::Default),
                b"hidden" => found.visibility = Some(Visibility::Hidden),
                b"protected" => found.visibility = Some(Visibility::Protected),
                b"dllimport" => {
                    found.dll_storage = Some(DllStorage::Import);
                    found.is_declared |= found.linkage.is_none();
                }
                b"dllexport" => found.dll_storage = Some(DllStorage::Export),
                b"thread_local" => {
                    found.thread_local = Some(self.thread_local()?);
                    continue;
                }
                b"unnamed_addr" => found.unnamed_address = Some(UnnamedAddress::Global),
                b"local_unnamed_addr" => found.unnamed_address = Some(UnnamedAddress::Local),
                b"externally_initialized" => found.externally_initialized = true,
                b"addrspace" => {
                    found.address_space = self.address_space()?;
                    continue;
                }
                _ => return Ok(found),
            }
            self.next();
        }
    }

    fn thread_local(&mut self) -> Result<ThreadLocal> {
        self.next();
        if !self.take_symbol(b'(') {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let model = match self.word() {
            b"localdynamic" => ThreadLocal::LocalDynamic,
            b"initialexec" => ThreadLocal::InitialExec,
            b"localexec" => ThreadLocal::LocalExec,
            _ => return self.unexpected("a model of thread-local storage"),
        };
        self.next();
        self.expect_symbol(b')')?;
        Ok(model)
    }

    /// Gives a global what stands before its kind.
    fn set_properties(&mut self, id: GlobalId, properties: Properties) {
        let global = self.module.global_mut(id);
        global.linkage = properties.linkage.unwrap_or(Linkage::External);
        global.visibility = properties.visibility.unwrap_or(Visibility::Default);
        global.dll_storage = properties.dll_storage.unwrap_or(DllStorage::Default);
        global.thread_local = properties.thread_local.unwrap_or(ThreadLocal::No);
        global.unnamed_address = properties.unnamed_address.unwrap_or(UnnamedAddress::No);
        global.dso_local = properties.dso_local;
        let local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
        if local {
            global.visibility = Visibility::Default;
            global.dll_storage = DllStorage::Default;
        }
        let visible = global.visibility == Visibility::Default;
        global.dso_local |= local || !visible && global.linkage != Linkage::ExternalWeak;
    }

    fn align(&mut self) -> Result<Align> {
        let token = self.token();
        let bytes = if self.is_symbol(b'(') {
            self.number_in_parentheses()?
        } else {
            self.unsigned()?
        };
        self.aligned(token, bytes)
    }

    /// An alignment of so many bytes; 0 was that of the type once.
    fn aligned(&mut self, token: Token, bytes: u64) -> Result<Align> {
        match Align::new(bytes) {
            Some(align) if bytes <= 1 << 32 => Ok(align),
            None if bytes == 0 => Ok(Align::NATURAL),
            _ => {
                let message = "an alignment is a power of two, at most 2^32";
                self.fail_at(token, E::NumberRange, message)
            }
        }
    }

    /// `, align N` of an instruction, if it stands here.
    pub(super) fn comma_align(&mut self) -> Result<Align> {
        if self.take_comma_word("align") {
            return self.align();
        }
        Ok(Align::NATURAL)
    }

    /// A comdat after its word: that of the global's name, or another one.
    fn comdat(&mut self, id: GlobalId) -> Result<()> {
        let token = self.token();
        let name = if self.take_symbol(b'(') {
            let token = self.token();
            if token.kind != Kind::Comdat {
                return self.unexpected("the name of a comdat");
            }
            let name = self.name_of(token);
            self.next();
            self.expect_symbol(b')')?;
            name
        } else {
            let name = self.module.global(id).name;
            self.module.names.get(name).to_vec().into()
        };
        let Some(&comdat) = self.comdats.get(&name) else {
            let name = String::from_utf8_lossy(&name);
            let message = format!("the comdat ${name} is not defined");
            return self.fail_at(token, E::UndefinedEntry, message);
        };
        self.module.global_mut(id).comdat = Some(comdat);
        Ok(())
    }

    // Variables, aliases and ifuncs

    /// The name of the global whose definition is looked at.
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

    /// Adds a global, with a name that is new.
    fn add(&mut self, token: Token, key: Key<'t>, id: GlobalId) -> Result<()> {
        if let Key::Number(number) = key {
            if number != self.unnamed_globals {
                let expected = self.unnamed_globals;
                let message = format!("the next global without a name is @{expected}");
                return self.fail_at(token, E::WrongNumber, message);
            }
            self.unnamed_globals += 1;
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

    /// The type of an alias; none if only the expression that it stands for says it.
    /// Before LLVM 3.8 it was a pointer to the type.
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

    /// Returns true if an expression stands here, where a type may stand too.
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
                self.skip_attachment()?;
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
        if matches!(
            self.module.names.get(name),
            b"llvm.global_ctors" | b"llvm.global_dtors"
        ) {
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

    fn alias(&mut self, id: GlobalId) -> Result<()> {
        self.next();
        // Before LLVM 3.5 the linkage stood here.
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

    // Functions

    /// A calling convention, if one stands here.
    pub(super) fn convention(&mut self) -> Result<CallingConvention> {
        let word = self.word();
        if let Some(&(_, number)) = CONVENTIONS.iter().find(|(known, _)| *known == word) {
            self.next();
            return Ok(CallingConvention(number));
        }
        // `cc 10`, and `cc10` before LLVM 3.0.
        if self.take_word("cc") {
            let token = self.token();
            let number = self.unsigned_32()?;
            if number > MAX_CONVENTION {
                let message = "a calling convention is at most 1023";
                return self.fail_at(token, E::NumberRange, message);
            }
            return Ok(CallingConvention(number));
        }
        if let [b'c', b'c', digits @ ..] = word
            && !digits.is_empty()
            && digits.iter().all(u8::is_ascii_digit)
        {
            let number = self.number_of(self.token())?;
            if number > MAX_CONVENTION {
                let message = "a calling convention is at most 1023";
                return self.fail(E::NumberRange, message);
            }
            self.next();
            return Ok(CallingConvention(number));
        }
        Ok(CallingConvention::C)
    }

    /// The head of a function up to the end of its parameters. Its first word is the one
    /// that is looked at.
    fn function_head(&mut self) -> Result<Head<'t>> {
        self.next();
        // A declaration of LLVM 19 may have attachments here.
        while self.kind() == Kind::Metadata {
            self.skip_attachment()?;
        }
        let properties = self.properties()?;
        let convention = self.convention()?;
        let result_attributes = self.result_attributes()?;
        let result = self.ty()?;
        let token = self.token();
        if !matches!(token.kind, Kind::Global | Kind::GlobalNumber) {
            return self.unexpected("the name of a function");
        }
        let name = self.key_of(token)?;
        self.next();
        self.expect_symbol(b'(')?;
        let mut types = Vec::new();
        let mut sets = Vec::new();
        let mut names = Vec::new();
        let mut variadic = false;
        if !self.is_symbol(b')') {
            loop {
                if self.take_word("...") {
                    variadic = true;
                    break;
                }
                let token = self.token();
                let ty = self.ty()?;
                if matches!(
                    self.module.types.get(ty.model),
                    Type::Void | Type::Function { .. }
                ) {
                    let message = "a parameter cannot have this type";
                    return self.fail_at(token, E::IllegalType, message);
                }
                types.push(ty.model);
                sets.push(self.value_attributes(ty)?);
                let token = self.token();
                names.push(if matches!(token.kind, Kind::Local | Kind::LocalNumber) {
                    let key = self.key_of(token)?;
                    self.next();
                    Some((token, key))
                } else {
                    None
                });
                if !self.take_symbol(b',') {
                    break;
                }
            }
        }
        self.expect_symbol(b')')?;
        let ty = self.module.types.function(result.model, &types, variadic);
        Ok(Head {
            properties,
            convention,
            result_attributes,
            ty,
            token,
            name,
            parameter_sets: sets,
            parameter_names: names,
        })
    }

    pub(super) fn declare_function(&mut self) -> Result<()> {
        let head = self.function_head()?;
        let parameters = self.module.types.parameters(head.ty).unwrap_or_default();
        let result = self.module.types.result(head.ty);
        let name = head.name.name();
        let upgrade = intrinsic_upgrade(name, &self.module, result, parameters);
        let (new, call) = match upgrade {
            Some(upgrade) => (upgrade.name, upgrade.call),
            None => (name.to_vec(), CallUpgrade::Keep),
        };
        // Two old names may have become one.
        if let Some(&known) = self.intrinsics.get(&new) {
            if call != CallUpgrade::Keep {
                self.upgrades.insert(known, call);
            }
            return self.add(head.token, head.name, known);
        }
        let ty = upgraded_function_type(&mut self.module, head.ty, call);
        let id = self.module.add_function(&new, ty);
        if new.starts_with(b"llvm.") {
            self.intrinsics.insert(new, id);
        }
        if call != CallUpgrade::Keep {
            self.upgrades.insert(id, call);
        }
        // Where its address is taken, the space is part of the type.
        self.skip_to_address_space()?;
        let space = self.address_space()?;
        self.module.global_mut(id).address_space = space;
        self.add(head.token, head.name, id)
    }

    /// Moves to the address space of a function, if it has one among the words
    /// after its parameters.
    fn skip_to_address_space(&mut self) -> Result<()> {
        while matches!(self.word(), b"unnamed_addr" | b"local_unnamed_addr") {
            self.next();
        }
        Ok(())
    }

    pub(super) fn function_contents(&mut self, has_body: bool) -> Result<()> {
        let head = self.function_head()?;
        let id = self.globals[&head.name];
        let Some(function) = self.module.as_function(id) else {
            return Ok(());
        };
        self.set_properties(id, head.properties);
        let mut attributes = Vec::new();
        let mut result = head.result_attributes.clone();
        loop {
            let (more, of_result) = self.function_attributes()?;
            attributes.extend(more);
            result.extend(of_result);
            match self.word() {
                b"unnamed_addr" => {
                    self.module.global_mut(id).unnamed_address = UnnamedAddress::Global;
                    self.next();
                }
                b"local_unnamed_addr" => {
                    self.module.global_mut(id).unnamed_address = UnnamedAddress::Local;
                    self.next();
                }
                b"addrspace" => {
                    self.address_space()?;
                }
                b"section" => {
                    self.next();
                    let name = self.string()?;
                    self.module.global_mut(id).section = self.module.names.add(&name);
                }
                b"partition" => {
                    self.next();
                    let name = self.string()?;
                    self.module.global_mut(id).partition = self.module.names.add(&name);
                }
                b"comdat" => {
                    self.next();
                    self.comdat(id)?;
                }
                b"align" => {
                    self.next();
                    self.module.global_mut(id).align = self.align()?;
                }
                b"gc" => {
                    self.next();
                    let name = self.string()?;
                    self.module.function_mut(function).gc = self.module.names.add(&name);
                }
                word @ (b"prefix" | b"prologue" | b"personality") => {
                    self.next();
                    let (_, constant) = self.typed_constant()?;
                    let function = self.module.function_mut(function);
                    let place = match word {
                        b"prefix" => &mut function.prefix,
                        b"prologue" => &mut function.prologue,
                        _ => &mut function.personality,
                    };
                    *place = Some(constant);
                }
                _ if self.kind() == Kind::Metadata && self.ahead(1).kind != Kind::Symbol(b'=') => {
                    self.skip_attachment()?;
                }
                _ => break,
            }
        }
        let function_set = self.function_set(&attributes);
        let result_set = self.module.attributes.set(&result);
        let mut sets = head.parameter_sets.clone();
        self.drop_upgraded_sets(id, &mut sets);
        let list = self.module.attributes.list(function_set, result_set, &sets);
        let entry = self.module.function_mut(function);
        entry.convention = head.convention;
        entry.attributes = list;
        if has_body {
            self.function_body(id, &head)?;
        }
        Ok(())
    }

    /// The attributes of parameters of an intrinsic that has others today.
    fn drop_upgraded_sets(&self, id: GlobalId, sets: &mut Vec<AttributeSetId>) {
        let count = self
            .module
            .types
            .parameters(self.module.global(id).ty)
            .map_or(0, <[_]>::len);
        sets.truncate(count);
    }
}
