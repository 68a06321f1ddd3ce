//! `pinnacle-modules`: code that is loaded while the program runs.
//!
//! The program passes the bytes of a module, or the name of a module next to the program, and gets
//! the address of its entry function. The module's data is in pages of the program, and is charged
//! like pages that the program maps; its functions get addresses after all others. The program
//! itself resolves the module's references to the program and to other modules. A module stays
//! loaded until the program ends; its data can be reset.

use super::arena::Where;
use super::call::{Call, DONE};
use super::{Interface, State, interface};
use crate::Errno;
use crate::host::{Action, LoadedModule};
use crate::memory::{Access, Memory, PAGE_SIZE, Protection};
use pinnacle_pexe::decode::{self, decode};
use pinnacle_pexe::host::LIBRARY_MARK;
use pinnacle_pexe::layout::Layout;
use std::sync::Arc;

/// The name of the interface, which identifies programs that may load modules.
pub(super) const NAME: &str = "pinnacle-modules-0.1";

pub(super) const MODULES_0_1: Interface = interface! { "pinnacle-modules-0.1":
    load(I32, I32, I32, I32, I32) -> I32,
    renew(I32) -> I32,
    load_named(I32, I32, I32, I32) -> I32,
};

/// Maximum size of a program's modules in bytes.
const MAX_BYTES: u32 = 64 << 20;

/// The maximum size of all modules is the memory limit divided by this number, because the host
/// needs up to twenty times the size of a module to finalize and keep it.
const MEMORY_SHARE: u32 = 16;

/// Maximum length in bytes of a library's name.
const MAX_NAME: u32 = 1024;

/// Maximum number of modules that a program loads.
pub const MAX_MODULES: usize = 256;

/// Maximum number of functions in a program's modules.
pub const MAX_MODULE_FUNCTIONS: u32 = 1 << 20;

/// Converts a file that is not finalized to a loadable module, or returns the reason why it cannot.
pub type Finalizer = fn(&[u8]) -> Result<Vec<u8>, String>;

/// Finds a library by name in the location that the program came from, such as a server. Fails if
/// the library is longer than this number of bytes.
pub type Libraries = Box<dyn FnMut(&str, u32) -> Result<Vec<u8>, Errno> + Send>;

/// The state of loaded modules.
#[derive(Default)]
pub(super) struct Modules {
    /// True if the engine can load modules.
    pub(super) are_possible: bool,
    pub(super) finalizer: Option<Finalizer>,
    pub(super) libraries: Option<Libraries>,
    /// Number of functions of the other hosts.
    pub(super) other_host_functions: u32,
    bytes: u32,
    functions: u32,
    loaded: Vec<(u32, Arc<LoadedModule>)>,
}

impl Modules {
    /// Returns true if the program has loaded no module.
    pub(super) fn is_empty(&self) -> bool {
        self.loaded.is_empty()
    }
}

/// The reason why a module is not loaded: an error number and a text.
type Refusal = (Errno, String);

/// Implements `load(bytes, size, entry, message, message size)`. If the module cannot be loaded,
/// returns an error number and writes the reason to `message` as zero-terminated text.
fn load(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    if !call.state.modules.are_possible {
        return Err(Errno::ENOSYS);
    }
    call.check_writable(2, 4)?;
    let (address, size) = (call.arg(0), call.arg(1));
    call.memory().check(address, size, Access::Read)?;
    let message = Message::of(call, 3)?;
    let module = check_room(call, size).and_then(|()| {
        let bytes = call.memory().bytes(address, size);
        let bytes = bytes.map_err(|_| (Errno::EFAULT, "it cannot be read".to_owned()))?;
        try_load(call, bytes)
    });
    tell(call, module, 2, message)
}

/// Implements `load_named(name, entry, message, message size)`, which loads a library by its name.
fn load_named(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    if !call.state.modules.are_possible {
        return Err(Errno::ENOSYS);
    }
    call.check_writable(1, 4)?;
    let message = Message::of(call, 2)?;
    let name = call.arg(0);
    let name = call.memory().c_string(name, MAX_NAME)?;
    let name = name.ok_or(Errno::ENAMETOOLONG)?;
    let name = std::str::from_utf8(&name).map_err(|_| Errno::ENOENT)?;
    let libraries = call.state.modules.libraries.as_mut();
    let bytes = libraries.ok_or(Errno::ENOENT)?(name, MAX_BYTES)?;
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let module = check_room(call, size).and_then(|()| try_load(call, bytes));
    tell(call, module, 1, message)
}

