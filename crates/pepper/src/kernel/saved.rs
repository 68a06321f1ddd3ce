//! Saved states: everything that a program and its host have at an idle point.
//!
//! A program is idle when its main thread waits in `ppapi_start`, no call of it is in progress, and
//! its other threads wait as [`restart`](super::restart) describes. The frames below `ppapi_start`
//! never run again: it does not return, and a program ends by calling `exit` or with its element.
//! So a state contains no stack frames.
//! To continue from a state, a program starts as usual up to its call of `ppapi_start`, which makes
//! its stack pointer the same as when the state was saved. Then the state replaces the memory and
//! the state of the host, and the main loop continues. This works with every engine.

use crate::interfaces;
use crate::kernel::call::{Call, NOTHING};
use crate::kernel::callback::Callback;
use crate::kernel::completion::OPERATION_SIZE;
use crate::kernel::heap::Heap;
use crate::kernel::interface::{Activity, After, Work};
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::pending::{Completions, PendingId};
use crate::kernel::program::Life;
use crate::kernel::resource::Resources;
use crate::kernel::restart::{LoopThread, Restarting, Resting};
use crate::kernel::startup::fail;
use crate::kernel::state::Kernel;
use crate::kernel::var::Vars;
use pinnacle_system::host::{Action, MAX_THREADS, ThreadStart};
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

/// Version of the format of the parts that follow.
const VERSION: u32 = 3;

/// Maximum number of resources.
const MAX_RESOURCES: usize = 1 << 28;

/// Maximum length of the name of a kind of resource.
const MAX_KIND: usize = 64;

/// Time within which all restarted threads must reach the function in which they waited.
const MAX_WAY: Duration = Duration::from_secs(30);

/// Marks the end of the last part.
const END: u32 = 0x454e_4421;

impl Call<'_, '_> {
    /// Returns true if the calling thread can save the state when the loop has nothing to do.
    pub(crate) fn is_idle(&mut self, number: u32) -> bool {
        let thread = self.context.thread;
        let is_main = number == MAIN_LOOP && self.is_main_thread();
        is_main
            && self.kernel.thread(thread).activities.is_empty()
            && self.kernel.resting().is_some()
    }

    /// Saves the state of the program, which is idle, or tells the page why it cannot be saved.
    pub(crate) fn save(&mut self) {
        self.kernel.should_save = false;
        self.settle();
        let result = match self.kernel.devices.page.begin_save() {
            Ok(mut to) => self.save_to(&mut to).map(|()| to),
            Err(refusal) => Err(refusal),
        };
        self.kernel.devices.page.end_save(result);
    }

    fn save_to(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let origin = self.kernel.origin;
        let resting = self.kernel.resting().unwrap_or_default();
        let pointers: Vec<u32> = resting.iter().map(|one| one.thread_pointer).collect();
        self.irt.check_threads(&pointers)?;
        to.word(VERSION);
        to.number(origin.functions);
        self.context.memory.save_size(to);
        to.words(&[origin.hook_table, self.context.thread_pointer]);
        // Most of what cannot be saved is found in the small parts, so these come first.
        self.kernel.devices.page.save(to)?;
        self.kernel.save(to, &resting)?;
        self.irt.save(to, &pointers)?;
        self.context.memory.save(to)?;
        to.word(END);
        Ok(())
    }

    /// Starts to continue from a saved state. The caller is in `ppapi_start` for the first time.
    pub(crate) fn continue_from(&mut self, mut from: Reader) -> Result<Action, Fault> {
        from.limit(&self.kernel.budget);
        match self.restore(&mut from, 0) {
            Ok(threads) if threads.is_empty() => self.restored(),
            Ok(threads) => {
                let until = self.now().saturating_add(MAX_WAY);
                self.kernel.restarting = Some(Restarting::new(from, threads, until));
                self.restart_next()
            }
            Err(error) => Ok(self.cannot_continue(&error)),
        }
    }

    /// Ends a program that cannot continue from its state.
    fn cannot_continue(&mut self, error: &Unusable) -> Action {
        match self.kernel.devices.page.continued(Err(error)) {
            true => Action::Exit(1),
            false => fail(&format!("cannot continue from the saved state: {error}")),
        }
    }

