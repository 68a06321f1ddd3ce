//! Valid programs from random choices, as [`ModuleBuilder`]s for tests.

pub use pinnacle_smith::generate::Size;

use crate::build::ModuleBuilder;
use crate::random::Choices;
use pinnacle_pexe::GlobalId;
use pinnacle_smith::generate as smith;

/// A program whose functions can be called one by one, see [`smith::Generated`].
#[derive(Clone, Debug)]
pub struct Generated {
    /// The generated program.
    pub module: ModuleBuilder,
    /// The global with the step counter, an `i32`.
    pub counter: GlobalId,
    /// The global that setjmp writes to.
    pub buffers: GlobalId,
}

/// Generates a program.
pub fn generate(choices: &mut impl Choices, size: Size) -> ModuleBuilder {
    smith::generate(choices, size).into()
}

/// Generates a program whose functions can be called one by one.
pub fn generate_callable(choices: &mut impl Choices, size: Size) -> Generated {
    let generated = smith::generate_callable(choices, size);
    Generated {
        module: generated.module.into(),
        counter: generated.counter,
        buffers: generated.buffers,
    }
}
