//! Pepper, in a module next to the program's memory. The engine, which is written in JavaScript,
//! calls [`Machine::call`] for a host function and executes the answer.
//!
//! Arguments and answers are passed in an array of words that JavaScript can access too, so that a
//! call allocates nothing. Before a call the array contains the arguments, one 64-bit word each.
//! After the call it contains the answer (see [`crate::boundary::answer`]), and in the last word
//! the number of threads that were woken ([`Machine::take_woken`], or [`Machine::take_unparked`] if
//! all threads are in one worker).

use crate::boundary::{answer, log_level, words};
use crate::clock::{BrowserClock, BrowserRandom, EngineHost, ProgramClock, duration, milliseconds};
use crate::device::{self, Files, Inbox, Saving};
use crate::load::{CodeKind, letters};
use crate::memory::ProgramMemory;
use crate::modules::{self, LoadedCode};
use crate::recorder::{Recorder, Tape};
use crate::setting::{CommandLine, PROCESS_ID, Setting, view_of};
use crate::turns::Turns;
use crate::{output, outside, wire};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::message::numbers::Numbers;
use pinnacle_pepper::{Embedding, Pepper, urls};
use pinnacle_record::RecordedHost;
use pinnacle_system::clock::Clock;
use pinnacle_system::files::FileSystem;
use pinnacle_system::host::{AtRest, HostContext};
use pinnacle_system::irt::{Irt, Libraries};
use pinnacle_system::loader::{self, DEFAULT_MEMORY_LIMIT, LoadOptions};
use pinnacle_system::memory::{Memory, Protection};
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::random::RandomSource;
use pinnacle_system::trap::TrapKind;
use pinnacle_system::{Action, Errno, Host};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// Number of words for arguments and answers.
const WORDS: usize = words::COUNT as usize;

/// The word with the number of threads that a call has woken.
const WOKEN: usize = words::WOKEN as usize;

/// The word at which the type of a function starts in an answer.
const TYPE: usize = words::TYPE as usize;

/// The layout of a program in its memory, taken from its module.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Start of the constants.
    pub constants_start: u32,
    /// End of the constants.
    pub constants_end: u32,
    /// Start of the main stack.
    pub stack_start: u32,
    /// End of the main stack.
    pub stack_end: u32,
    /// End of the variables.
    pub data_end: u32,
    /// The address of the host's first function.
    pub first_host_function: u32,
}

#[wasm_bindgen]
impl Places {
    /// Creates a layout from its addresses.
    #[wasm_bindgen(constructor)]
    pub fn new(
        constants_start: u32,
        constants_end: u32,
        stack_start: u32,
        stack_end: u32,
        data_end: u32,
        first_host_function: u32,
    ) -> Places {
        Places {
            constants_start,
            constants_end,
            stack_start,
            stack_end,
            data_end,
            first_host_function,
        }
    }
}

