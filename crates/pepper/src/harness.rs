//! Test harness: a program's memory, Pepper on fake devices, and calls by name, as a program would
//! make them.

use crate::device::input::Gamepad;
use crate::device::network::{Connection, Network, NetworkError, NetworkEvent, Request};
use crate::device::page::{Cursor, Flow, LogLevel, Page};
use crate::device::screen::{Content, Screen};
use crate::device::{Devices, Event, Events};
use crate::kernel::var::{VAR_SIZE, Var};
use crate::message::Message;
use crate::view::View;
use crate::{Embedding, Pepper};
use pinnacle_system::files::{FileSystem, Stdio};
use pinnacle_system::host::{Action, GuestCall, Host, HostContext};
use pinnacle_system::irt::Irt;
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::state::{Destination, Reader, Refusal, Unusable, Writer};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Calls that the devices received, and their answers.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) events: VecDeque<Event>,
    pub(crate) posted: Vec<Message>,
    /// True once the element has received its `load` event.
    pub(crate) has_loaded: bool,
    pub(crate) logged: Vec<String>,
    /// Pixels of the pictures shown, with their sizes.
    pub(crate) shown: Vec<Option<(u32, u32, Vec<u8>)>>,
    pub(crate) frames_requested: u32,
    pub(crate) user_gesture: bool,
    pub(crate) mouse_locks: u32,
    pub(crate) cursors: Vec<Cursor>,
    /// True if the network may be used.
    pub(crate) allows_network: bool,
    pub(crate) requests: Vec<(u32, Request)>,
    /// Sockets that the network was asked to close.
    pub(crate) closed: Vec<u32>,
    pub(crate) gamepads: [Option<Gamepad>; 4],
    /// The input classes that the program requested: unfiltered and filtered.
    pub(crate) inputs: [u32; 2],
    /// Notifications to the page about texts and inputs.
    pub(crate) noted: Vec<Noted>,
    /// The saved state, as far as it was written.
    pub(crate) saved: Vec<u8>,
    /// The outcome of saving; an error is the part that could not be saved.
    pub(crate) refused: Option<Result<(), String>>,
}

/// A notification of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Noted {
    TextInputType(u32),
    Caret([i32; 4]),
    CancelComposition,
    InputDone(bool),
}

/// A device that records its calls.
#[derive(Clone, Default)]
pub(crate) struct Fake(pub(crate) Arc<Mutex<World>>);

impl Fake {
    pub(crate) fn world(&self) -> std::sync::MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }
}

impl Events for Fake {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        self.world().events.pop_front()
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }

    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}

impl Page for Fake {
    fn loaded(&mut self) {
        self.world().has_loaded = true;
    }

    fn post(&mut self, message: Message) -> Flow {
        self.world().posted.push(message);
        Flow::Continue
    }

    fn log(&mut self, _: LogLevel, text: &str) {
        self.world().logged.push(text.into());
    }

    fn screen_size(&self) -> [i32; 2] {
        [1920, 1080]
    }

    fn has_user_gesture(&self) -> bool {
        self.world().user_gesture
    }

    fn set_fullscreen(&mut self, _: bool) -> bool {
        self.world().user_gesture
    }

    fn lock_mouse(&mut self) {
        self.world().mouse_locks += 1;
    }

    fn set_cursor(&mut self, cursor: Cursor) -> bool {
        self.world().cursors.push(cursor);
        true
    }

    fn gamepads(&self) -> [Option<Gamepad>; 4] {
        self.world().gamepads.clone()
    }

    fn inputs_wanted(&mut self, unfiltered: u32, filtered: u32) {
        self.world().inputs = [unfiltered, filtered];
    }

    fn input_done(&mut self, is_handled: bool) {
        self.world().noted.push(Noted::InputDone(is_handled));
    }

    fn set_text_input_type(&mut self, kind: u32) {
        self.world().noted.push(Noted::TextInputType(kind));
    }

    fn set_caret(&mut self, caret: [i32; 4]) {
        self.world().noted.push(Noted::Caret(caret));
    }

