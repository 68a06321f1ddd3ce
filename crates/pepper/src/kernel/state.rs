//! The state of Pepper for a program.

use crate::device::Devices;
use crate::kernel::family::{NewState, States};
use crate::kernel::heap::{Block, Heap};
use crate::kernel::interface::Activity;
use crate::kernel::interface::Ending;
use crate::kernel::interface::Hooks;
use crate::kernel::interface::Work;
use crate::kernel::loops::Loops;
use crate::kernel::loops::Refusal;
use crate::kernel::pending::Completions;
use crate::kernel::program::Life;
use crate::kernel::refcount::Released;
use crate::kernel::resource::{Resource, Resources};
use crate::kernel::restart::{LoopThread, Restarting};
use crate::kernel::timers::Timers;
use crate::kernel::var::Vars;
use crate::view::View;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use pinnacle_system::state::Reader;
use std::collections::{BTreeMap, BTreeSet};

/// The only instance of a program.
pub(crate) const INSTANCE: u32 = 1;

/// Maximum number of names of missing interfaces that are remembered.
pub(crate) const MAX_MISSING: usize = 100;

/// Pepper's state for one thread.
#[derive(Debug)]
pub(crate) struct Thread {
    /// The loop that the thread has attached.
    pub(crate) message_loop: Option<u32>,
    /// The resource of that loop, to which the thread holds a reference.
    pub(crate) loop_resource: Option<u32>,
    /// Number of blocking messages that the thread is answering.
    pub(crate) blocking_messages: u32,
    /// Its unfinished activities, the innermost last.
    pub(crate) activities: Vec<Activity>,
    /// Charge for the activities.
    pub(crate) charge: Charge,
    /// The thread pointer, while the thread waits for work in a message loop.
    pub(crate) rests: Option<u32>,
    /// True if the thread was restarted for a saved state, so that its stack frames are new.
    pub(crate) is_restarted: bool,
}

/// Facts about the start of a program that must be the same when it continues from a saved state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin {
    /// A number for the set of host functions, which differs between versions.
    pub(crate) functions: u64,
    /// The address of the interface table that the program passed when it asked for the hook. It is
    /// on the stack, so it is the same only if the stack is.
    pub(crate) hook_table: u32,
}

/// The state of Pepper for one program.
pub(crate) struct Kernel {
    /// Calls from the kernel to the families.
    pub(crate) hooks: Hooks,
    /// The states of the families.
    pub(crate) states: States,
    pub(crate) vars: Vars,
    pub(crate) resources: Resources,
    /// Charge for the host memory of resources ([`Resource::size`]). Code that changes the size of
    /// a resource updates it.
    pub(crate) resource_charge: Charge,
    pub(crate) heap: Heap,
    pub(crate) loops: Loops<Work>,
    pub(crate) timers: Timers,
    pub(crate) threads: BTreeMap<u32, Thread>,
    /// The thread that called `ppapi_start`.
    pub(crate) main_thread: Option<u32>,
    /// `PP_ThreadFunctions`: the program's functions to create and join threads.
    pub(crate) thread_functions: Option<[u32; 2]>,
    pub(crate) life: Life,
    pub(crate) view: View,
    pub(crate) devices: Devices,
    pub(crate) completions: Completions<Ending>,
    /// Address of each interface's table in the program's memory; 0 if the program has not
    /// requested it.
    pub(crate) tables: Box<[u32]>,
    /// Threads that may have work to do.
    pub(crate) wake: Vec<u32>,
    /// Interfaces that the program has requested but that do not exist.
    pub(crate) missing: BTreeSet<String>,
    /// The budget for everything that the host keeps for the program.
    pub(crate) budget: MemoryBudget,
    /// True if an allocation that cannot be refused has failed. The program then ends.
    pub(crate) is_exhausted: bool,
    /// True if the embedder has asked the program to stop.
    pub(crate) is_unwanted: bool,
    /// True if the state of the program should be saved as soon as it is idle.
    pub(crate) should_save: bool,
    /// The saved state to continue from, until the program has reached `ppapi_start`.
    pub(crate) saved: Option<Reader>,
    /// Threads of the saved state that wait in message loops.
    pub(crate) loop_threads: Vec<LoopThread>,
    /// Threads of the saved state that are being restarted.
    pub(crate) restarting: Option<Restarting>,
    /// Facts about the start of the program on which a saved state relies.
    pub(crate) origin: Origin,
}

impl Kernel {
    pub(crate) fn new(
        view: View,
        attributes: Vec<(String, String)>,
        devices: Devices,
        budget: MemoryBudget,
        families: &[NewState],
        hooks: Hooks,
    ) -> Kernel {
        Kernel {
            hooks,
            states: States::new(families, &budget),
            vars: Vars::new(&budget),
            resources: Resources::new(&budget),
            resource_charge: budget.empty_charge(),
            heap: Heap::default(),
            loops: Loops::new(&budget),
            timers: Timers::new(&budget),
            threads: BTreeMap::new(),
            main_thread: None,
            thread_functions: None,
            life: Life::new(attributes),
            view,
            devices,
            completions: Completions::new(&budget),
            tables: vec![0; crate::interfaces::ALL.len()].into(),
            wake: Vec::new(),
            missing: BTreeSet::new(),
            budget,
            is_exhausted: false,
            is_unwanted: false,
            should_save: false,
            saved: None,
            loop_threads: Vec::new(),
            restarting: None,
            origin: Origin::default(),
        }
    }

