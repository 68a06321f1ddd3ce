//! Valid programs from random choices.
//!
//! Every kind of instruction on every legal type appears, in functions whose control flow is an
//! arbitrary graph: nested loops, irreducible ones, unreachable blocks, switches with several edges
//! to one block. The programs can also be run: they end by themselves, rarely divide by zero, and
//! only access their own memory. At the end they write that memory to standard output, so that
//! engines can be compared by their output.
//!
//! * `shape` draws the graph and computes the dominators;
//! * `body` fills the blocks with instructions, and `operations` makes each
//!   kind of instruction.
//!
//! They end because every call of a function, every edge backwards in file order and every longjmp
//! decrements a counter in memory, and at zero the function returns.
//!
//! Many programs use only some of the types, so that values of one type meet more often. Some call
//! setjmp and longjmp. *Wild* programs also use addresses outside of their memory, call functions
//! with the wrong type or at invalid addresses, and divide by anything. Most calls in them end in a
//! trap.

mod body;
#[cfg(test)]
mod coverage;
mod operations;
mod shape;

use crate::random::{Choices, Seeded};
use crate::system;
use pinnacle_pexe::GlobalId;
use pinnacle_pexe::build::{Callee, Global, GlobalHandle, ModuleBuilder, Value};
use pinnacle_pexe::encode::{self, Options, encode};
use pinnacle_pexe::types::Type;
use std::fmt;

/// Size in bytes of the memory that programs work on. A power of two.
const SCRATCH_SIZE: u32 = 512;

/// Size in bytes of the memory that they copy and fill in long runs.
const ROOM_SIZE: u32 = 2048;

/// Number of setjmp buffers, and the distance in bytes from one to the next.
const JUMP_BUFFERS: u32 = 2;
const JUMP_BUFFER_SIZE: u32 = 32;

/// Maximum number of blocks of a function.
pub const MAX_BLOCKS: u64 = 48;

/// The size of programs.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Maximum number of functions in addition to `_start`.
    pub functions: u64,
    /// Maximum number of blocks of a function, up to [`MAX_BLOCKS`].
    pub blocks: u64,
    /// Maximum number of instructions of a block, roughly.
    pub instructions: u64,
    /// Initial value of the counter: calls and loop iterations of the whole run.
    pub steps: u32,
    /// True if the program contains operations that trap.
    pub wild: bool,
}

impl Default for Size {
    fn default() -> Size {
        Size {
            functions: 5,
            blocks: 12,
            instructions: 14,
            steps: 400,
            wild: false,
        }
    }
}

/// The data that all functions of a program share.
struct Program {
    functions: Vec<GeneratedFunction>,
    /// The memory that the program works on and prints.
    scratch: GlobalHandle,
    /// A table with the addresses of all functions.
    table: GlobalHandle,
    /// The counter that ends the program.
    counter: GlobalHandle,
    /// Memory for long copies.
    room: GlobalHandle,
    /// The buffers that setjmp writes.
    buffers: GlobalHandle,
    /// True if the program calls setjmp.
    jumps: bool,
    /// True if it contains operations that trap.
    wild: bool,
    /// The types that the generated function prefers.
    types: &'static [Type],
}

#[derive(Clone)]
struct GeneratedFunction {
    callee: Callee,
    result: Type,
    params: Vec<Type>,
}

/// Types of parameters and results: `i32` and those after it.
const ARGUMENT_TYPES: &[Type] = Type::ALL.split_at(Type::I32 as usize).1;

/// The types that programs prefer: all, or a few, so that these meet more often.
const FAVOURITES: [&[Type]; 6] = [
    body::VALUE_TYPES,
    body::VALUE_TYPES,
    &[Type::I1, Type::I8, Type::I16, Type::I32],
    &[Type::I8, Type::I32, Type::I64],
    &[Type::I32, Type::Float, Type::Double],
    body::VALUE_TYPES.split_at(7).1,
];

/// A generated program, with the information needed to call its functions one by one.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The generated program.
    pub module: ModuleBuilder,
    /// The global with the step counter, an `i32`.
    pub counter: GlobalId,
    /// The global that setjmp writes to. Its contents depend on the engine.
    pub buffers: GlobalId,
}

/// An error in this module: it generated a program that cannot be encoded.
#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the generated program cannot be written: {}", self.0)
    }
}

impl std::error::Error for Error {}

/// Generates the program for a seed as a `.pexe` file.
///
/// # Errors
///
/// No seed is known to fail; see [`Error`].
pub fn program(seed: u64, size: Size) -> Result<Vec<u8>, Error> {
    let module = generate(&mut Seeded::new(seed), size);
    let program = module.finish().map_err(|error| Error(error.to_string()))?;
    let options = Options {
        abbreviations: encode::Abbreviations::Standard,
        jobs: 1,
        ..Options::default()
    };
    encode(&program, &options).map_err(|error| Error(error.to_string()))
}

