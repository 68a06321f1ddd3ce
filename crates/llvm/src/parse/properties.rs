//! The words before the kind of a global, and those after it that variables and functions share.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use crate::ids::GlobalId;
use crate::instruction::Align;
use crate::module::{DllStorage, Linkage, ThreadLocal, UnnamedAddress, Visibility};

/// Words for linkages that were replaced.
const OLD_LINKAGES: &[(&[u8], Linkage)] = &[
    (b"linker_private", Linkage::Private),
    (b"linker_private_weak", Linkage::Private),
    (b"linker_private_weak_def_auto", Linkage::Private),
    (b"linkonce_odr_auto_hide", Linkage::LinkOnceOdr),
];

/// The words before the kind of a global.
#[derive(Clone, Copy, Default)]
pub(super) struct Properties {
    pub(super) linkage: Option<Linkage>,
    visibility: Option<Visibility>,
    dll_storage: Option<DllStorage>,
    /// True if it has no initialiser because it is defined elsewhere.
    pub(super) is_declared: bool,
    dso_local: bool,
    thread_local: Option<ThreadLocal>,
    unnamed_address: Option<UnnamedAddress>,
    pub(super) externally_initialized: bool,
    pub(super) address_space: u32,
}

impl Parser<'_> {
    fn linkage(&mut self) -> Option<Linkage> {
        let word = self.word();
        let mut all = Linkage::ALL.iter();
        let today = all.find(|linkage| linkage.text().as_bytes() == word);
        let old = || OLD_LINKAGES.iter().find(|(old, _)| *old == word);
        let found = today.copied().or_else(|| Some(old()?.1))?;
        self.next();
        Some(found)
    }

    /// Parses the words before the kind of a global, in any order.
    pub(super) fn properties(&mut self) -> Result<Properties> {
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
            _ => return self.unexpected("a thread-local storage model"),
        };
        self.next();
        self.expect_symbol(b')')?;
        Ok(model)
    }

    /// Sets the properties of a global that come before its kind.
    pub(super) fn set_properties(&mut self, id: GlobalId, properties: Properties) {
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

    pub(super) fn align(&mut self) -> Result<Align> {
        let token = self.token();
        let bytes = if self.is_symbol(b'(') {
            self.number_in_parentheses()?
        } else {
            self.unsigned()?
        };
        self.aligned(token, bytes)
    }

    /// Makes an alignment of this number of bytes. In old texts 0 means the type's alignment.
    fn aligned(&mut self, token: Token, bytes: u64) -> Result<Align> {
        match Align::new(bytes) {
            Some(align) if bytes <= 1 << 32 => Ok(align),
            None if bytes == 0 => Ok(Align::NATURAL),
            _ => {
                let message = "an alignment must be a power of two, at most 2^32";
                self.fail_at(token, E::NumberRange, message)
            }
        }
    }

    /// Parses `, align N` after an instruction, if it is present.
    pub(super) fn comma_align(&mut self) -> Result<Align> {
        if self.take_comma_word("align") {
            return self.align();
        }
        Ok(Align::NATURAL)
    }

    /// Parses a comdat after its keyword. Without a name, it is the one with the global's name.
    pub(super) fn comdat(&mut self, id: GlobalId) -> Result<()> {
        let token = self.token();
        let name = if token.kind == Kind::Comdat {
            // LLVM 3.5 has no parentheses here.
            self.next();
            self.name_of(token)
        } else if self.take_symbol(b'(') {
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
}
