//! The host of a program: Pepper in addition to the IRT.
//!
//! The functions of the IRT come first. They are followed by the two functions of the hook through
//! which a program starts Pepper, `PPB_GetInterface`, the function of audio threads, and the
//! methods of all interfaces in the order of the table.

use crate::device::Devices;
use crate::families;
use crate::families::audio::playback;
use crate::interfaces;
use crate::kernel::call::{Call, NOTHING};
use crate::kernel::interface::Hooks;
use crate::kernel::restart::may_repeat;
use crate::kernel::startup;
use crate::kernel::state::Kernel;
use crate::message::numbers::Numbers;
use crate::table::Handler;
use crate::view::View;
use pinnacle_pexe::Type;
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use pinnacle_system::irt::Irt;
use pinnacle_system::memory::Fault;
use pinnacle_system::memory_budget::HOST_RESERVE;
use pinnacle_system::state::Reader;
use pinnacle_system::trap::TrapKind;
use std::fmt;
use std::time::Duration;

/// The IRT interface through which a program finds Pepper.
const HOOK: &str = "nacl-irt-ppapihook-0.1";

/// Maximum length of an interface's name.
const MAX_INTERFACE_NAME: u32 = 256;

/// Index of the function that audio threads run.
pub(crate) const PLAYER: u32 = 3;
/// Index of the first method.
const FIRST_METHOD: usize = 4;

/// The families' functions that the kernel calls.
const HOOKS: Hooks = Hooks {
    happened: families::events::happened,
    first_view: families::page::instance_calls::view_changed,
    kinds: families::saved::KINDS,
    offered: families::saved::OFFERED,
    restored: families::saved::restored,
    saved: families::saved::FAMILIES,
    resting: families::saved::resting,
    rest_again: families::saved::rest_again,
};

/// Number of functions in the hook.
const HOOK_FUNCTIONS: u32 = 2;

/// Returns true if a program uses Pepper: its data then contains the name of the hook.
pub fn is_wanted(module: &pinnacle_pexe::Module) -> bool {
    pinnacle_system::irt::names(module, HOOK.as_bytes())
}

/// The environment that a program is embedded in.
pub struct Embedding {
    /// Attributes of the element, in order; names are in lower case.
    pub attributes: Vec<(String, String)>,
    /// The view of the element.
    pub view: View,
    /// Its devices.
    pub devices: Devices,
}

impl fmt::Debug for Embedding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedding")
            .field("attributes", &self.attributes)
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}

/// Returns the functions that Pepper offers in addition to the IRT's, in the order of their
/// addresses.
fn own_functions() -> impl Iterator<Item = (HostFunction, Handler)> {
    let function =
        |name, result, run: Handler| (HostFunction::new(name, &[Type::I32], result), run);
    let start = [
        function(
            "nacl-irt-ppapihook-0.1.ppapi_start",
            Type::I32,
            startup::start as Handler,
        ),
        function(
            "nacl-irt-ppapihook-0.1.ppapi_register_thread_creator",
            Type::Void,
            register_thread_creator,
        ),
        function("PPB_GetInterface", Type::I32, get_interface),
        // Declared as a thread function, because libraries of the SDK passed it on to
        // `pthread_create`.
        function("PPB_Audio.thread", Type::I32, playback::player),
    ];
    let methods = interfaces::ALL.iter().flat_map(|interface| {
        let methods = interface.methods.iter();
        methods.map(|method| (method.host_function(interface), method.run))
    });
    start.into_iter().chain(methods)
}

/// Returns all functions that [`Pepper`] offers, those of the IRT first, in the order of their
/// addresses.
pub fn declarations() -> impl Iterator<Item = HostFunction> {
    let own = own_functions().map(|(function, _)| function);
    pinnacle_system::irt::declarations().chain(own)
}

/// Returns the number of functions that [`Pepper`] offers in addition to those of the IRT.
pub fn function_count() -> u32 {
    own_functions().count() as u32
}

/// Returns a fingerprint of the functions of the host. Programs keep their addresses.
fn fingerprint(functions: &[HostFunction]) -> u64 {
    let names = functions.iter().flat_map(|one| one.name.bytes().chain([0]));
    // The FNV-1a hash.
    names.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// An object that a program holds by its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// The id.
    pub id: u32,
    /// Number of references that the program has.
    pub references: u32,
    /// A description of the object.
    pub what: String,
}