    fn cancel_composition(&mut self) {
        self.world().noted.push(Noted::CancelComposition);
    }

    fn begin_save(&mut self) -> Result<Writer, Refusal> {
        self.world().saved.clear();
        Ok(Writer::new(self.clone()))
    }

    fn save(&mut self, _: &mut Writer) -> Result<(), Refusal> {
        Ok(())
    }

    fn end_save(&mut self, result: Result<Writer, Refusal>) {
        let result = result.map(|to| to.finish().unwrap());
        self.world().refused = Some(result.map_err(|refusal| refusal.to_string()));
    }

    fn restore(&mut self, _: &mut Reader) -> Result<(), Unusable> {
        Ok(())
    }
}

impl std::io::Write for Fake {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.world().saved.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Destination for Fake {
    fn finish(self: Box<Self>) -> std::io::Result<()> {
        Ok(())
    }
}

impl Screen for Fake {
    fn request_frame(&mut self) {
        self.world().frames_requested += 1;
    }

    fn show(&mut self, content: Content<'_>, _: bool) {
        let picture = match content {
            Content::Picture(one) => Some((one.width, one.height, one.pixels.to_vec())),
            Content::Nothing | Content::Context(_) => None,
        };
        self.world().shown.push(picture);
    }
}

impl Network for Fake {
    fn request(&mut self, id: u32, request: Request) -> Result<(), NetworkError> {
        let mut world = self.world();
        if !world.allows_network {
            return Err(NetworkError::NoAccess);
        }
        world.requests.push((id, request));
        Ok(())
    }

    fn close(&mut self, id: u32) {
        self.world().closed.push(id);
    }

    fn connections(&mut self) -> Result<Vec<Connection>, NetworkError> {
        let addresses = ["10.1.2.3", "fe80::1"];
        let wire = Connection {
            name: "wire".into(),
            addresses: addresses.map(|text| text.parse().unwrap()).into(),
        };
        let is_allowed = self.world().allows_network;
        is_allowed.then(|| vec![wire]).ok_or(NetworkError::NoAccess)
    }

    fn proxies(&mut self, url: &str) -> Result<String, NetworkError> {
        let is_allowed = self.world().allows_network;
        is_allowed
            .then(|| format!("PROXY of {url}"))
            .ok_or(NetworkError::NoAccess)
    }
}

/// A program under test. Its memory has pages for its data ([`Program::SCRATCH`] and the next one),
/// and room for mappings.
pub(crate) struct Program {
    pub(crate) memory: Memory,
    pub(crate) pepper: Pepper,
    pub(crate) fake: Fake,
    next_scratch: u32,
    /// The thread that calls.
    pub(crate) thread: u32,
    /// Threads that were woken.
    pub(crate) woken: Vec<u32>,
}

impl Program {
    pub(crate) const FIRST_HOST_FUNCTION: u32 = 1000;
    /// Writable memory, 16 pages of it.
    pub(crate) const SCRATCH: u32 = PAGE_SIZE;
    const ARENA: u32 = 17 * PAGE_SIZE;
    const LIMIT: u32 = 1024 * PAGE_SIZE;
    /// Addresses that act as functions of the program.
    pub(crate) const INITIALIZE: u32 = 11;
    pub(crate) const GET_INTERFACE: u32 = 13;
    pub(crate) const DID_CREATE: u32 = 21;
    pub(crate) const DID_CHANGE_VIEW: u32 = 23;

    /// Creates a program that has not started yet, on fake devices.
    pub(crate) fn new() -> Program {
        Program::with_devices(|_| {})
    }

