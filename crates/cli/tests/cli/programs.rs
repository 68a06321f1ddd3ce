//! Small programs, built with the module builder.

use pinnacle_pexe::inst::Predicate;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{BlockId, Intrinsic};
use pinnacle_testing::build::{Abbreviations, Callee, Global, ModuleBuilder};
use pinnacle_testing::records::{FUNCTION_BLOCK, Item, MODULE_BLOCK};
#[cfg(unix)]
use pinnacle_testing::system::define_reader;
use pinnacle_testing::system::define_start;

/// The record code of a binary operation.
const BINARY_CODE: u64 = 2;

/// Prints `hello` and a newline.
pub(crate) fn hello() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let text = module.global(Global::constant(1).data(b"hello\n"));
    define_start(&mut module, |f, system| system.write(f, text.address(), 6));
    module.to_pexe()
}

/// Exits with a status.
pub(crate) fn exit(status: i32) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, system| system.exit(f, status));
    module.to_pexe()
}

/// Calls `llvm.trap`.
pub(crate) fn trap() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let trap = module.intrinsic(Intrinsic::Trap);
    define_start(&mut module, |f, _| {
        f.call(trap, &[]);
    });
    module.to_pexe()
}

/// Loads the word at address 0.
pub(crate) fn null_load() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, _| {
        let null = f.i32(0);
        f.load(Type::I32, null);
    });
    module.to_pexe()
}

/// Follows a list whose second pointer is null: four loads, each of which loads the address of the
/// next.
pub(crate) fn null_in_a_list() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let last = module.global(Global::constant(4).zeros(8));
    let list = module.global(Global::constant(4).relocation(last.address(), 0));
    let sink = module.global(Global::variable(4).zeros(4));
    define_start(&mut module, |f, _| {
        let mut value = list.address();
        for _ in 0..4 {
            value = f.load(Type::I32, value);
        }
        f.store(value, sink.address());
    });
    module.to_pexe()
}

/// Stores to the word at address 0.
pub(crate) fn null_store() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, _| {
        let null = f.i32(0);
        f.store(null, null);
    });
    module.to_pexe()
}

/// Calls a function without parameters through its address, with one argument.
pub(crate) fn wrong_call() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let callee = module.function(Type::Void, &[]);
    let mut f = module.body(callee);
    f.ret_void();
    module.define(callee, f);
    let pointer = module.global(Global::constant(4).relocation(callee.address(), 0));
    define_start(&mut module, |f, _| {
        let argument = f.i32(1);
        let address = f.load(Type::I32, pointer.address());
        f.call_indirect(Type::Void, address, &[argument]);
    });
    module.to_pexe()
}

/// Calls itself without end.
pub(crate) fn recursion() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let function = module.function(Type::Void, &[]);
    let mut f = module.body(function);
    f.call(function, &[]);
    f.ret_void();
    module.define(function, f);
    define_start(&mut module, |f, _| {
        f.call(function, &[]);
    });
    module.to_pexe()
}

/// Loops for ever.
pub(crate) fn endless() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, _| {
        let circle = f.block();
        f.br(circle);
        f.switch_to(circle);
        f.br(circle);
        // `_start` needs a block that returns.
        let never = f.block();
        f.switch_to(never);
    });
    module.to_pexe()
}

/// Counts up to a number, and ends with status 7.
pub(crate) fn counting(rounds: i32) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, system| {
        let before = f.current();
        let (header, done) = (f.block(), f.block());
        f.br(header);
        f.switch_to(header);
        let count = f.phi(Type::I32);
        let (zero, end) = (f.i32(0), f.i32(rounds));
        let next = f.offset(count, 1);
        f.add_incoming(count, zero, before);
        f.add_incoming(count, next, header);
        let is_last = f.compare(Predicate::Eq, next, end);
        f.cond_br(is_last, done, header);
        f.switch_to(done);
        system.exit(f, 7);
    });
    module.to_pexe()
}

/// Prints `hello` and a newline, and could start threads.
pub(crate) fn hello_with_threads() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data(b"nacl-irt-thread-0.1\0"));
    let text = module.global(Global::constant(1).data(b"hello\n"));
    define_start(&mut module, |f, system| system.write(f, text.address(), 6));
    module.to_pexe()
}

/// Prints a line for ever.
pub(crate) fn flood() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_flood(&mut module);
    module.to_pexe()
}

fn define_flood(module: &mut ModuleBuilder) {
    let text = module.global(Global::constant(1).data([b'x'; 1000]));
    define_start(module, |f, system| {
        let circle = f.block();
        f.br(circle);
        f.switch_to(circle);
        system.write(f, text.address(), 1000);
        f.br(circle);
        let never = f.block();
        f.switch_to(never);
    });
}

/// Opens a file, and reads a byte of it.
#[cfg(unix)]
pub(crate) fn reader(path: &str) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_reader(&mut module, format!("{path}\0").as_bytes());
    module.to_pexe()
}

