//! The rules for global variables, and for functions apart from their bodies.

use super::{Context, Errors, Size};
use crate::error::{Error, ErrorKind};
use crate::model::{FunctionId, Global, GlobalId, Linkage, Module, Type, TypeId};

/// Checks that the types and initialisers of all globals exist; if not, nothing else can be
/// checked.
pub(super) fn check_types_exist(module: &Module, errors: &mut Errors) {
    let missing = |ty: TypeId| ty.index() >= module.types.len();
    for (place, global) in module.globals.iter().enumerate() {
        let id = GlobalId(place as u32);
        if missing(global.address_type) {
            errors.push(Error::new(
                ErrorKind::UndefinedType,
                format!(
                    "{id} has type {}, which does not exist",
                    global.address_type
                ),
            ));
        }
        if let Some(initializer) = global.initializer
            && initializer.index() >= module.constants.len()
        {
            errors.push(Error::new(
                ErrorKind::UndefinedConstant,
                format!("the initialiser of {id} is constant {initializer}, which does not exist"),
            ));
        }
    }
    for (place, function) in module.functions.iter().enumerate() {
        if missing(function.address_type) {
            let id = FunctionId(place as u32);
            errors.push(Error::new(
                ErrorKind::UndefinedType,
                format!(
                    "{id} has type {}, which does not exist",
                    function.address_type
                ),
            ));
        }
    }
}

/// Checks all global variables, then all functions without their bodies.
pub(super) fn check(context: &Context<'_>, errors: &mut Errors) {
    for (place, global) in context.module.globals.iter().enumerate() {
        if let Err(error) = context.global(GlobalId(place as u32), global) {
            errors.push(error);
        }
    }
    for place in 0..context.module.functions.len() as u32 {
        if let Err(error) = context.function(FunctionId(place)) {
            errors.push(error.in_function(FunctionId(place), None));
        }
    }
}

impl Context<'_> {
    fn global(&self, id: GlobalId, global: &Global) -> Result<(), Error> {
        let types = &self.module.types;
        let what = || {
            let name = self.module.names.get(global.name);
            if name.is_empty() {
                id.to_string()
            } else {
                format!("%{}", String::from_utf8_lossy(name))
            }
        };
        let value_type = match types.pointee(global.address_type) {
            Some(ty)
                if !matches!(
                    types.get(ty),
                    Type::Void | Type::Label | Type::Function { .. }
                ) =>
            {
                ty
            }
            _ => {
                let found = self.text(global.address_type);
                return Err(Error::new(
                    ErrorKind::BadAddressType,
                    format!(
                        "the address of variable {} must be a pointer to a type that can be \
                         stored, found {found}",
                        what()
                    ),
                ));
            }
        };
        if global.linkage == Linkage::Appending
            && !matches!(types.get(value_type), Type::Array { .. })
        {
            let found = self.text(value_type);
            return Err(Error::new(
                ErrorKind::IllegalLinkage,
                format!(
                    "only arrays can have appending linkage, but {} is {found}",
                    what()
                ),
            ));
        }
        let Some(initializer) = global.initializer else {
            return external_declaration(global.linkage, what);
        };
        not_imported(global.linkage, &what)?;
        if self.sizes[value_type.index()] != Size::Known {
            let found = self.text(value_type);
            return Err(Error::new(
                ErrorKind::IllegalType,
                format!("{} is defined, but its type {found} has no size", what()),
            ));
        }
        let found = self.module.constants.type_of(initializer);
        if found != value_type {
            let (expected, found) = (self.text(value_type), self.text(found));
            return Err(Error::new(
                ErrorKind::BadInitializer,
                format!("{} is {expected}, but its initialiser is {found}", what()),
            ));
        }
        Ok(())
    }

    fn function(&self, id: FunctionId) -> Result<(), Error> {
        let function = &self.module.functions[id.index()];
        let what = || {
            let name = self.module.names.get(function.name);
            if name.is_empty() {
                id.to_string()
            } else {
                format!("%{}", String::from_utf8_lossy(name))
            }
        };
        let Some((result, parameters, _)) = self.module.signature(id) else {
            let found = self.text(function.address_type);
            return Err(Error::new(
                ErrorKind::BadAddressType,
                format!(
                    "the address of function {} must be a pointer to a function, found {found}",
                    what()
                ),
            ));
        };
        let types = &self.module.types;
        if result != TypeId::VOID && !types.is_first_class(result) {
            let found = self.text(result);
            return Err(Error::new(
                ErrorKind::BadSignature,
                format!("{} returns {found}, which is not a single value", what()),
            ));
        }
        if let Some(&ty) = parameters.iter().find(|&&ty| !types.is_first_class(ty)) {
            let found = self.text(ty);
            return Err(Error::new(
                ErrorKind::BadSignature,
                format!("{} takes {found}, which is not a single value", what()),
            ));
        }
        if function.linkage == Linkage::Appending {
            return Err(Error::new(
                ErrorKind::IllegalLinkage,
                format!(
                    "only arrays can have appending linkage, but {} is a function",
                    what()
                ),
            ));
        }
        if function.body.is_none() {
            return external_declaration(function.linkage, what);
        }
        not_imported(function.linkage, &what)?;
        if self.intrinsics[id.index()].is_some() {
            return Err(Error::new(
                ErrorKind::BadIntrinsic,
                format!("{} is an intrinsic and cannot be defined", what()),
            ));
        }
        Ok(())
    }
}

/// Checks that an imported global is not defined here.
fn not_imported(linkage: Linkage, what: &impl Fn() -> String) -> Result<(), Error> {
    let found = match linkage {
        Linkage::DllImport => "dllimport",
        Linkage::ExternWeak => "extern_weak",
        _ => return Ok(()),
    };
    Err(Error::new(
        ErrorKind::IllegalLinkage,
        format!("{} is {found} but defined", what()),
    ))
}

/// Checks that a global that is defined elsewhere is external.
fn external_declaration(linkage: Linkage, what: impl Fn() -> String) -> Result<(), Error> {
    let found = match linkage {
        Linkage::External | Linkage::DllImport | Linkage::ExternWeak => return Ok(()),
        Linkage::DllExport => "dllexport",
        Linkage::Weak => "weak",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::LinkOnce => "linkonce",
    };
    Err(Error::new(
        ErrorKind::IllegalLinkage,
        format!(
            "{} is {found} but not defined; only external globals can be without a definition",
            what()
        ),
    ))
}
