//! Places a program in memory, ready to start.
//!
//! The addresses are those of [`Layout`]. The layout is followed by the start-up block, then by the
//! arena, the range for `mmap`, which extends to the limit. All data that a program often writes is
//! in one contiguous range of writable pages, which [`Memory`] accesses fastest.
//!
//! The start-up block is an array of words: 0, the number of environment strings, the number of
//! arguments, the addresses of the arguments, 0, the addresses of the environment strings, 0, and
//! the auxiliary vector, which consists of pairs. The vector has one entry: the address of the
//! function that the program asks for interfaces.

use crate::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_pexe::Module;
use pinnacle_pexe::layout::{Layout, TooLarge};
use std::fmt;
use std::ops::Range;

/// Default limit in bytes of a program's memory.
pub const DEFAULT_MEMORY_LIMIT: u32 = 1 << 30;

/// The auxiliary vector's type for the address of the query function.
const AUX_QUERY_FUNCTION: u32 = 32;

/// The options with which a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadOptions {
    /// The arguments, starting with the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    /// The end of the usable addresses; rounded down to whole pages.
    pub memory_limit: u32,
    /// The size of the main thread's stack; rounded up to whole pages.
    pub stack_size: u32,
    /// Number of functions that the host offers. The first is the query function.
    pub host_functions: u32,
}

/// A program in memory.
#[derive(Debug)]
pub struct Image {
    /// The memory, with the initial data of the program.
    pub memory: Memory,
    /// The address of each global, in the module's order.
    pub globals: Box<[u32]>,
    /// The address of the start-up block, the argument of `_start`.
    pub start_block: u32,
    /// The main thread's stack. It grows down from the end.
    pub stack: Range<u32>,
    /// The range where memory can be mapped. No page of it is mapped yet.
    pub arena: Range<u32>,
    /// The address of the host's first function.
    pub first_host_function: u32,
}