/// A program in a page.
#[wasm_bindgen]
pub struct Machine {
    pub(crate) pepper: RecordedHost<Pepper>,
    pub(crate) memory: Memory,
    pub(crate) inbox: Inbox,
    pub(crate) saving: Saving,
    pub(crate) clock: ProgramClock,
    pub(crate) files: Files,
    first_host_function: u32,
    start_block: u32,
    kind: CodeKind,
    /// The module that was loaded last, until JavaScript takes it.
    loaded: Option<LoadedCode>,
    words: Box<[u64; WORDS]>,
    thread_pointers: BTreeMap<u32, u32>,
    woken: Vec<u32>,
    /// The state of the threads, if all of them are in one worker.
    turns: Option<Turns>,
    /// The recording of the run, or the one that is replayed, if there is any.
    pub(crate) tape: Option<Tape>,
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Machine {
    /// Creates Pepper for a program with this kind of code, whose memory has its initial contents.
    /// `attributes` alternates names and values of the element's attributes. `view` has the format
    /// of [`Machine::view`]. `command` is for command-line programs. `numbers` is the rule for
    /// whole numbers in elements that have no rule of their own. With a `recorder` the run is
    /// recorded, or a recording is replayed; in a replay the element is the recorded one.
    ///
    /// # Errors
    ///
    /// Fails if the program does not fit in its memory, or the recording cannot be replayed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        places: Places,
        kind: CodeKind,
        attributes: Vec<String>,
        view: &[f64],
        command: Option<CommandLine>,
        numbers: Option<String>,
        recorder: Option<Recorder>,
    ) -> Result<Machine, JsError> {
        let Setting {
            arguments,
            input,
            attributes,
            view,
            numbers,
            process,
            processors,
        } = match recorder.as_ref().and_then(Recorder::replay) {
            Some(replay) => replay.setting(),
            None => Setting::of_page(command, attributes, view, numbers),
        };
        let options = LoadOptions {
            arguments,
            environment: Vec::new(),
            memory_limit: DEFAULT_MEMORY_LIMIT,
            stack_size: places.stack_end - places.stack_start,
            host_functions: 0,
        };
        let error = |error: &dyn fmt::Display| JsError::new(&error.to_string());
        let arena = loader::arena(places.stack_end, places.data_end, &options)
            .map_err(|refusal| error(&refusal))?;
        let mut memory = Memory::from_remote(options.memory_limit, ProgramMemory);
        let block =
            loader::start_block_bytes(&options, places.data_end, places.first_host_function);
        memory
            .protect(
                places.constants_start..places.constants_end,
                Protection::Read,
            )
            .and_then(|()| memory.protect(places.stack_start..arena.start, Protection::ReadWrite))
            .map_err(|refusal| error(&refusal))?;
        memory
            .write(places.data_end, &block)
            .map_err(|fault| error(&fault))?;
        let files =
            FileSystem::new(output::stdio(input), Vec::new()).map_err(|refusal| error(&refusal))?;
        let budget = MemoryBudget::default();
        let tape = recorder.map(|recorder| {
            let numbers = numbers.clone();
            let program = (options.arguments.clone(), PROCESS_ID, kind.takes_turns);
            recorder.begin(program, view, &attributes, numbers, &budget)
        });
        let tape = tape.transpose()?;
        let own_clock = ProgramClock::default();
        let clock: Arc<dyn Clock> = match &tape {
            Some(tape) => tape.clock(),
            None => own_clock.clone(),
        };
        let saving = Saving::new(own_clock.clone(), budget.clone());
        let random: Box<dyn RandomSource> = match &tape {
            Some(tape) => tape.random(),
            None => Box::new(BrowserRandom),
        };
        let mut irt = Irt::new(files, clock, random, arena, process)
            .with_memory_budget(budget.clone())
            .with_processors(processors);
        if kind.loads_modules {
            let libraries: Libraries = Box::new(|name, most| {
                let (program, document) = (outside::program_url(), outside::document_url());
                let url = urls::library(&program, &document, name).ok_or(Errno::EACCES)?;
                outside::read_library(&url, most).ok_or(Errno::ENOENT)
            });
            let libraries = match &tape {
                Some(tape) => tape.libraries(libraries),
                None => libraries,
            };
            irt = irt.with_modules(None).with_libraries(libraries);
        }
        let inbox = Inbox::default();
        inbox.change_element(|element| element.set_view(view));
        let page_files = Files::new(&inbox);
        let (numbers, unknown) = Numbers::of_element(&attributes, numbers.as_deref());
        if let Some(text) = unknown {
            outside::log(log_level::WARNING, &format!("Pinnacle: {text}"));
        }
        let devices = device::devices(&inbox, &page_files, &saving);
        let embedding = Embedding {
            attributes,
            view,
            devices: match &tape {
                Some(tape) => tape.devices(devices, &budget),
                None => devices,
            },
        };
        let pepper = Pepper::new(irt, embedding).with_numbers(numbers);
        Ok(Machine {
            pepper: match &tape {
                Some(tape) => tape.host(pepper),
                None => RecordedHost::new(pepper, None),
            },
            memory,
            inbox,
            saving,
            clock: own_clock,
            files: page_files,
            first_host_function: places.first_host_function,
            start_block: places.data_end,
            kind,
            loaded: None,
            words: Box::new([0; WORDS]),
            thread_pointers: BTreeMap::new(),
            woken: Vec::new(),
            turns: kind.takes_turns.then(|| match &tape {
                Some(_) => Turns::recorded(),
                None => Turns::new(),
            }),
            tape,
        })
    }

