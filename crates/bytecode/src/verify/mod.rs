//! Checks a module against every rule of LLVM 1.x and reports every error.
//!
//! The reader checks the form of a file; the verifier checks the meaning of its contents. The
//! passes go from the parts to the whole: types, constants, globals and functions, names, bodies.
//! If a type or constant has a component that does not exist, the later passes cannot check
//! anything and are skipped. Bodies are independent of each other and are checked in parallel; the
//! report does not depend on the number of threads.
//!
//! A body is checked by `body` in one pass over its instructions. `flow` provides the control flow
//! graph. The dominator tree is only built for functions that use a value in a block other than its
//! own. No check recurses, and all take time proportional to the module.
//!
//! The rules, with where they come from, are the table [`RULES`].

mod body;
mod constants;
mod flow;
mod globals;
mod instruction;
mod intrinsics;
mod names;
mod operations;
mod rules;
mod text;
mod types;

pub use rules::{RULES, Rule};

use crate::error::Error;
use crate::limits::MAX_ERRORS;
use crate::model::{FunctionId, Module, Name, TypeId};
use crate::text::describe::type_text;
use intrinsics::Intrinsic;
use pinnacle_base::parallel;
use std::fmt;
use types::Size;

/// Options for verifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of threads that check function bodies: 0 for one per core, 1 for the caller's thread
    /// alone.
    pub jobs: usize,
}

/// The errors of a module: at least one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Errors {
    list: Vec<Error>,
    more: bool,
}

impl Errors {
    /// The errors in order: types, constants, globals, functions, names, then bodies; at most
    /// [`MAX_ERRORS`].
    pub fn list(&self) -> &[Error] {
        &self.list
    }

    /// Returns the errors by value.
    pub fn into_list(self) -> Vec<Error> {
        self.list
    }

    /// Returns true if there are more errors than are listed.
    pub fn more(&self) -> bool {
        self.more
    }

    #[cold]
    fn push(&mut self, error: Error) {
        if self.is_full() {
            self.more = true;
        } else {
            self.list.push(error);
        }
    }

    fn is_full(&self) -> bool {
        self.list.len() >= MAX_ERRORS
    }

    fn append(&mut self, other: Errors) {
        self.more |= other.more;
        other.list.into_iter().for_each(|error| self.push(error));
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, error) in self.list.iter().enumerate() {
            f.write_str(if place > 0 { "\n" } else { "" })?;
            error.fmt(f)?;
        }
        if self.more {
            f.write_str("\nthere are more errors")?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

/// Facts about the module that all passes need.
struct Context<'a> {
    module: &'a Module,
    /// Size of each type, if it has one.
    sizes: Vec<Size>,
    /// For each type, one of its names, or the empty name.
    type_names: Vec<Name>,
    /// The intrinsic that each function is, if any.
    intrinsics: Vec<Option<Intrinsic>>,
}

/// Checks a module.
///
/// # Errors
///
/// Fails with every error in the module, each with its place.
pub fn verify(module: &Module, options: &Options) -> Result<(), Errors> {
    let mut errors = Errors::default();
    types::check_components_exist(module, &mut errors);
    if errors.list.is_empty() {
        constants::check_operands_exist(module, &mut errors);
        globals::check_types_exist(module, &mut errors);
    }
    if errors.list.is_empty() {
        let context = Context::new(module);
        types::check(&context, &mut errors);
        constants::check(&context, &mut errors);
        globals::check(&context, &mut errors);
        names::check_module(&context, &mut errors);
        context.bodies(options.jobs, &mut errors);
        add_texts(module, &mut errors.list);
    }
    if errors.list.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Adds the text of the faulty instructions to the errors.
fn add_texts(module: &Module, errors: &mut [Error]) {
    let place = |error: &Error| Some((error.function()?, error.inst()?));
    let wanted: Vec<_> = errors.iter().filter_map(place).collect();
    if wanted.is_empty() {
        return;
    }
    let mut texts = crate::text::inst_texts(module, &wanted).into_iter();
    for error in errors.iter_mut().filter(|error| place(error).is_some()) {
        if let Some(text) = texts.next().flatten() {
            error.set_text(text);
        }
    }
}

impl<'a> Context<'a> {
    fn new(module: &'a Module) -> Context<'a> {
        let mut type_names = vec![Name::EMPTY; module.types.len()];
        for &(name, ty) in module.type_names.iter().rev() {
            type_names[ty.index()] = name;
        }
        Context {
            module,
            sizes: types::sizes(&module.types),
            type_names,
            intrinsics: intrinsics::find(module),
        }
    }

    /// Checks the functions that have bodies.
    fn bodies(&self, jobs: usize, errors: &mut Errors) {
        let with_bodies: Vec<FunctionId> = (0..self.module.functions.len() as u32)
            .map(FunctionId)
            .filter(|function| self.module.functions[function.index()].body.is_some())
            .collect();
        let found = parallel::map(
            &with_bodies,
            jobs,
            || body::Checker::new(self),
            |checker, &function| checker.check(function),
        );
        for of_function in found {
            errors.append(of_function);
        }
    }

    fn name_of_type(&self, ty: TypeId) -> Option<&'a [u8]> {
        let name = self.type_names[ty.index()];
        (!name.is_empty()).then(|| self.module.names.get(name))
    }

    /// A type in the words of assembly.
    fn text(&self, ty: TypeId) -> String {
        let name_of = |ty| self.name_of_type(ty);
        type_text(&self.module.types, ty, &name_of)
    }
}
