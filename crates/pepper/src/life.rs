//! The life of a program: how it starts, and what its main thread does after.
//!
//! `ppapi_start` never returns. It calls the program's functions one after the
//! other, as Chrome did:
//!
//! 1. `PPP_InitializeModule`, which fails with a number that is not 0;
//! 2. `PPP_GetInterface` for the program's `PPP_Instance`, 1.1 or 1.0;
//! 3. `DidCreate` with the attributes of the element;
//! 4. `DidChangeView`, before anything else; then the page hears of the load;
//! 5. for ever: the work of the main loop, and what happens in the page.
//!
//! Between two calls the thread stands in the engine, which asks again with the
//! result ([`Call::resume`]); where that leads is the thread's [`Activity`].
//!
//! Source: Chromium's `ppapi/nacl_irt/ppapi_dispatcher.cc` and
//! `ppapi/proxy/ppp_instance_proxy.cc`.

use crate::call::{Call, NOTHING};
use crate::core::{Core, INSTANCE};
use crate::errors::OK;
use crate::heap::Block;
use crate::page::Event;
use crate::resource::Resource;
use crate::var::{Var, convert};
use crate::view::{Rect, View};
use crate::work::{MAIN_LOOP, Next, Work};
use pinnacle_pexe::Type;
use pinnacle_system::host::{Action, AtRest, GuestCall};
use pinnacle_system::memory::Fault;
use pinnacle_system::trap::TrapKind;

/// The module that `PPP_InitializeModule` is told; Chrome told all programs so.
const MODULE: u32 = 0;

/// The names under which programs offer their instance's functions, the newest
/// first.
const PPP_INSTANCE: [&str; 2] = ["PPP_Instance;1.1", "PPP_Instance;1.0"];
const PPP_MESSAGING: &str = "PPP_Messaging;1.0";

/// What a thread is in the midst of, while the engine runs a function of the
/// program or lets the thread wait.
#[derive(Debug)]
pub(crate) enum Activity {
    /// `ppapi_start` waits for the end of a step.
    Start(Step),
    /// A message loop runs, the main one or that of `PPB_MessageLoop.Run`.
    Loop { number: u32, after: After },
}

/// The steps of a start.
#[derive(Debug)]
pub(crate) enum Step {
    /// `PPP_InitializeModule` runs.
    Initialize,
    /// The program is asked for the interface of this index of [`PPP_INSTANCE`].
    AskForInstance { index: usize, name: Block },
    /// `DidCreate` runs; the attributes lie in the blocks.
    Create { blocks: Vec<Block> },
    /// The first `DidChangeView` runs.
    FirstView { after: After },
}

/// What is to be done when a function of the program returns.
#[derive(Debug)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// The view that it was lent is given back.
    ReturnView(u32),
    /// Memory that it was lent is free.
    Free(Block),
    /// The var that it was lent is given back, and the memory in which it lay.
    ReturnVar { var: Var, block: Block },
    /// It has said where its `PPP_Messaging` is; then the message follows.
    Asked { name: Block, work: Work },
}

/// What is known of the program.
#[derive(Debug)]
pub(crate) struct Life {
    /// The attributes of the element.
    attributes: Vec<(String, String)>,
    /// `PP_StartFunctions`: initialize, shut down, get interface.
    functions: [u32; 3],
    /// The functions of its `PPP_Instance`, and the version as an index of
    /// [`PPP_INSTANCE`].
    instance: Option<(u32, usize)>,
    /// The table of its `PPP_Messaging`, 0 if it has none, once it was asked.
    messaging: Option<u32>,
    pub(crate) has_loaded: bool,
}

impl Life {
    pub(crate) fn new(attributes: Vec<(String, String)>) -> Life {
        Life {
            attributes,
            functions: [0; 3],
            instance: None,
            messaging: None,
            has_loaded: false,
        }
    }
}

/// Methods of `PPP_Instance`, by their places in its table.
const DID_CREATE: u32 = 0;
const DID_CHANGE_VIEW: u32 = 2;

const NO_INSTANCE: &str = "could not initialize module: it has no PPP_Instance";
const NOT_CREATED: &str = "could not create instance";
const NO_MEMORY: &str = "no memory is left to start the program";

