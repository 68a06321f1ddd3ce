//! The start of a program, which obtains the functions of its host.

use pinnacle_pexe::build::{FunctionBuilder, Global, GlobalHandle, ModuleBuilder, Value};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

/// Type of the auxiliary vector entry that holds the address of the query
/// function.
const AT_SYSINFO: i64 = 32;
/// Type of the entry that ends the auxiliary vector.
const AT_NULL: i64 = 0;

/// Name of the interface for open files, zero-terminated.
const FDIO: &[u8] = b"nacl-irt-fdio-0.1\0";
/// Number of words in its table.
const FDIO_SLOTS: u32 = 8;
/// The slot of `read`.
const READ_SLOT: i32 = 3;
/// The slot of `write`.
const WRITE_SLOT: i32 = 4;
/// Name of the interface for files by name, zero-terminated.
const FILENAME: &[u8] = b"nacl-irt-filename-0.1\0";
/// Number of words in its table.
const FILENAME_SLOTS: u32 = 2;
/// The slot of `open`.
const OPEN_SLOT: i32 = 0;
/// Name of the interface that ends the program, zero-terminated.
const BASIC: &[u8] = b"nacl-irt-basic-0.1\0";
/// Number of words in its table.
const BASIC_SLOTS: u32 = 6;
/// The slot of `exit`.
const EXIT_SLOT: i32 = 0;
/// The descriptor of standard output.
pub const STDOUT: i32 = 1;

/// The host's functions, available in `_start`.
#[derive(Clone, Copy, Debug)]
pub struct System {
    write: Value,
    written: GlobalHandle,
    exit: Value,
}

impl System {
    /// Writes bytes to standard output.
    pub fn write(&self, f: &mut FunctionBuilder, from: Value, length: i32) {
        let (stdout, length) = (f.i32(STDOUT), f.i32(length));
        f.call_indirect(
            Type::I32,
            self.write,
            &[stdout, from, length, self.written.address()],
        );
    }

    /// Ends the program. Code after it is not reached.
    pub fn exit(&self, f: &mut FunctionBuilder, status: i32) {
        let status = f.i32(status);
        f.call_indirect(Type::Void, self.exit, &[status]);
    }

    /// The address of the host's `write`, to be passed to another function.
    pub fn write_address(&self) -> Value {
        self.write
    }
}

/// Defines `_start`: it requests the interfaces of the host, runs the body, and exits with status
/// 0.
pub fn define_start(module: &mut ModuleBuilder, body: impl FnOnce(&mut FunctionBuilder, &System)) {
    let fdio = Interface::declare(module, FDIO, FDIO_SLOTS);
    let basic = Interface::declare(module, BASIC, BASIC_SLOTS);
    let written = module.global(Global::variable(4).zeros(4));

    let start = module.start();
    let mut f = module.body(start);
    let query = find_query(&mut f);
    fdio.fetch(&mut f, query);
    basic.fetch(&mut f, query);
    let write = fdio.function(&mut f, WRITE_SLOT);
    let exit = basic.function(&mut f, EXIT_SLOT);
    let system = System {
        write,
        written,
        exit,
    };
    body(&mut f, &system);
    system.exit(&mut f, 0);
    f.unreachable();
    module.define(start, f);
}

/// Defines `_start`: it opens the file with a zero-terminated name, reads a byte of it, and exits
/// with status 0.
pub fn define_reader(module: &mut ModuleBuilder, path: &[u8]) {
    let fdio = Interface::declare(module, FDIO, FDIO_SLOTS);
    let filename = Interface::declare(module, FILENAME, FILENAME_SLOTS);
    let path = module.global(Global::constant(1).data(path));
    let place = module.global(Global::variable(4).zeros(12));
    define_start(module, |f, _| {
        let query = find_query(f);
        fdio.fetch(f, query);
        filename.fetch(f, query);
        let open = filename.function(f, OPEN_SLOT);
        let zero = f.i32(0);
        let descriptor = place.address();
        f.call_indirect(Type::I32, open, &[path.address(), zero, zero, descriptor]);
        let descriptor = f.load(Type::I32, descriptor);
        let read = fdio.function(f, READ_SLOT);
        let (to, count) = (f.offset(place.address(), 4), f.i32(1));
        let done = f.offset(place.address(), 8);
        f.call_indirect(Type::I32, read, &[descriptor, to, count, done]);
    });
}

/// A table of function addresses that the host fills.
struct Interface {
    name: GlobalHandle,
    table: GlobalHandle,
    size: i32,
}

impl Interface {
    fn declare(module: &mut ModuleBuilder, name: &[u8], slots: u32) -> Interface {
        let name = module.global(Global::constant(1).data(name));
        let table = module.global(Global::variable(4).zeros(4 * slots));
        Interface {
            name,
            table,
            size: 4 * slots as i32,
        }
    }

    /// Requests the table from the host. The program traps if the host does not have the interface.
    fn fetch(&self, f: &mut FunctionBuilder, query: Value) {
        let size = f.i32(self.size);
        let args = [self.name.address(), self.table.address(), size];
        let got = f.call_indirect(Type::I32, query, &args);
        let equal = f.compare(Predicate::Eq, got, size);
        let (fine, wrong) = (f.block(), f.block());
        f.cond_br(equal, fine, wrong);
        f.switch_to(wrong);
        f.unreachable();
        f.switch_to(fine);
    }

    fn function(&self, f: &mut FunctionBuilder, slot: i32) -> Value {
        let address = f.offset(self.table.address(), 4 * slot);
        f.load(Type::I32, address)
    }
}

/// Finds the query function in the start-up block that the first parameter points to. The block
/// begins with three words, of which the second is the number of environment strings and the third
/// that of arguments. Then come the arguments and a zero, the environment and a zero, and pairs of
/// a type and a value.
fn find_query(f: &mut FunctionBuilder) -> Value {
    let info = f.param(0);
    let field = f.offset(info, 4);
    let environment_count = f.load(Type::I32, field);
    let field = f.offset(info, 8);
    let argument_count = f.load(Type::I32, field);
    let strings = f.add(environment_count, argument_count);
    let two = f.i32(2);
    let bytes = f.binary(BinaryOp::Shl, strings, two);
    let tables = f.offset(info, 12 + 2 * 4);
    let vector = f.add(tables, bytes);

    let before = f.current();
    let (header, next, found, missing) = (f.block(), f.block(), f.block(), f.block());
    f.br(header);
    f.switch_to(header);
    let entry = f.phi(Type::I32);
    f.add_incoming(entry, vector, before);
    let ty = f.load(Type::I32, entry);
    f.switch(ty, next, &[(AT_NULL, missing), (AT_SYSINFO, found)]);

    f.switch_to(missing);
    f.unreachable();

    f.switch_to(next);
    let following = f.offset(entry, 8);
    f.add_incoming(entry, following, next);
    f.br(header);

    f.switch_to(found);
    let field = f.offset(entry, 4);
    f.load(Type::I32, field)
}
