//! Function headers: calling conventions, signatures, and the clauses after the parameters.

use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::properties::Properties;
use super::{Key, Parser};
use crate::bitcode::{CallUpgrade, intrinsic_upgrade, upgraded_function_type};
use crate::ids::{AttributeSetId, GlobalId, TypeId};
use crate::module::{CallingConvention, UnnamedAddress};
use crate::types::Type;

/// Keywords for calling conventions.
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
    (b"x86_64_win64cc", 79),
    (b"x86_vectorcallcc", 80),
    (b"hhvmcc", 81),
    (b"hhvm_ccc", 82),
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
    (b"amdgpu_ls", 95),
    (b"amdgpu_es", 96),
    (b"aarch64_vector_pcs", 97),
    (b"aarch64_sve_vector_pcs", 98),
    (b"amdgpu_gfx", 100),
    (b"aarch64_sme_preservemost_from_x0", 102),
    (b"aarch64_sme_preservemost_from_x2", 103),
    (b"amdgpu_cs_chain", 104),
    (b"amdgpu_cs_chain_preserve", 105),
    (b"m68k_rtdcc", 106),
    (b"graalcc", 107),
    (b"riscv_vector_cc", 110),
    (b"aarch64_sme_preservemost_from_x1", 111),
];

/// The highest number of a calling convention.
const MAX_CONVENTION: u32 = 1023;

/// The head of a function, up to its parameters.
pub(super) struct Head<'t> {
    properties: Properties,
    convention: CallingConvention,
    result_attributes: Vec<crate::attributes::Attribute>,
    pub(super) ty: TypeId,
    token: Token,
    name: Key<'t>,
    parameter_sets: Vec<AttributeSetId>,
    /// The names of parameters, for those that have one.
    pub(super) parameter_names: Vec<Option<(Token, Key<'t>)>>,
    /// The first tokens of the attachments before the name.
    attachments: Vec<usize>,
}

impl<'t> Parser<'t> {
    /// Parses a calling convention, if there is one.
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
                let message = "the number of a calling convention must be at most 1023";
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
                let message = "the number of a calling convention must be at most 1023";
                return self.fail(E::NumberRange, message);
            }
            self.next();
            return Ok(CallingConvention(number));
        }
        Ok(CallingConvention::C)
    }

    /// Parses the header of a function up to the end of its parameters. The current token is its
    /// first word.
    fn function_head(&mut self) -> Result<Head<'t>> {
        self.next();
        // Declarations have their attachments here.
        let mut attachments = Vec::new();
        while self.kind() == Kind::Metadata {
            attachments.push(self.at);
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
        let mut ty = self.module.types.function(result.model, &types, variadic);
        if self.has_attributes_in_types() {
            let here = self.at;
            ty = self.type_with_attributes(ty, &result_attributes, &sets)?;
            self.at = here;
        }
        Ok(Head {
            properties,
            convention,
            result_attributes,
            ty,
            token,
            name,
            parameter_sets: sets,
            parameter_names: names,
            attachments,
        })
    }

    pub(super) fn declare_function(&mut self) -> Result<()> {
        let head = self.function_head()?;
        let name = head.name.name();
        if self.is_as_written() {
            let id = self.module.add_function(name, head.ty);
            self.skip_to_address_space()?;
            self.module.global_mut(id).address_space = self.program_space()?;
            return self.add(head.token, head.name, id);
        }
        let (id, is_new) = self.todays_function(name, head.ty);
        if is_new {
            // If its address is taken, the address space is part of the type.
            self.skip_to_address_space()?;
            let space = self.address_space()?;
            self.module.global_mut(id).address_space = space;
        }
        self.add(head.token, head.name, id)
    }

    /// Adds a function with its current name and type, which differ for old intrinsics. Two old
    /// names may have become one. Returns false if the function already exists.
    pub(super) fn todays_function(&mut self, name: &[u8], ty: TypeId) -> (GlobalId, bool) {
        let parameters = self.module.types.parameters(ty).unwrap_or_default();
        let result = self.module.types.result(ty);
        let upgrade = intrinsic_upgrade(name, &self.module, result, parameters);
        let (new, call) = match upgrade {
            Some(upgrade) => (upgrade.name, upgrade.call),
            None => (name.to_vec(), CallUpgrade::Keep),
        };
        let known = self.intrinsics.get(&new).copied();
        let id = known.unwrap_or_else(|| {
            let mut ty = upgraded_function_type(&mut self.module, ty, call);
            if self.pointees.is_some() && new.starts_with(b"llvm.") {
                ty = self.without_pointees(ty);
            }
            let id = self.module.add_function(&new, ty);
            if new.starts_with(b"llvm.") {
                self.intrinsics.insert(new, id);
            }
            id
        });
        if call != CallUpgrade::Keep {
            self.upgrades.insert(id, call);
        }
        (id, known.is_none())
    }

    /// Converts the type of an intrinsic to opaque pointers, as the table of upgrades expects.
    fn without_pointees(&mut self, function: TypeId) -> TypeId {
        let Type::Function {
            result,
            parameters,
            variadic,
        } = self.module.types.get(function)
        else {
            return function;
        };
        let parameters = self.module.types.list(parameters).to_vec();
        let types = &mut self.module.types;
        let parameters: Vec<_> = parameters.into_iter().map(|ty| types.opaque(ty)).collect();
        let result = types.opaque(result);
        types.function(result, &parameters, variadic)
    }

    /// Moves to the address space of a function, if it is among the words after its parameters.
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
        if self.is_as_written() {
            for &attachment in &head.attachments {
                let here = std::mem::replace(&mut self.at, attachment);
                self.attachment_of_global(id)?;
                self.at = here;
            }
        }
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
                    match self.is_as_written() {
                        true => self.attachment_of_global(id)?,
                        false => self.skip_attachment()?,
                    }
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

    /// Drops the parameter attributes of an intrinsic whose parameters have changed.
    fn drop_upgraded_sets(&self, id: GlobalId, sets: &mut Vec<AttributeSetId>) {
        let count = self
            .module
            .types
            .parameters(self.module.global(id).ty)
            .map_or(0, <[_]>::len);
        sets.truncate(count);
    }
}