    /// Runs the main loop of a program whose state is complete.
    fn restored(&mut self) -> Result<Action, Fault> {
        self.irt.mute(false);
        (self.kernel.hooks.restored)(self.kernel);
        self.kernel.devices.page.continued(Ok(()));
        self.turn(MAIN_LOOP)
    }

    /// Restarts the next thread of the state, or waits until all of them wait again.
    fn restart_next(&mut self) -> Result<Action, Fault> {
        self.begin(Activity::Restart);
        let restarting = self.kernel.restarting.as_mut();
        let Some(restarting) = restarting else {
            return NOTHING;
        };
        Ok(match restarting.left.pop() {
            Some(start) => Action::RestartThread(start),
            None => Action::Wait {
                deadline: Some(restarting.until),
            },
        })
    }

    /// Continues after a thread was started with this result, or after waiting for all threads.
    pub(crate) fn go_on_restarting(&mut self, result: u32) -> Result<Action, Fault> {
        let now = self.now();
        let Some(restarting) = &mut self.kernel.restarting else {
            return Ok(fail("a saved state is restored twice"));
        };
        if result != 0 {
            let error = Unusable::because(
                "its threads cannot be started: they do not fit in the memory limit, or the page \
                 is not isolated and so cannot have threads",
            );
            return Ok(self.cannot_continue(&error));
        }
        if restarting.is_complete() {
            return self.restore_again();
        }
        if now >= restarting.until {
            let error = Unusable::because(
                "a thread that was started again does not reach the function in which it was \
                 waiting",
            );
            return Ok(self.cannot_continue(&error));
        }
        self.restart_next()
    }

    /// Handles a thread that has reached the function in which it waited. It waits for the rest of
    /// the state.
    pub(crate) fn arrive(&mut self) -> Result<Action, Fault> {
        let (pointer, thread) = (self.context.thread_pointer, self.context.thread);
        if let Some(restarting) = &mut self.kernel.restarting {
            restarting.arrived.insert(pointer, thread);
            if restarting.is_complete() {
                self.context.wake.extend(self.kernel.main_thread);
            }
        }
        Ok(Action::Wait { deadline: None })
    }

    /// Restores the state once more, because the restarted threads have changed memory.
    fn restore_again(&mut self) -> Result<Action, Fault> {
        let Some(mut restarting) = self.kernel.restarting.take() else {
            return NOTHING;
        };
        let from = &mut restarting.from;
        let again = from.rewind();
        let again = again.and_then(|()| self.restore(from, restarting.count));
        if let Err(error) = again {
            return Ok(self.cannot_continue(&error));
        }
        if let Err(error) = self.kernel.rest_again(&restarting.arrived) {
            return Ok(self.cannot_continue(&error));
        }
        self.context.wake.extend(restarting.arrived.values());
        self.restored()
    }

    /// Restores the state of the program and of the host. Returns the other threads of the program;
    /// this many exist already.
    fn restore(
        &mut self,
        from: &mut Reader,
        restarted: usize,
    ) -> Result<Vec<ThreadStart>, Unusable> {
        if from.word()? != VERSION || from.number()? != self.kernel.origin.functions {
            return Err(Unusable::because(
                "another version of Pinnacle, with other functions, saved the state",
            ));
        }
        self.context.memory.check_size(from)?;
        let [hook_table, thread_pointer] = from.words()?;
        if [hook_table, thread_pointer]
            != [self.kernel.origin.hook_table, self.context.thread_pointer]
        {
            return Err(Unusable::because(
                "the program starts differently from the one that was saved; use the same options, \
                 such as --memory, --stack, --env and --seed",
            ));
        }
        self.kernel.devices.page.restore(from)?;
        let limit = self.context.memory.limit();
        self.kernel.restore(from, limit, self.context.thread)?;
        let threads = self.irt.restore(from, restarted)?;
        self.context.memory.restore(from)?;
        if from.word()? != END {
            return Err(Unusable::damaged("there is data after its end"));
        }
        from.end()?;
        self.kernel.budget.set_guest(self.context.memory.mapped());
        Ok(threads)
    }
}