/// A call of a function of the program with words.
fn guest_call(address: u32, params: &'static [Type], result: Type, words: &[u32]) -> GuestCall {
    let mut args = [0; GuestCall::ARGUMENTS];
    for (arg, word) in args.iter_mut().zip(words) {
        *arg = u64::from(*word);
    }
    GuestCall {
        address,
        params,
        result,
        args,
    }
}

const WORDS: [Type; 4] = [Type::I32; 4];

/// `void (...)` with so many words.
pub(crate) fn procedure(address: u32, words: &[u32]) -> GuestCall {
    guest_call(address, &WORDS[..words.len()], Type::Void, words)
}

/// `int32_t (...)` with so many words.
fn function(address: u32, words: &[u32]) -> GuestCall {
    guest_call(address, &WORDS[..words.len()], Type::I32, words)
}

fn fail(reason: &str) -> Action {
    Action::Trap(TrapKind::Host(reason.into()))
}

/// `ppapi_start(const struct PP_StartFunctions *functions)`.
pub(crate) fn start(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.core.main_thread.is_some() {
        return crate::call::code(crate::errors::PpError::Failed.code());
    }
    let functions: [u32; 3] = call.words(0)?;
    let thread = call.context.thread;
    call.core.main_thread = Some(thread);
    call.core.life.functions = functions;
    call.core.thread(thread).message_loop = Some(MAIN_LOOP);
    if let Some(main) = call.core.loops.get(MAIN_LOOP) {
        main.thread = Some(thread);
    }
    let get_interface =
        call.context.first_host_function + call.irt.function_count() + crate::host::GET_INTERFACE;
    call.begin(Activity::Start(Step::Initialize));
    Ok(Action::Call(function(
        functions[0],
        &[MODULE, get_interface],
    )))
}

impl Call<'_, '_> {
    /// Notes what the calling thread is in the midst of from now on.
    pub(crate) fn begin(&mut self, activity: Activity) {
        let thread = self.context.thread;
        self.core.thread(thread).activities.push(activity);
    }

    /// Goes on after a function of the program has returned, or a wait is over.
    pub(crate) fn resume(&mut self, result: u64) -> Result<Action, Fault> {
        let thread = self.context.thread;
        match self.core.thread(thread).activities.pop() {
            Some(Activity::Start(step)) => self.go_on(step, result as u32),
            Some(Activity::Loop { number, after }) => {
                if let Some(next) = self.after(after, result as u32)? {
                    return Ok(self.enter(number, next));
                }
                self.turn(number)
            }
            None => Ok(fail("a thread was resumed that waits for nothing")),
        }
    }

    /// The next step of the start.
    fn go_on(&mut self, step: Step, result: u32) -> Result<Action, Fault> {
        match step {
            Step::Initialize if result != OK as u32 => Ok(Action::Exit(result as u8)),
            Step::Initialize => self.ask_for_instance(0),
            Step::AskForInstance { index, name } => {
                self.free(name);
                if result != 0 {
                    self.core.life.instance = Some((result, index));
                    return self.did_create();
                }
                match index + 1 {
                    next if next < PPP_INSTANCE.len() => self.ask_for_instance(next),
                    _ => Ok(fail(NO_INSTANCE)),
                }
            }
            Step::Create { blocks } => {
                blocks.into_iter().for_each(|block| self.free(block));
                if result == 0 {
                    return Ok(fail(NOT_CREATED));
                }
                let Some((call, after)) = self.view_changed()? else {
                    return Ok(fail(NO_MEMORY));
                };
                self.begin(Activity::Start(Step::FirstView { after }));
                Ok(Action::Call(call))
            }
            Step::FirstView { after } => {
                self.after(after, result)?;
                self.core.life.has_loaded = true;
                self.core.page.loaded();
                self.turn(MAIN_LOOP)
            }
        }
    }

    fn ask_for_instance(&mut self, index: usize) -> Result<Action, Fault> {
        let Some(name) = self.c_string(PPP_INSTANCE[index])? else {
            return Ok(fail(NO_MEMORY));
        };
        let get_interface = self.core.life.functions[2];
        let call = function(get_interface, &[name.address()]);
        self.begin(Activity::Start(Step::AskForInstance { index, name }));
        Ok(Action::Call(call))
    }