/// The numbers of objects that a program and its host hold at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Live vars and resources, held by the program or the host.
    pub handles: usize,
    /// Number of the program's references to these objects.
    pub references: u64,
    /// Bytes that the host has charged to the program's memory budget.
    pub charged: u64,
}

/// The IRT and Pepper of one running program.
pub struct Pepper {
    irt: Irt,
    kernel: Kernel,
    functions: Box<[HostFunction]>,
    handlers: Box<[Handler]>,
}

impl fmt::Debug for Pepper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pepper")
            .field("irt", &self.irt)
            .finish_non_exhaustive()
    }
}

impl Pepper {
    /// Creates the host of a program in a page.
    pub fn new(mut irt: Irt, embedding: Embedding) -> Pepper {
        let (own, handlers): (Vec<_>, Vec<_>) = own_functions().unzip();
        irt.set_other_host_functions(own.len() as u32);
        let functions: Box<[HostFunction]> = irt.functions().iter().cloned().chain(own).collect();
        let Embedding {
            view,
            attributes,
            devices,
        } = embedding;
        let budget = irt.memory_budget().clone();
        let source = attributes.iter().find(|(name, _)| name == "src");
        let source = source.map_or(String::new(), |(_, value)| value.clone());
        let mut kernel = Kernel::new(view, attributes, devices, budget, families::STATES, HOOKS);
        families::urls::set_source(&mut kernel, source);
        kernel.origin.functions = fingerprint(&functions);
        Pepper {
            irt,
            kernel,
            functions,
            handlers: handlers.into(),
        }
    }

    /// Sets the rule that decides which vars the page's whole numbers become.
    #[must_use]
    pub fn with_numbers(mut self, numbers: Numbers) -> Pepper {
        families::messaging::handler::set_numbers(&mut self.kernel, numbers);
        self
    }

    /// Makes the program continue from its saved state. The program starts up to its call of
    /// `ppapi_start`, without output. Then the state replaces everything.
    #[must_use]
    pub fn with_saved_state(mut self, state: Reader) -> Pepper {
        self.continue_from(state);
        self
    }

    /// Does the same as [`Pepper::with_saved_state`], for a program that has not started yet.
    pub fn continue_from(&mut self, state: Reader) {
        self.irt.mute(true);
        self.kernel.saved = Some(state);
    }

    /// Returns the vars and resources that the program holds references to.
    pub fn held(&self) -> Vec<Held> {
        let vars = self.kernel.vars.held_by_program();
        let vars = vars.map(|(id, references, kind)| Held {
            id,
            references,
            what: format!("{kind:?} var"),
        });
        let resources = self.kernel.resources.held_by_program();
        let resources = resources.map(|(id, references, resource)| Held {
            id,
            references,
            what: format!("{} resource", resource.name()),
        });
        vars.chain(resources).collect()
    }

    /// Counts the objects kept for the program. This takes time proportional to the number of
    /// handles.
    pub fn usage(&self) -> Usage {
        let vars = self.kernel.vars.held_by_program();
        let resources = self.kernel.resources.held_by_program();
        let references = vars.map(|(_, count, _)| u64::from(count)).sum::<u64>()
            + resources.map(|(_, count, _)| u64::from(count)).sum::<u64>();
        Usage {
            handles: self.kernel.vars.len() + self.kernel.resources.len(),
            references,
            charged: self.kernel.budget.charged(),
        }
    }

    /// Returns the IRT.
    pub fn irt(&self) -> &Irt {
        &self.irt
    }

    fn run(
        &mut self,
        context: &mut HostContext<'_>,
        args: &[u64],
        run: impl FnOnce(&mut Call<'_, '_>) -> Result<Action, Fault>,
    ) -> Action {
        let limit = context.memory.limit();
        self.kernel
            .budget
            .set_limit(u64::from(limit) + HOST_RESERVE);
        self.kernel.budget.set_guest(context.memory.mapped());
        let mut call = Call {
            kernel: &mut self.kernel,
            irt: &mut self.irt,
            context,
            args,
        };
        let result = run(&mut call);
        call.settle();
        if self.kernel.is_exhausted {
            return Action::Trap(TrapKind::Host(exhausted(limit)));
        }
        result.unwrap_or_else(|fault| Action::Trap(TrapKind::Memory(fault)))
    }