/// Generates a program.
pub fn generate(choices: &mut impl Choices, size: Size) -> ModuleBuilder {
    generate_callable(choices, size).module
}

/// Generates a program whose functions can be called one by one.
pub fn generate_callable(choices: &mut impl Choices, size: Size) -> Generated {
    let mut module = ModuleBuilder::new();
    let functions: Vec<GeneratedFunction> = (0..1 + choices.below(size.functions))
        .map(|_| {
            let result = match choices.index(ARGUMENT_TYPES.len() + 1) {
                0 => Type::Void,
                index => ARGUMENT_TYPES[index - 1],
            };
            let params: Vec<Type> = (0..choices.below(5))
                .map(|_| *choices.pick(ARGUMENT_TYPES))
                .collect();
            GeneratedFunction {
                callee: module.function(result, &params),
                result,
                params,
            }
        })
        .collect();
    let program = globals(&mut module, functions, choices, size);
    for function in &program.functions {
        let body = body::generate(&mut module, &program, function, choices, size);
        module.define(function.callee, body);
    }
    start(&mut module, &program);
    Generated {
        module,
        counter: program.counter.id(),
        buffers: program.buffers.id(),
    }
}

fn globals(
    module: &mut ModuleBuilder,
    functions: Vec<GeneratedFunction>,
    choices: &mut impl Choices,
    size: Size,
) -> Program {
    let noise: Vec<u8> = (0..SCRATCH_SIZE / 2)
        .map(|_| choices.below(256) as u8)
        .collect();
    // The counter comes first, so that an access past the end of another global does not reach it.
    let counter = module.global(Global::variable(4).data(size.steps.to_le_bytes()));
    let buffers = Global::variable(16).zeros(JUMP_BUFFERS * JUMP_BUFFER_SIZE);
    let buffers = module.global(buffers);
    let room = module.global(Global::variable(16).zeros(ROOM_SIZE));
    let scratch = Global::variable(16).data(noise).zeros(SCRATCH_SIZE / 2);
    let scratch = module.global(scratch);
    let table = functions
        .iter()
        .fold(Global::constant(4), |table, function| {
            table.relocation(function.callee.address(), 0)
        });
    let table = module.global(table);
    // These are unused, but vary the layout of globals.
    for _ in 0..choices.below(4) {
        let align = 1 << choices.below(8);
        let mut global = if choices.one_in(2) {
            Global::constant(align)
        } else {
            Global::variable(align)
        };
        for _ in 0..1 + choices.below(3) {
            global = match choices.below(5) {
                0 => global.zeros(choices.below(100) as u32),
                1 => global.data(vec![choices.below(256) as u8; 1 + choices.index(20)]),
                2 => global.relocation(scratch.address(), choices.below(64) as i32 - 32),
                3 => global.data((0..=255).collect::<Vec<u8>>()),
                _ => global.relocation(functions[0].callee.address(), choices.below(2) as i32),
            };
        }
        let handle = module.global(global);
        name(module, handle.address(), choices);
    }
    for function in &functions {
        name(module, function.callee.address(), choices);
    }
    Program {
        functions,
        scratch,
        table,
        counter,
        room,
        buffers,
        jumps: choices.one_in(6),
        wild: size.wild,
        types: choices.pick::<&[Type]>(&FAVOURITES),
    }
}

/// Gives a value a name in some cases: of letters and digits, of any characters, or of any bytes.
/// Names are unique.
fn name<C: Choices>(module: &mut ModuleBuilder, address: Value, choices: &mut C) {
    let alphabet: &[u8] = match choices.below(6) {
        0 => b"azAZ09._",
        1 => b"a -~",
        2 => b"\0\x7f\x80\xff",
        _ => return,
    };
    let length = choices.index(20);
    let mut name: Vec<u8> = (0..length).map(|_| *choices.pick(alphabet)).collect();
    name.extend(address.to_string().bytes().filter(|&byte| byte != b'@'));
    module.name(address, name);
}

/// Generates `_start`, which calls every function and then prints the memory.
fn start(module: &mut ModuleBuilder, program: &Program) {
    system::define_start(module, |f, system| {
        for function in &program.functions {
            let args: Vec<Value> = function
                .params
                .iter()
                .map(|&param| body::plain_value(f, param))
                .collect();
            let result = f.call(function.callee, &args);
            if function.result == Type::Void || function.result.element() == Type::I1 {
                continue;
            }
            f.store(result, program.scratch.address());
        }
        system.write(f, program.scratch.address(), SCRATCH_SIZE as i32);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::FromBytes;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        let program = |seed| program(seed, Size::default()).unwrap();
        assert_eq!(program(1), program(1));
        assert_ne!(program(1), program(2));
    }

    #[test]
    fn any_choices_make_a_program() {
        for bytes in [&[][..], &[0xff; 5000]] {
            let module = generate(&mut FromBytes::new(bytes), Size::default());
            module.finish().unwrap();
        }
        for seed in 0..40 {
            program(seed, Size::default()).unwrap();
        }
    }
}