/// The program's buffer for the reason of a failure.
#[derive(Clone, Copy)]
struct Message {
    address: u32,
    room: u32,
}

impl Message {
    /// Reads the address and the size of the buffer from two arguments.
    fn of(call: &mut Call<'_, '_>, first: usize) -> Result<Message, Errno> {
        let (address, room) = (call.arg(first), call.arg(first + 1).min(PAGE_SIZE));
        call.memory().check(address, room, Access::Write)?;
        Ok(Message { address, room })
    }
}

/// Reports the result to the program: writes the address of the module's entry, or the reason why
/// the module was not loaded.
fn tell(
    call: &mut Call<'_, '_>,
    module: Result<(LoadedModule, u32), Refusal>,
    entry_argument: usize,
    message: Message,
) -> Result<Action, Errno> {
    match module {
        Ok((module, entry)) => {
            let module = Arc::new(module);
            call.state.modules.loaded.push((entry, module.clone()));
            call.store_word(entry_argument, entry)?;
            Ok(Action::Load(module))
        }
        Err((errno, text)) => {
            let mut text = text.into_bytes();
            let room = message.room as usize;
            text.truncate(room.saturating_sub(1));
            text.push(0);
            text.truncate(room);
            call.memory().write(message.address, &text)?;
            Err(errno)
        }
    }
}

/// Checks that another module of this size may be loaded, and counts it.
fn check_room(call: &mut Call<'_, '_>, size: u32) -> Result<(), Refusal> {
    let max_bytes = MAX_BYTES.min(call.memory().limit() / MEMORY_SHARE);
    let modules = &call.state.modules;
    if modules.loaded.len() >= MAX_MODULES {
        let text = format!("the program has loaded {MAX_MODULES} modules already");
        return Err((Errno::ENOMEM, text));
    }
    if size > max_bytes.saturating_sub(modules.bytes) {
        let text = format!("the modules of a program have at most {max_bytes} bytes together");
        return Err((Errno::ENOMEM, text));
    }
    call.context.bytes += u64::from(size);
    call.state.modules.bytes += size;
    Ok(())
}

fn try_load(call: &mut Call<'_, '_>, mut bytes: Vec<u8>) -> Result<(LoadedModule, u32), Refusal> {
    let bad = |text: String| (Errno::ENOEXEC, text);
    let modules = &mut call.state.modules;
    if !bytes.starts_with(b"PEXE") {
        let Some(finalizer) = &modules.finalizer else {
            return Err(bad(
                "it is not finalised; run `pinnacle finalize` first".into()
            ));
        };
        bytes = finalizer(&bytes).map_err(bad)?;
    }
    let options = decode::Options { jobs: 1 };
    let program = decode(&bytes, &options).map_err(|errors| bad(errors.first().to_string()))?;
    let module = program.module();
    if !super::names(module, LIBRARY_MARK) {
        return Err(bad("it is a program, not a library".into()));
    }
    let count = module.functions.len() as u32;
    if count > MAX_MODULE_FUNCTIONS - modules.functions {
        let text =
            format!("the modules of a program have at most {MAX_MODULE_FUNCTIONS} functions");
        return Err((Errno::ENOMEM, text));
    }
    let entry = module
        .entry()
        .ok_or_else(|| bad("it has no entry".into()))?;
    let host_functions = super::function_count() + modules.other_host_functions;
    let first = call.context.first_host_function + host_functions + modules.functions;
    modules.functions += count;
    let layout = place(call, &program, first)?;
    let entry = layout.function_address(entry);
    Ok((LoadedModule { program, layout }, entry))
}