    /// Creates a program on fake devices, some of which are replaced.
    pub(crate) fn with_devices(replace: impl FnOnce(&mut Devices)) -> Program {
        let mut memory = Memory::new(Program::LIMIT).unwrap();
        memory
            .protect(PAGE_SIZE..Program::ARENA, Protection::ReadWrite)
            .unwrap();
        let files = FileSystem::new(Stdio::default(), Vec::new()).unwrap();
        let irt = Irt::repeatable(files, 1, Program::ARENA..Program::LIMIT);
        let fake = Fake::default();
        let mut devices = Devices::absent();
        devices.events = Box::new(fake.clone());
        devices.page = Box::new(fake.clone());
        devices.screen = Box::new(fake.clone());
        devices.network = Box::new(fake.clone());
        replace(&mut devices);
        let embedding = Embedding {
            attributes: vec![("src".into(), "test.nmf".into())],
            view: View::of_size(640, 480),
            devices,
        };
        Program {
            memory,
            pepper: Pepper::new(irt, embedding),
            fake,
            next_scratch: Program::SCRATCH,
            thread: 0,
            woken: Vec::new(),
        }
    }

    /// Creates a program that has started: its main thread waits in the main loop, and it offers
    /// only `PPP_Instance;1.1`.
    pub(crate) fn started() -> Program {
        Program::new().start()
    }

    /// Starts the program.
    pub(crate) fn start(self) -> Program {
        let (program, action) = self.start_up_to(4);
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
        program
    }

    /// Creates a program that continues from a saved state. Returns its first action too.
    pub(crate) fn restored(state: Vec<u8>) -> (Program, Action) {
        Program::new().restored_from(state)
    }

    /// Makes this program continue from a saved state. It must not have started yet.
    pub(crate) fn restored_from(self, state: Vec<u8>) -> (Program, Action) {
        let mut program = self;
        let reader = Reader::new(move || Ok(std::io::Cursor::new(state.clone()))).unwrap();
        program.pepper = program.pepper.with_saved_state(reader);
        program.start_up_to(0)
    }

    /// Answers the first calls of the start-up, this many of four, and returns the next action.
    pub(crate) fn start_up_to(mut self, answers: usize) -> (Program, Action) {
        let functions = self.words(&[Program::INITIALIZE, 12, Program::GET_INTERFACE]);
        let instance = self.words(&[Program::DID_CREATE, 22, Program::DID_CHANGE_VIEW, 24, 25]);
        let first = self.pepper.irt().function_count() as usize;
        let mut action = self.action(first, &[u64::from(functions)]);
        for (address, result) in [
            (Program::INITIALIZE, 0),
            (Program::GET_INTERFACE, instance),
            (Program::DID_CREATE, 1),
            (Program::DID_CHANGE_VIEW, 0),
        ]
        .into_iter()
        .take(answers)
        {
            assert_eq!(called(&action).address, address);
            action = self.resume(result);
        }
        (self, action)
    }