impl Kernel {
    /// Returns the threads besides the main one that wait in functions of the host, or `None` if a
    /// thread is about to.
    fn resting(&mut self) -> Option<Vec<Resting>> {
        let mut resting = (self.hooks.resting)(self)?;
        for (&id, thread) in &self.threads {
            let is_counted = resting.iter().any(|one| one.thread == id);
            if Some(id) == self.main_thread || is_counted || thread.activities.is_empty() {
                continue;
            }
            let is_outermost = thread.activities.len() == 1;
            let (Some(thread_pointer), Some(resource), true) =
                (thread.rests, thread.loop_resource, is_outermost)
            else {
                return None;
            };
            resting.push(Resting {
                thread: id,
                thread_pointer,
                resource,
            });
        }
        resting.sort_by_key(|one| one.thread);
        Some(resting)
    }

    /// Returns those of these threads that wait in message loops.
    fn resting_in_loops(&self, resting: &[Resting]) -> Vec<LoopThread> {
        let threads = resting.iter().filter_map(|one| {
            let thread = self.threads.get(&one.thread)?;
            thread.rests?;
            Some(LoopThread {
                number: thread.message_loop?,
                thread_pointer: one.thread_pointer,
                resource: one.resource,
            })
        });
        threads.collect()
    }

    /// Assigns these threads, by thread pointer, to the threads that wait in the restored state.
    fn rest_again(&mut self, threads: &BTreeMap<u32, u32>) -> Result<(), Unusable> {
        let damaged = || Unusable::damaged("its threads are inconsistent");
        for one in std::mem::take(&mut self.loop_threads) {
            let &thread = threads.get(&one.thread_pointer).ok_or_else(damaged)?;
            let message_loop = self.loops.get(one.number).ok_or_else(damaged)?;
            if one.number == MAIN_LOOP || message_loop.thread.is_some() {
                return Err(damaged());
            }
            (message_loop.thread, message_loop.runs) = (Some(thread), 1);
            let thread = self.thread(thread);
            thread.message_loop = Some(one.number);
            thread.loop_resource = Some(one.resource);
            thread.rests = Some(one.thread_pointer);
            thread.is_restarted = true;
            thread.activities = vec![Activity::Loop {
                number: one.number,
                after: After::Nothing,
            }];
        }
        (self.hooks.rest_again)(self, threads)
    }

    fn save(&mut self, to: &mut Writer, resting: &[Resting]) -> Result<(), Refusal> {
        self.refuse_pending()?;
        let main = self.main_thread.unwrap_or(0);
        if self.threads.keys().filter(|&&one| one != main).count() > resting.len() {
            return Err(Refusal::of("a second thread"));
        }
        let loop_resource = self.thread(main).loop_resource;
        to.option(loop_resource, Writer::word);
        let in_loops = self.resting_in_loops(resting);
        to.count(in_loops.len());
        for one in &in_loops {
            to.words(&[one.number, one.thread_pointer, one.resource]);
        }
        to.option(self.thread_functions, |to, words| to.words(&words));
        self.life.save(to);
        self.view.save(to);
        to.words(&self.tables);
        to.count(self.missing.len());
        self.missing.iter().for_each(|name| to.text(name));
        self.heap.save(to);
        self.vars.save(to)?;
        let held = resting.iter().map(|one| one.resource).chain(loop_resource);
        self.save_resources(to, held)?;
        let numbers: Vec<u32> = in_loops.iter().map(|one| one.number).collect();
        self.loops.save(to, &numbers, |work, to| match work {
            Work::Call { callback, result } => {
                to.truth(false);
                callback.save(to);
                to.word(*result as u32);
                Ok(())
            }
            Work::Complete(id) => {
                to.truth(true);
                to.word(id.number());
                Ok(())
            }
            Work::Task(_) | Work::Quit { .. } => Err(Refusal::of("work in a message loop")),
        })?;
        self.timers.save(to);
        self.completions.save(to)?;
        for family in self.hooks.saved {
            (family.save)(self, to)?;
        }
        Ok(())
    }

    /// Refuses operations that only a device can end.
    fn refuse_pending(&self) -> Result<(), Refusal> {
        for (id, owner) in self.completions.all() {
            let resource = self.resources.get(owner);
            let is_saved = resource.is_some_and(|one| one.saved_operation() == Some(id));
            if !is_saved && !self.timers.ends(id) {
                let owner = resource.map_or("program", |one| one.name());
                let part = format!("a pending operation of a {owner}");
                // Operations on files and URLs soon end by themselves.
                return Err(
                    match owner.starts_with("File") || owner.starts_with("Url") {
                        true => Refusal::for_now(part),
                        false => Refusal::of(part),
                    },
                );
            }
        }
        Ok(())
    }