    /// Returns the address of the start-up block, the argument of `_start`.
    #[wasm_bindgen(getter, js_name = startBlock)]
    pub fn start_block(&self) -> u32 {
        self.start_block
    }

    /// Returns the address, in the memory of this module, of the words for arguments and answers.
    #[wasm_bindgen(getter)]
    pub fn words(&self) -> usize {
        self.words.as_ptr() as usize
    }

    /// Removes and returns the threads that were woken.
    #[wasm_bindgen(js_name = takeWoken)]
    pub fn take_woken(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.woken)
    }

    /// Removes and returns the module to which the last answer refers.
    #[wasm_bindgen(js_name = takeLoaded)]
    pub fn take_loaded(&mut self) -> Option<LoadedCode> {
        self.loaded.take()
    }

    /// Calls a host function for a thread, with the words as arguments. Returns the answer.
    pub fn call(&mut self, thread: u32, function: u32) -> u32 {
        let args = *self.words;
        let functions = self.pepper.functions();
        let count = functions
            .get(function as usize)
            .map_or(0, |function| function.params.len());
        let args = &args[..count.min(WORDS)];
        self.ask(thread, |pepper, context| {
            pepper.call(function as usize, args, context)
        })
    }

    /// Resumes the host for a thread that has executed its answer. Word 0 is the result. Returns
    /// the next answer.
    pub fn resume(&mut self, thread: u32) -> u32 {
        let result = self.words[0];
        self.ask(thread, |pepper, context| pepper.resume(result, context))
    }

    /// Passes a message from the page to the program.
    pub fn message(&self, bytes: &[u8]) {
        if let Some(message) = wire::from_bytes(bytes) {
            self.inbox.push(Event::Message(message));
        }
    }

    /// Passes a message from the page to the program. The page waits for the response.
    #[wasm_bindgen(js_name = blockingMessage)]
    pub fn blocking_message(&self, bytes: &[u8]) {
        if let Some(message) = wire::from_bytes(bytes) {
            self.inbox.push(Event::BlockingMessage(message));
        }
    }

    /// Sets the view of the element. The numbers are its left, top, width and height; the same for
    /// its visible part; 1 if it is fullscreen; 1 if the page is visible; the device scale; the CSS
    /// scale; and the scroll offset of the page, to the right and down.
    pub fn view(&self, numbers: &[f64]) {
        self.inbox.push(Event::View(view_of(numbers)));
    }

    /// Reports that the element has received or lost the focus.
    pub fn focus(&self, has_focus: bool) {
        self.inbox.push(Event::Focus(has_focus));
    }

    /// Reports that the display is ready for its next picture.
    pub fn frame(&self) {
        self.inbox.push(Event::Frame);
    }

    /// Reports that the browser has lost an OpenGL context.
    #[wasm_bindgen(js_name = contextLost)]
    pub fn context_lost(&self, id: u32) {
        self.inbox.push(Event::ContextLost(id));
    }

    /// Sets the size of the screen in CSS pixels.
    #[wasm_bindgen(js_name = setScreenSize)]
    pub fn set_screen_size(&self, width: i32, height: i32) {
        self.inbox.set_screen_size([width, height]);
    }

    /// Sets whether the page has a user gesture, which some requests of a program need.
    #[wasm_bindgen(js_name = setGesture)]
    pub fn set_gesture(&self, has_gesture: bool) {
        self.inbox.set_gesture(has_gesture);
    }

    /// Reports that the browser has refused fullscreen.
    #[wasm_bindgen(js_name = fullscreenRefused)]
    pub fn fullscreen_refused(&self) {
        self.inbox.push(Event::FullscreenRefused);
    }

    /// Reports the result of the request to lock the mouse.
    #[wasm_bindgen(js_name = mouseLock)]
    pub fn mouse_lock(&self, is_locked: bool) {
        self.inbox.push(Event::MouseLock(is_locked));
    }

    /// Reports that the mouse is no longer locked.
    #[wasm_bindgen(js_name = mouseLockLost)]
    pub fn mouse_lock_lost(&self) {
        self.inbox.push(Event::MouseLockLost);
    }
}

