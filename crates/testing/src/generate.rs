//! Valid programs from random choices, with the builder of the tests.

pub use pinnacle_smith::generate::Size;

use crate::build::ModuleBuilder;
use crate::random::Choices;
use pinnacle_pexe::GlobalId;
use pinnacle_smith::generate as smith;

/// A program whose functions can be called one by one, see [`smith::Generated`].
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub module: ModuleBuilder,
    /// The number of the global that counts steps, an `i32`.
    pub counter: GlobalId,
    /// The number of the global that setjmp writes to.
    pub buffers: GlobalId,
}

/// A program.
pub fn generate(choices: &mut impl Choices, size: Size) -> ModuleBuilder {
    smith::generate(choices, size).into()
}

/// A program whose functions can be called one by one.
pub fn generate_callable(choices: &mut impl Choices, size: Size) -> Generated {
    let generated = smith::generate_callable(choices, size);
    Generated {
        module: generated.module.into(),
        counter: generated.counter,
        buffers: generated.buffers,
    }
}