    fn with<T>(&mut self, question: impl FnOnce(&mut Pepper, &mut HostContext<'_>) -> T) -> T {
        let mut context = HostContext {
            memory: &mut self.memory,
            thread: self.thread,
            thread_pointer: 0,
            first_host_function: Program::FIRST_HOST_FUNCTION,
            bytes: 0,
            wake: Vec::new(),
        };
        let answer = question(&mut self.pepper, &mut context);
        self.woken.append(&mut context.wake);
        answer
    }

    /// Calls a host function and returns its action.
    pub(crate) fn action(&mut self, function: usize, args: &[u64]) -> Action {
        self.with(|pepper, context| pepper.call(function, args, context))
    }

    /// Continues in the calling thread, with the result of its call or wait.
    pub(crate) fn resume(&mut self, result: u32) -> Action {
        self.with(|pepper, context| pepper.resume(u64::from(result), context))
    }

    /// Runs the next turn of the main thread, which waits in its loop.
    pub(crate) fn turn(&mut self) -> Action {
        let caller = std::mem::replace(&mut self.thread, 0);
        let action = self.resume(0);
        self.thread = caller;
        action
    }

    /// Calls a method and returns its action. `interface` is the interface's name with the version.
    pub(crate) fn answer(&mut self, interface: &str, method: &str, args: &[u64]) -> Action {
        let name = format!("{interface}.{method}");
        let functions = self.pepper.functions();
        let index = functions.iter().position(|function| function.name == name);
        let index = index.unwrap_or_else(|| panic!("there is no {name}"));
        assert_eq!(functions[index].params.len(), args.len(), "{name}");
        self.action(index, args)
    }

    /// Calls a method that returns at once, and returns its result.
    pub(crate) fn call(&mut self, interface: &str, method: &str, args: &[u64]) -> u64 {
        match self.answer(interface, method, args) {
            Action::Return(result) => result,
            action => panic!("{interface}.{method} asks for {action:?}"),
        }
    }

    /// Calls a method that returns at once, and returns its error number.
    pub(crate) fn code(&mut self, interface: &str, method: &str, args: &[u64]) -> i32 {
        self.call(interface, method, args) as u32 as i32
    }

    /// Lets the program use the network.
    pub(crate) fn allow_network(self) -> Program {
        self.fake.world().allows_network = true;
        self
    }

    /// Returns the last network request, and its number.
    pub(crate) fn request(&mut self) -> (u32, Request) {
        let request = self.fake.world().requests.pop();
        request.expect("the network was asked for something")
    }

    /// Simulates a network event; the program gets it in its next turn.
    pub(crate) fn happens(&mut self, id: u64, event: NetworkEvent) {
        let id = id as u32;
        let event = Event::Network { id, event };
        self.fake.world().events.push_back(event);
    }

    /// Writes words to memory, and returns their address.
    pub(crate) fn words(&mut self, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
        self.bytes(&bytes)
    }

    /// Writes bytes to memory, at a multiple of 16, and returns the address.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> u32 {
        let address = self.next_scratch;
        self.next_scratch = (address + bytes.len() as u32 + 16).next_multiple_of(16);
        assert!(self.next_scratch < Program::ARENA, "too much for a test");
        self.memory.write(address, bytes).unwrap();
        address
    }

    /// Writes a text with a terminating zero, and returns the address.
    pub(crate) fn text(&mut self, text: &str) -> u32 {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }

    /// Writes a `PP_Var` to memory, and returns its address.
    pub(crate) fn var(&mut self, var: Var) -> u32 {
        self.bytes(&var.to_bytes())
    }

    /// Writes a var with a text, and returns the address.
    pub(crate) fn text_var(&mut self, text: &str) -> u32 {
        let at = self.bytes(text.as_bytes());
        let var = self.bytes(&[0; VAR_SIZE as usize]);
        let args = [var, at, text.len() as u32].map(u64::from);
        self.call("PPB_Var;1.2", "VarFromUtf8", &args);
        var
    }

    /// Reads the `PP_Var` at an address.
    pub(crate) fn read_var(&self, address: u32) -> Var {
        let mut bytes = [0; VAR_SIZE as usize];
        self.memory.read(address, &mut bytes).unwrap();
        Var::from_bytes(bytes)
    }

    /// Reads the text of the `PP_Var` at an address.
    pub(crate) fn read_text(&mut self, address: u32) -> String {
        let len = self.words(&[0]);
        let args = [address, len].map(u64::from);
        let at = self.call("PPB_Var;1.2", "VarToUtf8", &args) as u32;
        let len = self.memory.load_u32(len).unwrap();
        let mut text = vec![0; len as usize];
        self.memory.read(at, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// Writes a `PP_CompletionCallback` with this function; its user data is 7.
    pub(crate) fn callback(&mut self, function: u32, is_optional: bool) -> u64 {
        u64::from(self.words(&[function, 7, u32::from(is_optional)]))
    }

    /// Runs a turn of the main loop, which must call this function. Returns the result that the
    /// function receives.
    pub(crate) fn called_back(&mut self, function: u32) -> i32 {
        let action = self.turn();
        let call = called(&action);
        assert_eq!(call.address, function);
        let result = call.args[1] as u32 as i32;
        let caller = std::mem::replace(&mut self.thread, 0);
        let after = self.resume(0);
        self.thread = caller;
        assert!(matches!(after, Action::Wait { .. }), "{after:?}");
        result
    }
}

/// Returns the call that an action requests.
pub(crate) fn called(action: &Action) -> GuestCall {
    match action {
        Action::Call(call) => *call,
        action => panic!("not a call: {action:?}"),
    }
}