    /// Calls `DidCreate` with the attributes of the element.
    fn did_create(&mut self) -> Result<Action, Fault> {
        let attributes = std::mem::take(&mut self.core.life.attributes);
        let mut blocks = Vec::new();
        let mut arrays = [0; 2];
        let columns = [
            attributes
                .iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>(),
            attributes.iter().map(|(_, value)| value.as_str()).collect(),
        ];
        for (array, texts) in arrays.iter_mut().zip(columns) {
            let mut addresses = Vec::with_capacity(4 * texts.len() + 4);
            for text in texts {
                let Some(block) = self.c_string(text)? else {
                    return Ok(fail(NO_MEMORY));
                };
                addresses.extend(block.address().to_le_bytes());
                blocks.push(block);
            }
            addresses.extend([0; 4]);
            let Some(block) = self.bytes(&addresses)? else {
                return Ok(fail(NO_MEMORY));
            };
            *array = block.address();
            blocks.push(block);
        }
        let did_create = self.instance_method(DID_CREATE)?;
        let count = attributes.len() as u32;
        self.begin(Activity::Start(Step::Create { blocks }));
        let words = [INSTANCE, count, arrays[0], arrays[1]];
        Ok(Action::Call(function(did_create, &words)))
    }

    /// The address of a method of the program's `PPP_Instance`.
    fn instance_method(&mut self, index: u32) -> Result<u32, Fault> {
        let table = self.core.life.instance.map_or(0, |(table, _)| table);
        self.context.memory.load_u32(table.wrapping_add(4 * index))
    }

    /// The call of `DidChangeView`; none if there is no memory for it.
    fn view_changed(&mut self) -> Result<Option<(GuestCall, After)>, Fault> {
        let view = self.core.view;
        let method = self.instance_method(DID_CHANGE_VIEW)?;
        let is_old = self.core.life.instance.is_some_and(|(_, index)| index == 1);
        if is_old {
            return self.old_view_changed(method, view);
        }
        let id = self.create_held(Resource::View(view));
        Ok(Some((
            procedure(method, &[INSTANCE, id]),
            After::ReturnView(id),
        )))
    }

    /// `PPP_Instance;1.0` gets two rectangles instead of a view.
    fn old_view_changed(
        &mut self,
        method: u32,
        view: View,
    ) -> Result<Option<(GuestCall, After)>, Fault> {
        let words = |rect: Rect| rect.words().into_iter().flat_map(u32::to_le_bytes);
        let bytes: Vec<u8> = words(view.rect).chain(words(view.clip)).collect();
        Ok(self.bytes(&bytes)?.map(|block| {
            let at = block.address();
            (
                procedure(method, &[INSTANCE, at, at + 16]),
                After::Free(block),
            )
        }))
    }

    /// Makes a resource of which the host holds the only reference.
    fn create_held(&mut self, resource: Resource) -> u32 {
        let id = self.create(resource);
        self.core.resources.hold(id);
        self.core.release_resource(id);
        id
    }

