//! Valid modules of LLVM 1.x from random choices.
//!
//! The same options give the same module. A module uses the whole language: recursive and opaque
//! types, all constants and expressions, all instructions, loops, unreachable blocks, phis that
//! refer to later values, functions with variable arguments. In some modules the number of types,
//! constants, values or blocks is so large that numbers do not fit in the short forms of
//! instructions.
//!
//! Scoping is kept simple: parameters and values of the entry block are used everywhere, all other
//! values later in the same block, and phis use values of the predecessors.

mod bodies;
mod constants;
mod types;

use crate::random::{Choices, Seeded};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::format::Features;
use pinnacle_bytecode::model::{
    ConstantId, Endianness, FunctionId, Linkage, Module, PointerSize, Type, TypeId,
};

/// Options for generating a module.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of the random numbers.
    pub seed: u64,
    /// A format, which must be able to express the module.
    pub format: Format,
    /// True if names consist of letters, digits, dots and underscores, and only the module names
    /// types. Text can express such a module.
    pub plain_names: bool,
}

/// The size of a module: upper bounds for random numbers.
#[derive(Clone, Copy, Debug)]
struct Size {
    types: usize,
    globals: usize,
    functions: usize,
    blocks: usize,
    /// Instructions per block.
    insts: usize,
    /// Number of elements in an array of distinct constants.
    constants: usize,
}

const SMALL: Size = Size {
    types: 12,
    globals: 6,
    functions: 4,
    blocks: 5,
    insts: 8,
    constants: 3,
};

impl Size {
    /// A size that is small, or large in one respect.
    fn random(random: &mut Seeded) -> Size {
        let many = [70, 300, 4200][random.small_index(3)];
        match random.index(12) {
            0 => Size {
                types: many,
                ..SMALL
            },
            1 => Size {
                insts: many,
                blocks: 2,
                ..SMALL
            },
            2 => Size {
                constants: many,
                ..SMALL
            },
            3 => Size {
                blocks: many.min(600),
                insts: 2,
                functions: 2,
                ..SMALL
            },
            4 => Size {
                globals: 100,
                functions: 40,
                blocks: 2,
                ..SMALL
            },
            5 => Size {
                types: 120,
                constants: 120,
                functions: 8,
                insts: 90,
                blocks: 3,
                ..SMALL
            },
            _ => SMALL,
        }
    }
}

/// A module under construction.
struct Generator {
    random: Seeded,
    size: Size,
    features: &'static Features,
    plain_names: bool,
    module: Module,
    /// Types of variables.
    sized: Vec<TypeId>,
    /// Types of values.
    first_class: Vec<TypeId>,
    /// The types of functions.
    signatures: Vec<TypeId>,
    /// The addresses of globals and functions.
    addresses: Vec<ConstantId>,
    names: u32,
}

/// Generates a module.
pub fn generate(options: &Options) -> Module {
    let mut random = Seeded::new(options.seed);
    let size = Size::random(&mut random);
    let mut generator = Generator {
        random,
        size,
        features: options.format.features(),
        plain_names: options.plain_names,
        module: Module::new(),
        sized: Vec::new(),
        first_class: Vec::new(),
        signatures: Vec::new(),
        addresses: Vec::new(),
        names: 0,
    };
    generator.target();
    generator.types();
    generator.declarations();
    generator.initializers();
    for index in 0..generator.module.functions.len() as u32 {
        generator.body(FunctionId(index));
    }
    generator.module
}

impl Generator {
    fn target(&mut self) {
        let target = &mut self.module.target;
        target.endianness =
            *self
                .random
                .pick(&[None, Some(Endianness::Little), Some(Endianness::Big)]);
        target.pointer_size =
            *self
                .random
                .pick(&[None, Some(PointerSize::Bits32), Some(PointerSize::Bits64)]);
        if self.features.libraries && self.random.one_in(3) {
            target.triple = b"sparc-sun-solaris".to_vec();
            for library in ["c", "m"] {
                if self.random.one_in(2) {
                    target.libraries.push(library.into());
                }
            }
        }
    }

    /// Returns a unique name, or occasionally an empty one.
    fn name(&mut self) -> Vec<u8> {
        if self.random.one_in(3) {
            return Vec::new();
        }
        self.names += 1;
        let mut name = Vec::new();
        if self.plain_names {
            let letters = b"abcxyzABC._";
            name.extend((0..self.random.index(9)).map(|_| *self.random.pick(letters)));
            name.extend(format!("n{}", self.names).bytes());
        } else {
            name.extend((0..self.random.index(9)).map(|_| self.random.next() as u8));
            name.extend(self.names.to_le_bytes());
        }
        name
    }

    /// Adds globals without initialisers and functions without bodies.
    fn declarations(&mut self) {
        for _ in 0..self.random.index(self.size.globals + 1) {
            let (name, ty) = (self.name(), *self.random.pick(&self.sized));
            let constant = self.random.one_in(2);
            let id = self
                .module
                .add_global(&name, ty, Linkage::External, constant, None);
            let address = self.module.global_address(id);
            self.addresses.push(address);
        }
        for _ in 0..self.random.index(self.size.functions + 1) {
            let (name, ty) = (self.name(), *self.random.pick(&self.signatures));
            let id = self.module.add_function(&name, ty, Linkage::External);
            let address = self.module.function_address(id);
            self.addresses.push(address);
        }
    }

    fn initializers(&mut self) {
        for index in 0..self.module.globals.len() {
            if self.random.one_in(4) {
                continue;
            }
            let Some(ty) = (self.module.types).pointee(self.module.globals[index].address_type)
            else {
                continue;
            };
            let value = self.constant(ty, 4);
            let linkages = match self.module.types.get(ty) {
                Type::Array { .. } => 5,
                _ => 4,
            };
            let global = &mut self.module.globals[index];
            global.initializer = Some(value);
            global.linkage = [
                Linkage::External,
                Linkage::Internal,
                Linkage::LinkOnce,
                Linkage::Weak,
                Linkage::Appending,
            ][self.random.index(linkages)];
        }
        // An array of many distinct numbers, some of which form a string.
        if self.size.constants > SMALL.constants {
            let element = *self
                .random
                .pick(&[TypeId::INT, TypeId::SHORT, TypeId::SBYTE]);
            let values: Vec<_> = (0..self.size.constants as u64)
                .map(|value| self.module.constants.int(element, value))
                .collect();
            let ty = self.module.types.array_of(element, values.len() as u32);
            let value = self.module.constants.array(ty, &values);
            self.module
                .add_global(b"many", ty, Linkage::Internal, true, Some(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_bytecode::verify::{Options as VerifyOptions, verify};

    #[test]
    fn generated_modules_are_valid() {
        for seed in 0..400 {
            for format in Format::ALL {
                let module = generate(&Options {
                    seed,
                    format,
                    plain_names: seed % 2 == 0,
                });
                if let Err(errors) = verify(&module, &VerifyOptions::default()) {
                    panic!("seed {seed}, {format}: {:?}", errors.list()[0]);
                }
            }
        }
    }

    #[test]
    fn a_seed_is_always_the_same_module() {
        let options = Options {
            seed: 7,
            format: Format::Llvm13,
            plain_names: false,
        };
        assert!(generate(&options) == generate(&options));
    }
}
