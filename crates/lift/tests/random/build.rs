//! The builder that generated programs are made with: that of the library, but
//! a mistake is a panic.

pub use pinnacle_pexe::build::{Callee, FunctionBuilder, Global, GlobalHandle, Value};
pub use pinnacle_pexe::encode::Abbreviations;

use pinnacle_pexe::build;
use pinnacle_pexe::encode::{Options, encode};
use std::ops::{Deref, DerefMut};

/// A program under construction.
#[derive(Clone, Default, Debug)]
pub struct ModuleBuilder(build::ModuleBuilder);

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

    /// The program as a `.pexe` file.
    pub fn to_pexe(&self) -> Vec<u8> {
        self.to_pexe_with(Abbreviations::None)
    }

    /// The program as a `.pexe` file with abbreviations.
    pub fn to_pexe_with(&self, abbreviations: Abbreviations) -> Vec<u8> {
        let program = self.finish().expect("the generator makes no mistakes");
        let options = Options {
            abbreviations,
            jobs: 1,
            ..Options::default()
        };
        let encoded = encode(&program.module, &program.functions, &options);
        encoded.expect("what was built can be encoded")
    }
}