    /// Returns the state of a thread.
    pub(crate) fn thread(&mut self, thread: u32) -> &mut Thread {
        self.threads.entry(thread).or_insert_with(|| Thread {
            message_loop: None,
            loop_resource: None,
            blocking_messages: 0,
            activities: Vec::new(),
            charge: self.budget.empty_charge(),
            rests: None,
            is_restarted: false,
        })
    }

    /// Posts work to a loop, and wakes its thread. The program ends if there is no memory for the
    /// work, because external events cannot be refused.
    ///
    /// # Errors
    ///
    /// Fails with the work if the loop is destroyed.
    pub(crate) fn post(&mut self, message_loop: u32, work: Work) -> Result<(), Work> {
        match self.loops.post(message_loop, None, work) {
            Ok(thread) => self.wake.extend(thread),
            Err(Refusal::Destroyed(work)) => return Err(work),
            Err(Refusal::NoMemory) => self.is_exhausted = true,
        }
        Ok(())
    }

    /// Returns true if the host may keep this many more bytes for the program.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        self.count_graphics();
        self.budget.has_room(bytes)
    }

    /// Updates the OpenGL memory in the budget. The device counts it.
    pub(crate) fn count_graphics(&self) {
        self.budget.set_device(self.devices.gl.bytes());
    }

    /// Creates a resource with one reference for the program; `None` if no ID or memory is left.
    pub(crate) fn create(&mut self, resource: impl Resource) -> Option<u32> {
        self.create_boxed(Box::new(resource))
    }

    fn create_boxed(&mut self, resource: Box<dyn Resource>) -> Option<u32> {
        self.count_graphics();
        let size = resource.size();
        let inserted = match self.resource_charge.grow(size) {
            Ok(()) => self.resources.insert(resource).inspect_err(|_| {
                self.resource_charge.shrink(size);
            }),
            Err(_) => Err(resource),
        };
        match inserted {
            Ok(id) => Some(id),
            Err(resource) => {
                resource.end(0, self);
                None
            }
        }
    }

    /// Like [`Kernel::create`], but only the host has a reference.
    pub(crate) fn create_held(&mut self, resource: impl Resource) -> Option<u32> {
        let id = self.create(resource)?;
        self.resources.hold(id);
        self.release_resource(id);
        Some(id)
    }

    /// Releases the program's reference to a resource. If it was the last one, the resource's
    /// operations are aborted.
    pub(crate) fn release_resource(&mut self, id: u32) {
        match self.resources.release(id) {
            Released::Gone(resource) => {
                self.abort_all(id);
                self.end_resource(id, resource);
            }
            Released::LeftToHost => {
                self.abort_all(id);
                let abandon = self.resources.get(id).map(|resource| resource.abandon());
                if let Some(abandon) = abandon {
                    abandon(id, self);
                }
            }
            Released::Kept => {}
        }
    }

    /// Releases the host's reference to a resource.
    pub(crate) fn unhold_resource(&mut self, id: u32) {
        if let Some(resource) = self.resources.unhold(id) {
            self.end_resource(id, resource);
        }
    }

    fn end_resource(&mut self, id: u32, resource: Box<dyn Resource>) {
        self.resource_charge.shrink(resource.size());
        resource.end(id, self);
    }

    /// Frees a block of the program's memory after the call.
    pub(crate) fn free_later(&mut self, block: Block) {
        self.vars.freed.blocks.push(block);
    }

    /// Removes a loop and the work that waits in it.
    pub(crate) fn remove_loop(&mut self, number: u32) {
        for work in self.loops.remove(number) {
            match work {
                Work::Complete(id) => self.completions.forget(id),
                Work::Task(task) => task.cancel(self),
                Work::Call { .. } | Work::Quit { .. } => {}
            }
        }
    }

    /// Handles the end of a thread: its loop no longer runs.
    pub(crate) fn thread_ended(&mut self, thread: u32) {
        let Some(ended) = self.threads.remove(&thread) else {
            return;
        };
        for activity in ended.activities {
            if let Activity::Family(continuation) = activity {
                (continuation.forget)(self, thread);
            }
        }
        if let Some(number) = ended.message_loop {
            self.remove_loop(number);
        }
        if let Some(resource) = ended.loop_resource {
            self.unhold_resource(resource);
        }
    }

    /// Records the name of an interface that does not exist.
    pub(crate) fn note_missing(&mut self, name: &[u8]) {
        if self.missing.len() < MAX_MISSING {
            self.missing
                .insert(String::from_utf8_lossy(name).into_owned());
        }
    }
}