/// Maps pages for the data of a module, and initializes them.
fn place(
    call: &mut Call<'_, '_>,
    program: &decode::Program,
    first_function: u32,
) -> Result<Layout, Refusal> {
    let module = program.module();
    let no_room = |text: String| (Errno::ENOMEM, text);
    if (module.globals.iter()).any(|global| global.align.bytes() > PAGE_SIZE) {
        return Err(no_room(
            "its data needs an alignment larger than a page".into(),
        ));
    }
    let limit = call.memory().limit();
    let layout = Layout::of_library(module, first_function, limit)
        .map_err(|error| no_room(error.to_string()))?;
    let State { arena, .. } = &mut *call.state;
    let memory = &mut *call.context.memory;
    // Even a module without data has a page, so that each module has an address.
    let length = layout.end.max(PAGE_SIZE);
    let above = arena.upper_half();
    let full = |_| no_room("not enough memory for its data".to_owned());
    let range = arena
        .place(memory, length, Where::Above(above))
        .map_err(full)?;
    let start = range.start;
    arena
        .map(memory, range, Protection::ReadWrite)
        .map_err(full)?;
    let layout = layout.moved(start);
    call.context.bytes += fill(memory, module, &layout);
    let constants = layout.constants.clone();
    if !constants.is_empty() {
        memory
            .protect(constants, Protection::Read)
            .map_err(|_| full(Errno::ENOMEM))?;
    }
    Ok(layout)
}

/// Writes the initial data of a module that is not zero. Returns the number of bytes written.
fn fill(memory: &mut Memory, module: &pinnacle_pexe::Module, layout: &Layout) -> u64 {
    let mut written = 0;
    layout.for_each_initialized(module, |address, bytes| {
        written += bytes.len() as u64;
        memory.initialize(address, bytes);
    });
    written
}