impl Machine {
    /// Returns true if a recording is replayed.
    fn is_replay(&self) -> bool {
        self.tape.as_ref().is_some_and(Tape::is_replay)
    }

    fn ask(
        &mut self,
        thread: u32,
        question: impl FnOnce(&mut RecordedHost<Pepper>, &mut HostContext<'_>) -> Action,
    ) -> u32 {
        let mut context = HostContext {
            memory: &mut self.memory,
            thread,
            thread_pointer: self.thread_pointers.get(&thread).copied().unwrap_or(0),
            first_host_function: self.first_host_function,
            bytes: 0,
            wake: Vec::new(),
        };
        let action = question(&mut self.pepper, &mut context);
        let mut woken = context.wake;
        let (action, count) = match &mut self.turns {
            Some(turns) => {
                let memory = &mut self.memory;
                let action = match &mut self.tape {
                    Some(tape) => {
                        let action = turns.perform(thread, action, &woken, tape, memory);
                        end_waits(turns, tape, &mut self.pepper).unwrap_or(action)
                    }
                    None => {
                        let mut host = EngineHost(self.clock.clone());
                        turns.perform(thread, action, &woken, &mut host, memory)
                    }
                };
                (action, turns.unparked())
            }
            None => {
                self.woken.append(&mut woken);
                (action, self.woken.len())
            }
        };
        self.words[WOKEN] = count as u64;
        if let Some(tape) = &mut self.tape {
            tape.look_at(&action);
        }
        self.answer(thread, &action)
    }

    /// Writes an action to the words. Returns the number of the answer.
    fn answer(&mut self, thread: u32, action: &Action) -> u32 {
        // In a replay with threads the recording determines which wait ends next, so there are no
        // timers.
        let is_timed = self.turns.is_none() || !self.is_replay();
        let words = &mut *self.words;
        let clock = &self.clock;
        let deadline = |time: Option<std::time::Duration>| {
            let time = time.filter(|_| is_timed);
            let time = time.map(|time| clock.time_of_machine(time));
            time.map_or(f64::INFINITY, milliseconds).to_bits()
        };
        let (number, content): (u32, &[u64]) = match action {
            Action::Return(value) => (answer::RETURN, &[*value]),
            Action::Exit(status) => (answer::EXIT, &[u64::from(*status)]),
            Action::SetThreadPointer(pointer) => {
                self.thread_pointers.insert(thread, *pointer);
                (answer::SET_THREAD_POINTER, &[u64::from(*pointer)])
            }
            Action::Yield => (answer::YIELD, &[]),
            Action::Sleep(_) if !is_timed => (answer::SLEEP, &[f64::INFINITY.to_bits()]),
            Action::Sleep(time) => (answer::SLEEP, &[milliseconds(*time).to_bits()]),
            Action::FutexWait {
                address,
                value,
                deadline: time,
            } => (
                answer::FUTEX_WAIT,
                &[(*address).into(), (*value).into(), deadline(*time)],
            ),
            Action::FutexWake {
                address,
                count,
                woken,
            } => (
                answer::FUTEX_WAKE,
                &[(*address).into(), (*count).into(), (*woken).into()],
            ),
            Action::StartThread {
                start,
                stack,
                thread_pointer,
            } => (
                answer::START_THREAD,
                &[(*start).into(), (*stack).into(), (*thread_pointer).into()],
            ),
            Action::RestartThread(thread) => (
                answer::RESTART_THREAD,
                &[
                    thread.start.into(),
                    thread.stack.into(),
                    thread.thread_pointer.into(),
                ],
            ),
            Action::ExitThread { flag } => {
                self.thread_pointers.remove(&thread);
                (answer::EXIT_THREAD, &[(*flag).into()])
            }
            Action::Call(call) => {
                words[0] = call.address.into();
                words[1..TYPE].copy_from_slice(&call.args);
                put_text(&mut words[TYPE..WOKEN], &letters(call.params, call.result));
                return answer::CALL;
            }
            Action::Wait { deadline: time } => (answer::WAIT, &[deadline(*time)]),
            Action::Load(module) => {
                self.loaded = modules::translate(module, self.kind);
                match self.loaded {
                    Some(_) => (answer::LOAD, &[]),
                    None => (answer::RETURN, &[Errno::ENOEXEC.word()]),
                }
            }
            Action::Trap(kind) => {
                put_text(&mut words[..WOKEN], &kind.to_string());
                return answer::TRAP;
            }
        };
        words[..content.len()].copy_from_slice(content);
        number
    }
}

/// If all threads of a replayed program wait, lets one continue whose wait ends according to the
/// recording. Returns an action if the program must end instead.
fn end_waits(
    turns: &mut Turns,
    tape: &mut Tape,
    host: &mut RecordedHost<Pepper>,
) -> Option<Action> {
    while tape.is_replay() && turns.is_idle() {
        if !turns.is_at_rest() {
            turns.go_on(tape);
            continue;
        }
        match host.at_rest() {
            AtRest::Wake(thread) => turns.wake(thread, tape),
            AtRest::Exit(status) => return Some(Action::Exit(status)),
            AtRest::Deadlock => return Some(Action::Trap(TrapKind::Deadlock)),
        }
    }
    None
}

/// Writes a text to words: its length in bytes, then its bytes. The text is truncated if there is
/// not enough room.
fn put_text(words: &mut [u64], text: &str) {
    let Some((length, content)) = words.split_first_mut() else {
        return;
    };
    let bytes = text.as_bytes();
    *length = bytes.len().min(8 * content.len()) as u64;
    for (word, bytes) in content.iter_mut().zip(bytes.chunks(8)) {
        let mut buffer = [0; 8];
        buffer[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(buffer);
    }
}

#[wasm_bindgen]
impl Machine {
    /// Records the thread pointer with which a thread starts.
    #[wasm_bindgen(js_name = threadStarts)]
    pub fn thread_starts(&mut self, thread: u32, thread_pointer: u32) {
        self.thread_pointers.insert(thread, thread_pointer);
    }

    /// Adds a running thread. Returns its number, or `None` if there are too many threads.
    #[wasm_bindgen(js_name = spawnThread)]
    pub fn spawn_thread(&mut self, thread_pointer: u32) -> Option<u32> {
        let thread = self.turns.as_mut()?.spawn()?;
        self.thread_starts(thread, thread_pointer);
        Some(thread)
    }

    /// Wakes the main thread if it waits for the host and all threads are in one worker.
    #[wasm_bindgen(js_name = wakeMain)]
    pub fn wake_main(&mut self) {
        if self.is_replay() {
            return;
        }
        match (&mut self.turns, &mut self.tape) {
            (Some(turns), Some(tape)) => {
                tape.is_main_woken = true;
                turns.go_on(tape);
            }
            (Some(turns), None) => turns.wake_main(),
            (None, _) => {}
        }
    }

    /// Ends the wait of a thread whose timer has expired; see [`Turns::expire`]. In a recording the
    /// recorded clock decides, so the thread may still wait afterwards.
    #[wasm_bindgen(js_name = expireThread)]
    pub fn expire_thread(&mut self, thread: u32) {
        if self.is_replay() {
            return;
        }
        match (&mut self.turns, &mut self.tape) {
            (Some(turns), Some(tape)) => turns.go_on(tape),
            (Some(turns), None) => turns.expire(thread),
            (None, _) => {}
        }
    }

    /// Removes and returns the threads that continue, as alternating numbers and results. Empty if
    /// each thread has its own worker.
    #[wasm_bindgen(js_name = takeUnparked)]
    pub fn take_unparked(&mut self) -> Vec<u32> {
        let unparked = self.turns.as_mut().map(Turns::take_unparked);
        let unparked = unparked.unwrap_or_default();
        unparked.iter().flat_map(|&(a, b)| [a, b]).collect()
    }

    /// Returns the number of milliseconds from now until a time.
    #[wasm_bindgen(js_name = timeUntil)]
    pub fn time_until(&self, time: f64) -> f64 {
        milliseconds(duration(time).saturating_sub(BrowserClock.real_time()))
    }
}