    /// Runs a function as if it were a method, for tests of behaviour that methods share.
    #[cfg(test)]
    pub(crate) fn call_for_test(
        &mut self,
        memory: &mut pinnacle_system::memory::Memory,
        thread: u32,
        args: &[u64],
        run: impl FnOnce(&mut Call<'_, '_>) -> Result<Action, Fault>,
    ) -> Action {
        let mut context = HostContext {
            memory,
            thread,
            thread_pointer: 0,
            first_host_function: crate::harness::Program::FIRST_HOST_FUNCTION,
            bytes: 0,
            wake: Vec::new(),
        };
        self.run(&mut context, args, run)
    }

    #[cfg(test)]
    pub(crate) fn core_for_test(&mut self) -> &mut Kernel {
        &mut self.kernel
    }

    /// Implements the query function of the IRT, which also finds the hook of Pepper.
    fn query(&mut self, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let [name, table, size] = [args[0], args[1], args[2]].map(|word| word as u32);
        let name = context.memory.c_string(name, MAX_INTERFACE_NAME);
        if name != Ok(Some(HOOK.into())) {
            return self.irt.call(0, args, context);
        }
        self.kernel.origin.hook_table = table;
        let first = context.first_host_function + self.irt.function_count();
        let addresses: Vec<u8> = (first..)
            .take(HOOK_FUNCTIONS as usize)
            .flat_map(u32::to_le_bytes)
            .collect();
        let fits =
            addresses.len() <= size as usize && context.memory.write(table, &addresses).is_ok();
        Action::Return(if fits { addresses.len() as u64 } else { 0 })
    }
}

impl Host for Pepper {
    fn functions(&self) -> &[HostFunction] {
        &self.functions
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        if let Some(restarting) = &self.kernel.restarting
            && !restarting.arrived.contains_key(&context.thread_pointer)
            && !may_repeat(&self.functions[function].name)
        {
            return startup::fail(&format!(
                "the state cannot be restored: a thread calls {} before it reaches the function \
                 in which it was waiting, and that call cannot be repeated",
                self.functions[function].name
            ));
        }
        let own = function.checked_sub(self.irt.functions().len());
        if let Some(&handler) = own.and_then(|index| self.handlers.get(index)) {
            return self.run(context, args, handler);
        }
        if function == 0 {
            return self.query(args, context);
        }
        let action = self.irt.call(function, args, context);
        if let Action::ExitThread { .. } = action {
            self.kernel.thread_ended(context.thread);
        }
        action
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        self.run(context, &[], |call| call.resume(result))
    }

    fn at_rest(&mut self) -> AtRest {
        self.kernel.at_rest(self.irt.real_time())
    }

    fn real_time(&self) -> Duration {
        self.irt.real_time()
    }

    fn has_own_clock(&self) -> bool {
        self.irt.has_own_clock()
    }

    fn pass_time(&mut self, duration: Duration) {
        self.irt.pass_time(duration);
    }
}

/// Returns the message for a program that ends because its memory budget is exhausted.
fn exhausted(limit: u32) -> String {
    let mebibytes = limit.div_ceil(1 << 20);
    format!(
        "out of memory: the program, with its values, messages and timers, needs more than \
         {mebibytes} MiB; raise the limit with --memory"
    )
}

/// Implements `ppapi_register_thread_creator(const struct PP_ThreadFunctions *functions)`. Null
/// functions undo the registration.
fn register_thread_creator(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let functions: [u32; 2] = call.words(0)?;
    call.kernel.thread_functions = Some(functions).filter(|functions| !functions.contains(&0));
    NOTHING
}

/// Implements `PPB_GetInterface`: returns the address of an interface's table in the program's
/// memory, which does not change; 0 if no interface has the name.
fn get_interface(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let name = call
        .context
        .memory
        .c_string(call.arg(0), MAX_INTERFACE_NAME)?;
    let Some(name) = name else {
        return crate::kernel::call::word(0);
    };
    let Some(index) = interfaces::ALL
        .iter()
        .position(|interface| interface.is_called(&name))
    else {
        call.kernel.note_missing(&name);
        return crate::kernel::call::word(0);
    };
    if call.kernel.tables[index] == 0 {
        let before: usize = interfaces::ALL[..index]
            .iter()
            .map(|interface| interface.methods.len())
            .sum();
        let own = call.context.first_host_function + call.irt.function_count();
        let first = own + (FIRST_METHOD + before) as u32;
        let count = interfaces::ALL[index].methods.len();
        let addresses: Vec<u8> = (first..).take(count).flat_map(u32::to_le_bytes).collect();
        if let Some(block) = call.bytes(&addresses)? {
            call.kernel.tables[index] = block.address();
        }
    }
    crate::kernel::call::word(call.kernel.tables[index])
}