/// Implements `renew(entry)`, which resets the data of the module with this entry to its initial
/// values.
fn renew(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let entry = call.arg(0);
    let mut loaded = call.state.modules.loaded.iter();
    let (_, module) = loaded
        .find(|loaded| loaded.0 == entry)
        .ok_or(Errno::EINVAL)?;
    let module = module.clone();
    let layout = &module.layout;
    let variables = layout.constants.end..layout.end;
    let memory = &mut *call.context.memory;
    if !variables.is_empty() {
        memory.fill(variables.start, variables.end - variables.start, 0)?;
    }
    // The program may have unmapped these pages.
    let (start, end) = (layout.constants.start, layout.constants.end);
    memory.check(start, end - start, Access::Read)?;
    let mut written = u64::from(variables.end - variables.start);
    let mut fault = Ok(());
    layout.for_each_initialized(module.program.module(), |address, bytes| {
        if variables.contains(&address) && fault.is_ok() {
            written += bytes.len() as u64;
            fault = memory.write(address, bytes);
        }
    });
    fault?;
    call.context.bytes += written;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, failed};
    use super::*;
    use pinnacle_pexe::text::parse::assemble;

    const LOAD: &str = "pinnacle-modules-0.1.load";
    const LOAD_NAMED: &str = "pinnacle-modules-0.1.load_named";
    const ENTRY: u32 = Guest::RESULT;
    const MESSAGE: u32 = Guest::TABLE;
    const ROOM: u32 = 256;

    /// Returns a module with an entry function and a variable that contains this text.
    fn module(text: &str) -> Vec<u8> {
        let bytes: Vec<String> = text.bytes().map(|byte| byte.to_string()).collect();
        let text = format!(
            "module {{
  version 1;
  types {{ count 3; @t0 = void; @t1 = i32; @t2 = void (i32); }}
  define external void @f0(i32);
  globals {{
    count 1;
    const @g0, align 1, {{ {} }}
  }}
  valuesymtab {{ @f0 : \"_start\"; }}
  function void @f0(i32 %p0) {{
    blocks 1;
  %b0:
    ret void;
  }}
}}",
            bytes.join(", ")
        );
        match assemble(text.as_bytes()) {
            Ok(assembled) => assembled.bytes,
            Err(errors) => panic!("{errors}"),
        }
    }

    fn library() -> Vec<u8> {
        module(std::str::from_utf8(LIBRARY_MARK).unwrap())
    }

    /// Creates a guest that finds libraries with this function.
    fn guest(find: fn(&str) -> Result<Vec<u8>, Errno>) -> Guest {
        let mut guest = Guest::new();
        let irt = std::mem::replace(&mut guest.irt, Guest::new().irt);
        guest.irt = irt
            .with_modules(None)
            .with_libraries(Box::new(move |name, _| find(name)));
        guest
    }

    fn load_named(guest: &mut Guest, name: &str) -> Action {
        let name = guest.string(name);
        guest.call(LOAD_NAMED, &[name, ENTRY, MESSAGE, ROOM])
    }

    fn message(guest: &Guest) -> String {
        let text = guest.memory.c_string(MESSAGE, ROOM).unwrap().unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_library_is_found_by_its_name() {
        let mut guest = guest(|name| match name {
            "own.pso" => Ok(library()),
            "program.pexe" => Ok(module("none")),
            "bitcode.pso" => Ok(b"BC".to_vec()),
            _ => Err(Errno::EACCES),
        });
        let Action::Load(loaded) = load_named(&mut guest, "own.pso") else {
            panic!("it is not loaded: {}", message(&guest));
        };
        let first = Guest::FIRST_HOST_FUNCTION + super::super::function_count();
        assert_eq!(loaded.layout.first_function, first);
        assert_eq!(guest.words(ENTRY, 1), [first]);
        assert_eq!(load_named(&mut guest, "else"), failed(Errno::EACCES));
        for (name, why) in [
            ("program.pexe", "it is a program, not a library"),
            (
                "bitcode.pso",
                "it is not finalised; run `pinnacle finalize` first",
            ),
        ] {
            assert_eq!(load_named(&mut guest, name), failed(Errno::ENOEXEC));
            assert_eq!(message(&guest), why);
        }
    }

    #[test]
    fn functions_come_after_those_of_all_hosts_and_modules() {
        let mut guest = guest(|_| Ok(library()));
        guest.irt.set_other_host_functions(7);
        let first = Guest::FIRST_HOST_FUNCTION + super::super::function_count() + 7;
        for number in 0..3 {
            assert!(matches!(load_named(&mut guest, "x"), Action::Load(_)));
            assert_eq!(guest.words(ENTRY, 1), [first + number]);
        }
    }

    #[test]
    fn no_more_modules_are_loaded_than_there_may_be() {
        let mut guest = guest(|_| Ok(library()));
        // The limit on modules is reached before the memory has too many mappings.
        let loaded = (0..MAX_MODULES)
            .take_while(|_| matches!(load_named(&mut guest, "x"), Action::Load(_)))
            .count();
        assert!((1..MAX_MODULES).contains(&loaded), "{loaded}");
        assert_eq!(message(&guest), "not enough memory for its data");
    }

    #[test]
    fn modules_above_their_share_of_memory_are_refused() {
        let mut guest = guest(|_| Ok(vec![0; 1 << 20]));
        assert_eq!(load_named(&mut guest, "x"), failed(Errno::ENOMEM));
        let most = "the modules of a program have at most 262144 bytes together";
        assert_eq!(message(&guest), most);
    }

    #[test]
    fn bad_names_and_pointers_are_errors() {
        let mut guest = guest(|_| Ok(library()));
        let name = guest.string("x");
        for args in [
            [0, ENTRY, MESSAGE, ROOM],
            [name, 0, MESSAGE, ROOM],
            [name, ENTRY, 0, ROOM],
        ] {
            assert_eq!(guest.call(LOAD_NAMED, &args), failed(Errno::EFAULT));
        }
        let long = "x".repeat(MAX_NAME as usize);
        assert_eq!(load_named(&mut guest, &long), failed(Errno::ENAMETOOLONG));
        let args = [Guest::BUFFER, u32::MAX, ENTRY, MESSAGE, ROOM];
        assert_eq!(guest.call(LOAD, &args), failed(Errno::EFAULT));
    }

    #[test]
    fn nothing_is_loaded_where_the_engine_cannot() {
        let mut guest = Guest::new();
        assert_eq!(load_named(&mut guest, "x"), failed(Errno::ENOSYS));
        assert_eq!(guest.call(LOAD, &[0; 5]), failed(Errno::ENOSYS));
    }
}