    /// Writes all resources. `held_by_threads` are those to which threads hold references.
    fn save_resources(
        &self,
        to: &mut Writer,
        held_by_threads: impl Iterator<Item = u32>,
    ) -> Result<(), Refusal> {
        let mut held: HashMap<u32, u32> = HashMap::new();
        let owned = self.resources.iter().flat_map(|(.., one)| one.held());
        let owned = owned
            .chain(self.vars.held_resources())
            .chain(held_by_threads);
        owned.for_each(|id| *held.entry(id).or_default() += 1);
        to.word(self.resources.last());
        to.count(self.resources.len());
        for (id, [program, host], resource) in self.resources.iter() {
            let name = resource.name();
            // References from other parts of the host would be lost.
            if host != held.get(&id).copied().unwrap_or(0) {
                return Err(Refusal::of(format!("a {name} resource in use")));
            }
            to.words(&[id, program]);
            to.text(name);
            resource.save(to)?;
        }
        Ok(())
    }

    fn restore(&mut self, from: &mut Reader, limit: u32, thread: u32) -> Result<(), Unusable> {
        let loop_resource = from.option(Reader::word)?;
        self.loop_threads.clear();
        for _ in 0..from.count(MAX_THREADS)? {
            let [number, thread_pointer, resource] = from.words()?;
            self.loop_threads.push(LoopThread {
                number,
                thread_pointer,
                resource,
            });
        }
        self.thread_functions = from.option(Reader::words)?;
        self.life = Life::read(from, self.hooks.offered)?;
        self.view.restore(from)?;
        for table in &mut self.tables {
            *table = from.word()?;
        }
        self.missing = BTreeSet::new();
        for _ in 0..from.count(crate::kernel::state::MAX_MISSING)? {
            let name = from.text(1024)?;
            self.missing.insert(name);
        }
        let heap = Heap::read(from, limit)?;
        let mut adoption = heap.adoption(limit);
        for (interface, &table) in interfaces::ALL.iter().zip(&self.tables) {
            if table != 0 {
                adoption.leaked(table, 4 * interface.methods.len() as u32)?;
            }
        }
        let (vars, mut held) = Vars::read(from, &self.budget, &mut adoption)?;
        held.extend(loop_resource);
        held.extend(self.loop_threads.iter().map(|one| one.resource));
        let mut resources = Resources::new(&self.budget);
        self.resource_charge.shrink(self.resource_charge.bytes());
        let last = from.word()?;
        for _ in 0..from.count(MAX_RESOURCES)? {
            let [id, program] = from.words()?;
            let kind = from.text(MAX_KIND)?;
            let kind = self.hooks.kinds.iter().find(|(name, _)| *name == kind);
            let (_, read) =
                kind.ok_or_else(|| Unusable::damaged("a resource has an unknown kind"))?;
            let resource = read(from, &mut adoption)?;
            held.extend(resource.held());
            let charged = self.resource_charge.grow(resource.size()).is_ok();
            if !charged || resources.insert_at(id, program, resource).is_err() {
                return Err(Unusable::because(
                    "the memory limit is too small for the saved state",
                ));
            }
        }
        let is_known = resources.skip_to(last) && held.iter().all(|&id| id <= last);
        held.into_iter().for_each(|id| resources.hold(id));
        let is_dead = |[program, host]: [u32; 2]| program == 0 && host == 0;
        if !is_known || resources.iter().any(|(_, counts, _)| is_dead(counts)) {
            return Err(Unusable::damaged("its resources are inconsistent"));
        }
        (self.heap, self.vars, self.resources) = (heap, vars, resources);
        self.restore_work(from, thread)?;
        self.thread(thread).loop_resource = loop_resource;
        for family in self.hooks.saved {
            (family.restore)(self, from)?;
        }
        Ok(())
    }

    fn restore_work(&mut self, from: &mut Reader, thread: u32) -> Result<(), Unusable> {
        self.loops.restore(from, |from| {
            Ok(match from.truth()? {
                false => Work::Call {
                    callback: Callback::restore(from)?,
                    result: from.word()? as i32,
                },
                true => Work::Complete(PendingId::of(from.word()?)),
            })
        })?;
        if let Some(main) = self.loops.get(MAIN_LOOP) {
            main.thread = Some(thread);
        }
        self.timers.restore(from)?;
        self.completions = Completions::read(from, &self.budget, OPERATION_SIZE)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