    /// A block with bytes; none if there is no memory for it.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<Option<Block>, Fault> {
        let block = u32::try_from(bytes.len())
            .ok()
            .and_then(|len| self.allocate(len));
        if let Some(block) = &block {
            self.context.memory.write(block.address(), bytes)?;
        }
        Ok(block)
    }

    /// A block with a text and a zero behind it.
    pub(crate) fn c_string(&mut self, text: &str) -> Result<Option<Block>, Fault> {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }

    /// Notes that a loop has called the program, and does so.
    fn enter(&mut self, number: u32, (call, after): (GuestCall, After)) -> Action {
        self.begin(Activity::Loop { number, after });
        Action::Call(call)
    }

    /// Lets a loop do what comes next: it calls the program, waits, or ends.
    pub(crate) fn turn(&mut self, number: u32) -> Result<Action, Fault> {
        loop {
            let now = self.now();
            if number == MAIN_LOOP {
                while let Some(event) = self.core.page.next_event(now) {
                    self.core.happened(event);
                }
            }
            let next = match self.core.loops.get(number) {
                Some(message_loop) => message_loop.next(now),
                None => return NOTHING,
            };
            match next {
                Next::Do(Work::Quit { destroy }) => return self.quit(number, destroy),
                Next::Do(work) => {
                    if let Some(next) = self.perform(work)? {
                        return Ok(self.enter(number, next));
                    }
                    self.settle();
                }
                Next::Wait(due) => {
                    let page = self
                        .core
                        .page
                        .next_event_time()
                        .filter(|_| number == MAIN_LOOP);
                    let deadline = [due, page].into_iter().flatten().min();
                    let after = After::Nothing;
                    self.begin(Activity::Loop { number, after });
                    return Ok(Action::Wait { deadline });
                }
            }
        }
    }

    /// `Run` of a loop returns.
    fn quit(&mut self, number: u32, destroy: bool) -> Result<Action, Fault> {
        if let Some(message_loop) = self.core.loops.get(number) {
            message_loop.runs = message_loop.runs.saturating_sub(1);
            message_loop.is_destroyed |= destroy;
        }
        NOTHING
    }

    /// Does a piece of work; if that needs the program, says what to call.
    fn perform(&mut self, work: Work) -> Result<Option<(GuestCall, After)>, Fault> {
        Ok(match work {
            Work::Call { callback, result } => {
                let words = [callback.user_data, result as u32];
                Some((procedure(callback.function, &words), After::Nothing))
            }
            Work::Message(message) => {
                let Some(messaging) = self.core.life.messaging else {
                    let Some(name) = self.c_string(PPP_MESSAGING)? else {
                        return Ok(None);
                    };
                    let call = function(self.core.life.functions[2], &[name.address()]);
                    let work = Work::Message(message);
                    return Ok(Some((call, After::Asked { name, work })));
                };
                if messaging == 0 {
                    return Ok(None);
                }
                let handle_message = self.context.memory.load_u32(messaging)?;
                let Some(var) = self.var_of(&message) else {
                    return Ok(None);
                };
                // The reference that the var comes with is the program's.
                let Some(block) = self.bytes(&var.to_bytes())? else {
                    return Ok(None);
                };
                let words = [INSTANCE, block.address()];
                Some((procedure(handle_message, &words), After::Free(block)))
            }
            Work::HandlerMessage(message) => self.handler_message(&message)?,
            Work::DestroyHandler {
                function,
                user_data,
            } => Some((procedure(function, &[INSTANCE, user_data]), After::Nothing)),
            Work::ViewChanged => self.view_changed()?,
            Work::Quit { .. } => None,
        })
    }

    /// A var of a message, of which the program holds a reference; none if there
    /// is no memory for it.
    pub(crate) fn var_of(&mut self, message: &crate::message::Message) -> Option<Var> {
        let core = &mut *self.core;
        let (heap, irt) = (&mut core.heap, &mut *self.irt);
        convert::from_message(
            &mut core.vars,
            self.context.memory,
            message,
            |memory, len| heap.allocate(memory, &mut crate::call::ProgramPages(irt), len),
        )
    }

    /// What follows when a function of the program has returned.
    fn after(&mut self, after: After, result: u32) -> Result<Option<(GuestCall, After)>, Fault> {
        match after {
            After::Nothing => {}
            After::ReturnView(id) => self.core.unhold_resource(id),
            After::Free(block) => self.free(block),
            After::ReturnVar { var, block } => {
                self.core.vars.release(var);
                self.free(block);
            }
            After::Asked { name, work } => {
                self.free(name);
                self.core.life.messaging = Some(result);
                return self.perform(work);
            }
        }
        Ok(None)
    }
}

impl Core {
    /// All threads of the program wait for ever. If the main one waits for what
    /// happens in the page, that is the page's to say.
    pub(crate) fn at_rest(&mut self) -> AtRest {
        let Some(main) = self.main_thread else {
            return AtRest::Deadlock;
        };
        let activity = self.thread(main).activities.last();
        if !matches!(activity, Some(Activity::Loop { .. })) {
            return AtRest::Deadlock;
        }
        match self.page.at_rest() {
            Some(event) => {
                self.happened(event);
                AtRest::Wake(main)
            }
            None => AtRest::Exit(0),
        }
    }

    /// Something has happened in the page.
    fn happened(&mut self, event: Event) {
        let Event::Message(message) = event;
        let (target, work) = match &self.handler {
            Some(handler) => (handler.message_loop, Work::HandlerMessage(message)),
            None => (MAIN_LOOP, Work::Message(message)),
        };
        if let Err(Work::HandlerMessage(message)) = self.post(target, work) {
            // The handler's loop is gone, and the handler with it.
            self.handler = None;
            let _ = self.post(MAIN_LOOP, Work::Message(message));
        }
    }
}