/// The reason why a program cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The program does not fit in its address space.
    TooLarge(TooLarge),
    /// The host cannot reserve this much memory.
    NoMemory {
        /// The limit that was requested.
        limit: u32,
    },
    /// An argument or environment string contains a zero byte, which would end the string.
    ZeroByte {
        /// The kind of string.
        what: &'static str,
        /// The string.
        text: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::TooLarge(error) => error.fmt(f),
            LoadError::NoMemory { limit } => {
                write!(
                    f,
                    "this system has no room for {limit} bytes of program memory"
                )
            }
            LoadError::ZeroByte { what, text } => {
                write!(f, "the {what} {text:?} contains a zero byte")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<TooLarge> for LoadError {
    fn from(error: TooLarge) -> LoadError {
        LoadError::TooLarge(error)
    }
}

/// Places a program in memory.
pub fn load(module: &Module, options: &LoadOptions) -> Result<Image, LoadError> {
    let limit = Memory::usable_limit(options.memory_limit);
    let layout = Layout::new(module, options.host_functions, options.stack_size, limit)?;
    let start_block = layout.end;
    let arena = arena(layout.stack.end, layout.end, options)?;

    let no_memory = LoadError::NoMemory { limit };
    let mut memory = Memory::new(limit).ok_or_else(|| no_memory.clone())?;
    let program = layout.stack.start..arena.start;
    memory
        .protect(layout.constants.clone(), Protection::Read)
        .and_then(|()| memory.protect(program, Protection::ReadWrite))
        .map_err(|_| no_memory)?;
    layout.for_each_initialized(module, |address, bytes| memory.initialize(address, bytes));
    let block = start_block_bytes(options, start_block, layout.first_host_function);
    memory.initialize(start_block, &block);

    Ok(Image {
        memory,
        globals: layout.globals,
        start_block,
        stack: layout.stack,
        arena,
        first_host_function: layout.first_host_function,
    })
}

/// Returns the range where memory can be mapped: between the start-up block, which follows the
/// program, and the limit. `stack` and `end` are the ends of the program's stack and of its
/// variables.
///
/// # Errors
///
/// Fails if an argument or environment string is invalid, or the program does not fit.
pub fn arena(stack: u32, end: u32, options: &LoadOptions) -> Result<Range<u32>, LoadError> {
    check_strings("argument", &options.arguments)?;
    check_strings("environment string", &options.environment)?;
    let limit = Memory::usable_limit(options.memory_limit);
    let block_end = u64::from(end) + start_block_size(options);
    let start = block_end.next_multiple_of(PAGE_SIZE.into());
    for (part, needed) in [
        ("its stack", stack.into()),
        ("its variables", end.into()),
        ("its arguments and environment", start),
    ] {
        if needed > limit.into() {
            return Err(LoadError::TooLarge(TooLarge {
                part,
                needed,
                limit,
            }));
        }
    }
    Ok(start as u32..limit)
}

fn check_strings(what: &'static str, strings: &[Vec<u8>]) -> Result<(), LoadError> {
    match strings.iter().find(|string| string.contains(&0)) {
        Some(string) => {
            let text = String::from_utf8_lossy(string).into_owned();
            Err(LoadError::ZeroByte { what, text })
        }
        None => Ok(()),
    }
}

/// Returns the number of words in the tables of the start-up block.
fn start_block_words(options: &LoadOptions) -> u64 {
    3 + options.arguments.len() as u64 + 1 + options.environment.len() as u64 + 1 + 4
}

fn start_block_size(options: &LoadOptions) -> u64 {
    let strings = options.arguments.iter().chain(&options.environment);
    4 * start_block_words(options) + strings.map(|string| string.len() as u64 + 1).sum::<u64>()
}

/// Returns the bytes of the start-up block. Its size has been checked against the limit.
pub fn start_block_bytes(options: &LoadOptions, address: u32, query_function: u32) -> Vec<u8> {
    let mut words = vec![
        0,
        options.environment.len() as u32,
        options.arguments.len() as u32,
    ];
    let mut strings = Vec::new();
    let mut next_string = address + 4 * start_block_words(options) as u32;
    for list in [&options.arguments, &options.environment] {
        for string in list {
            words.push(next_string);
            next_string += string.len() as u32 + 1;
            strings.extend_from_slice(string);
            strings.push(0);
        }
        words.push(0);
    }
    words.extend([AUX_QUERY_FUNCTION, query_function, 0, 0]);
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.append(&mut strings);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::inst::Alignment;
    use pinnacle_pexe::module::{Address, FunctionDecl, Global, Initializer, Linkage};
    use pinnacle_pexe::types::{Signature, Type, TypeDef};
    use pinnacle_pexe::{FuncId, GlobalId, TypeId};

    const P: u32 = PAGE_SIZE;

    fn options() -> LoadOptions {
        LoadOptions {
            arguments: vec![b"program".to_vec(), b"-x".to_vec()],
            environment: vec![b"HOME=/".to_vec()],
            memory_limit: 64 * P,
            stack_size: 4 * P,
            host_functions: 10,
        }
    }

    fn module(functions: usize) -> Module {
        let signature = Signature {
            result: Type::Void,
            params: Box::new([]),
        };
        let function = FunctionDecl {
            ty: TypeId(0),
            linkage: Linkage::Internal,
            declared: false,
            body: None,
            name: None,
            intrinsic: None,
        };
        Module {
            types: vec![TypeDef::Function(signature)],
            functions: vec![function; functions],
            ..Module::default()
        }
    }

    fn add_global(module: &mut Module, constant: bool, align: u32, parts: &[Initializer]) {
        let start = module.initializers.len() as u32;
        module.initializers.extend_from_slice(parts);
        let code = if align == 0 {
            0
        } else {
            u64::from(align.ilog2()) + 1
        };
        module.globals.push(Global {
            align: Alignment::from_code(code).unwrap(),
            constant,
            initializers: start..module.initializers.len() as u32,
            size: parts.iter().map(|part| u64::from(part.size())).sum(),
            name: None,
        });
    }

    fn string(memory: &Memory, address: u32) -> String {
        let bytes = memory.c_string(address, 100).unwrap().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_start_up_block_reads_back() {
        let image = load(&module(5), &options()).unwrap();
        let memory = &image.memory;
        let word = |index: u32| memory.load_u32(image.start_block + 4 * index).unwrap();
        assert_eq!((word(0), word(1), word(2)), (0, 1, 2));
        assert_eq!(string(memory, word(3)), "program");
        assert_eq!(string(memory, word(4)), "-x");
        assert_eq!(word(5), 0);
        assert_eq!(string(memory, word(6)), "HOME=/");
        assert_eq!(word(7), 0);
        assert_eq!((word(8), word(9)), (32, 6));
        assert_eq!((word(10), word(11)), (0, 0));
        assert_eq!(
            word(3),
            image.start_block + 48,
            "the strings follow the tables"
        );
        assert_eq!(image.first_host_function, 6);
    }

    #[test]
    fn a_program_may_have_neither_arguments_nor_environment() {
        let none = LoadOptions {
            arguments: Vec::new(),
            environment: Vec::new(),
            ..options()
        };
        let image = load(&module(0), &none).unwrap();
        let words: Vec<u32> = (0..9)
            .map(|index| {
                image
                    .memory
                    .load_u32(image.start_block + 4 * index)
                    .unwrap()
            })
            .collect();
        assert_eq!(words, [0, 0, 0, 0, 0, 32, 1, 0, 0]);
    }

    #[test]
    fn constants_are_read_only_and_the_stack_has_a_guard() {
        let mut module = module(1);
        module.data = b"hello".to_vec();
        add_global(&mut module, false, 4, &[Initializer::Data(1, 4)]);
        add_global(
            &mut module,
            true,
            4,
            &[Initializer::Data(0, 5), Initializer::Zero(3)],
        );
        let mut image = load(&module, &options()).unwrap();
        let (variable, constant) = (image.globals[0], image.globals[1]);
        assert_eq!(constant, P);
        assert_eq!(image.memory.bytes(constant, 8).unwrap(), b"hello\0\0\0");
        assert!(image.memory.store_u32(constant, 1).is_err());
        assert_eq!(image.stack, 3 * P..7 * P);
        assert!(image.memory.load_u32(image.stack.start - 4).is_err());
        assert!(image.memory.store_u32(image.stack.start, 1).is_ok());
        assert_eq!(variable, image.stack.end);
        assert_eq!(image.memory.bytes(variable, 4).unwrap(), b"ello");
        assert_eq!(image.arena, 8 * P..64 * P);
        let (start, window) = image.memory.window();
        assert_eq!((start, window.len() as u32), (image.stack.start, 5 * P));
    }

    #[test]
    fn relocations_name_functions_and_globals_and_wrap() {
        let mut module = module(3);
        let function = Address::Function(FuncId(2));
        let global = Address::Global(GlobalId(1));
        let parts = [
            Initializer::Reloc(function, 0),
            Initializer::Reloc(global, -4),
            Initializer::Reloc(function, i32::MIN),
            Initializer::Reloc(function, -4),
        ];
        add_global(&mut module, false, 1, &parts);
        add_global(&mut module, false, 1, &[Initializer::Zero(4)]);
        let image = load(&module, &options()).unwrap();
        let word = |index: u32| image.memory.load_u32(image.globals[0] + 4 * index).unwrap();
        assert_eq!(word(0), 3);
        assert_eq!(word(1), image.globals[1] - 4);
        assert_eq!(word(2), 0x8000_0003);
        assert_eq!(word(3), u32::MAX);
    }

    #[test]
    fn alignments_are_respected_and_empty_globals_are_distinct() {
        let mut module = module(1);
        for constant in [true, false] {
            add_global(&mut module, constant, 0, &[Initializer::Zero(1)]);
            add_global(&mut module, constant, 1, &[]);
            add_global(&mut module, constant, 1, &[]);
            add_global(&mut module, constant, 64, &[Initializer::Zero(1)]);
            add_global(&mut module, constant, 4 * P, &[Initializer::Zero(1)]);
        }
        let image = load(&module, &options()).unwrap();
        for index in [3, 8] {
            assert!(image.globals[index].is_multiple_of(64));
            assert!(image.globals[index + 1].is_multiple_of(4 * P));
        }
        let mut distinct = image.globals.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), image.globals.len());
        for &global in &image.globals {
            assert!(image.memory.bytes(global, 1).is_ok());
        }
    }

    #[test]
    fn data_lies_above_every_function_address() {
        let mut module = module(70_000);
        add_global(&mut module, true, 1, &[Initializer::Zero(1)]);
        let image = load(&module, &options()).unwrap();
        assert_eq!(image.globals[0], 2 * P);
        assert_eq!(image.first_host_function, 70_001);
        assert!(image.memory.load_u32(P).is_err());
        let only_host = LoadOptions {
            host_functions: P,
            ..options()
        };
        assert_eq!(
            load(&self::module(0), &only_host).unwrap().stack.start,
            3 * P
        );
    }

    #[test]
    fn a_start_up_block_that_does_not_fit_names_its_size() {
        let mut huge = module(1);
        for _ in 0..4 {
            add_global(&mut huge, false, 1, &[Initializer::Zero(u32::MAX); 3]);
        }
        let error = load(&huge, &options()).unwrap_err();
        assert!(
            matches!(
                error,
                LoadError::TooLarge(TooLarge {
                    part: "its variables",
                    ..
                })
            ),
            "{error}"
        );
        assert!(error.to_string().contains("limit is 4194304"), "{error}");

        let mut aligned = module(1);
        add_global(&mut aligned, true, 1 << 29, &[Initializer::Zero(1)]);
        let error = load(&aligned, &options()).unwrap_err();
        assert!(
            matches!(
                error,
                LoadError::TooLarge(TooLarge {
                    part: "its constants",
                    ..
                })
            ),
            "{error}"
        );

        let stack = LoadOptions {
            stack_size: u32::MAX,
            ..options()
        };
        let error = load(&module(1), &stack).unwrap_err();
        assert!(
            matches!(
                error,
                LoadError::TooLarge(TooLarge {
                    part: "its stack",
                    ..
                })
            ),
            "{error}"
        );

        for memory_limit in [0, 1, P, 2 * P, 6 * P] {
            let small = LoadOptions {
                memory_limit,
                ..options()
            };
            assert!(matches!(
                load(&module(1), &small),
                Err(LoadError::TooLarge(_))
            ));
        }
    }

    #[test]
    fn an_argument_with_a_zero_byte_is_refused() {
        let bad = LoadOptions {
            arguments: vec![b"a\0b".to_vec()],
            ..options()
        };
        let error = load(&module(1), &bad).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the argument \"a\\0b\" contains a zero byte"
        );
    }
}