/// Exits at once, but has many branches, each on a separate value that stays live to the end.
pub(crate) fn long(conditions: i32) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    define_start(&mut module, |f, _| {
        let four = f.i32(4);
        let place = f.alloca(four, 4);
        let values: Vec<_> = (0..conditions).map(|_| f.load(Type::I32, place)).collect();
        for &value in &values {
            let zero = f.i32(0);
            let holds = f.compare(Predicate::Eq, value, zero);
            let (then, after) = (f.block(), f.block());
            f.cond_br(holds, then, after);
            f.switch_to(then);
            f.store(value, place);
            f.br(after);
            f.switch_to(after);
        }
        for value in values {
            f.store(value, place);
        }
    });
    module.to_pexe()
}

/// Prints its arguments and then its environment, each on a line.
pub(crate) fn strings() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    let length = string_length(&mut module);
    let newline = module.global(Global::constant(1).data(b"\n"));
    define_start(&mut module, |f, system| {
        let info = f.param(0);
        let first = f.offset(info, 12);
        let before = f.current();
        let (header, list_end, string, done) = (f.block(), f.block(), f.block(), f.block());
        f.br(header);

        // Walk over two lists of addresses, each ended by a zero.
        f.switch_to(header);
        let at = f.phi(Type::I32);
        let lists = f.phi(Type::I32);
        let zero = f.i32(0);
        f.add_incoming(at, first, before);
        f.add_incoming(lists, zero, before);
        let address = f.load(Type::I32, at);
        let next = f.offset(at, 4);
        f.switch(address, string, &[(0, list_end)]);

        f.switch_to(list_end);
        let one_more = f.offset(lists, 1);
        f.add_incoming(at, next, list_end);
        f.add_incoming(lists, one_more, list_end);
        let two = f.i32(2);
        let all = f.compare(Predicate::Eq, one_more, two);
        f.cond_br(all, done, header);

        f.switch_to(string);
        let characters = f.call(length, &[address]);
        let stdout = f.i32(1);
        let four = f.i32(4);
        let written = f.alloca(four, 4);
        f.call_indirect(
            Type::I32,
            system.write_address(),
            &[stdout, address, characters, written],
        );
        system.write(f, newline.address(), 1);
        f.add_incoming(at, next, string);
        f.add_incoming(lists, lists, string);
        f.br(header);

        f.switch_to(done);
    });
    module.to_pexe()
}

/// Defines `i32 strlen(i32 address)`.
fn string_length(module: &mut ModuleBuilder) -> Callee {
    let function = module.function(Type::I32, &[Type::I32]);
    let mut f = module.body(function);
    let start = f.param(0);
    let zero = f.i32(0);
    let (entry, header): (BlockId, BlockId) = (f.current(), f.block());
    let (more, end) = (f.block(), f.block());
    f.br(header);
    f.switch_to(header);
    let length = f.phi(Type::I32);
    f.add_incoming(length, zero, entry);
    let at = f.add(start, length);
    let byte = f.load(Type::I8, at);
    f.switch(byte, more, &[(0, end)]);
    f.switch_to(more);
    let longer = f.offset(length, 1);
    f.add_incoming(length, longer, more);
    f.br(header);
    f.switch_to(end);
    f.ret(length);
    module.define(function, f);
    function
}

/// Makes two functions that each use a binary operation with an invalid code.
pub(crate) fn two_errors() -> Vec<u8> {
    wrong_sums(2, 1)
}

/// Makes a function with this number of binary operations, all with an invalid code.
pub(crate) fn many_errors(count: usize) -> Vec<u8> {
    wrong_sums(1, count)
}

fn wrong_sums(functions: usize, sums: usize) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    for _ in 0..functions {
        let function = module.function(Type::I32, &[Type::I32]);
        let mut f = module.body(function);
        for _ in 0..sums {
            f.add(f.param(0), f.param(0));
        }
        f.ret(f.param(0));
        module.define(function, f);
    }
    define_start(&mut module, |_, _| {});
    let mut file = module.to_file(Abbreviations::None);
    let functions = file
        .block(MODULE_BLOCK)
        .expect("a program has a module")
        .items
        .iter_mut()
        .filter_map(|item| match item {
            Item::Block(block) if block.id == FUNCTION_BLOCK => Some(block),
            _ => None,
        });
    for item in functions.flat_map(|block| &mut block.items) {
        match item {
            Item::Record(record)
                if record.code == BINARY_CODE && record.operands[0] == record.operands[1] =>
            {
                record.operands[2] = 99;
            }
            _ => {}
        }
    }
    file.write().expect("records that can be written")
}

/// Makes a program whose data contains the name of a Pepper interface.
pub(crate) fn pepper() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data(b"PPB_Core;1.0\0PPP_Instance;1.1\0"));
    define_start(&mut module, |_, _| {});
    module.to_pexe()
}

/// The interface that a program requests to get Pepper.
const HOOK: &[u8] = b"nacl-irt-ppapihook-0.1\0";

/// Makes a browser program that prints a line for ever and never starts Pepper.
pub(crate) fn pepper_flood() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data(HOOK));
    define_flood(&mut module);
    module.to_pexe()
}

/// Makes a browser program that prints a line and exits without Pepper.
pub(crate) fn pepper_hello() -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data(HOOK));
    let text = module.global(Global::constant(1).data(b"hello\n"));
    define_start(&mut module, |f, system| {
        system.write(f, text.address(), 6);
    });
    module.to_pexe()
}
