//! Programs built in code, for tests. The builder is that of the library, but mistakes panic when
//! the program is made.
//!
//! To make an invalid program, edit the record tree of a valid one; see [`ModuleBuilder::to_file`].

#[cfg(test)]
mod tests;

pub use pinnacle_pexe::build::{Callee, FunctionBuilder, Global, GlobalHandle, Value};
pub use pinnacle_pexe::encode::Abbreviations;

use crate::records::File;
use pinnacle_pexe::build;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::encode::{Options, encode};
use std::ops::{Deref, DerefMut};

/// A program under construction, see [`build::ModuleBuilder`].
#[derive(Clone, Default, Debug)]
pub struct ModuleBuilder(build::ModuleBuilder);

impl From<build::ModuleBuilder> for ModuleBuilder {
    fn from(module: build::ModuleBuilder) -> ModuleBuilder {
        ModuleBuilder(module)
    }
}

impl Deref for ModuleBuilder {
    type Target = build::ModuleBuilder;

    fn deref(&self) -> &build::ModuleBuilder {
        &self.0
    }
}

impl DerefMut for ModuleBuilder {
    fn deref_mut(&mut self) -> &mut build::ModuleBuilder {
        &mut self.0
    }
}

impl ModuleBuilder {
    /// An empty module.
    pub fn new() -> ModuleBuilder {
        ModuleBuilder::default()
    }

    /// Returns the program.
    ///
    /// # Panics
    ///
    /// Panics if there was a mistake in building it.
    pub fn program(&self) -> Program {
        self.finish().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the module as a tree of records, to be edited.
    ///
    /// # Panics
    ///
    /// Panics as [`ModuleBuilder::to_pexe_with`] does.
    pub fn to_file(&self, abbreviations: Abbreviations) -> File {
        File::read(&self.to_pexe_with(abbreviations)).expect("what was written can be read")
    }

    /// Returns the module as a `.pexe` file without abbreviations.
    pub fn to_pexe(&self) -> Vec<u8> {
        self.to_pexe_with(Abbreviations::None)
    }

    /// Returns the module as a `.pexe` file.
    ///
    /// # Panics
    ///
    /// Panics as [`ModuleBuilder::program`] does.
    pub fn to_pexe_with(&self, abbreviations: Abbreviations) -> Vec<u8> {
        let options = Options {
            abbreviations,
            jobs: 1,
            ..Options::default()
        };
        encode(&self.program(), &options).expect("the builder makes what can be encoded")
    }
}
