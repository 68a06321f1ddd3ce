//! The start of a program, and the main loop that follows.
//!
//! `ppapi_start` never returns. It calls the program's functions one after the
//! other, as Chrome did:
//!
//! 1. `PPP_InitializeModule`, which fails with a number that is not 0;
//! 2. `PPP_GetInterface` for the program's `PPP_Instance`, 1.1 or 1.0;
//! 3. `DidCreate` with the attributes of the element;
//! 4. the `load` event of the element, then `DidChangeView`, before any other event;
//! 5. until the end: the work of the main loop, and events from the page.
//!
//! Between two calls the engine runs the program, and returns the result ([`Call::resume`]); see
//! `turn`.
//!
//! Source: Chromium's `ppapi/nacl_irt/ppapi_dispatcher.cc` and
//! `ppapi/proxy/ppp_instance_proxy.cc`.

use crate::kernel::call::Call;
use crate::kernel::callback::function;
use crate::kernel::errors::OK;
use crate::kernel::heap::Block;
use crate::kernel::interface::{Activity, Step};
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::program::PPP_INSTANCE;
use crate::kernel::resource::Resource;
use crate::kernel::state::INSTANCE;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use pinnacle_system::trap::TrapKind;

/// The index of `PPB_GetInterface` among Pepper's functions.
pub(crate) const GET_INTERFACE: u32 = 2;

/// The module passed to `PPP_InitializeModule`; the same number that Chrome passed to all programs.
const MODULE: u32 = 0;

/// The index of the method in `PPP_Instance`.
const DID_CREATE: u32 = 0;

/// The message to pages about programs that fail to start, in Chrome's words.
const NOT_INITIALIZED: &str = "could not initialize module.";
const NOT_CREATED: &str = "could not create instance.";
const NO_MEMORY: &str = "no memory is left to start the program";

pub(crate) fn fail(reason: &str) -> Action {
    Action::Trap(TrapKind::Host(reason.into()))
}

/// Implements `ppapi_start(const struct PP_StartFunctions *functions)`.
pub(crate) fn start(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    if call.kernel.main_thread.is_some() {
        return crate::kernel::call::code(crate::kernel::errors::PpError::Failed.code());
    }
    let functions: [u32; 3] = call.words(0)?;
    let thread = call.context.thread;
    call.kernel.main_thread = Some(thread);
    call.kernel.life.functions = functions;
    call.kernel.thread(thread).message_loop = Some(MAIN_LOOP);
    if let Some(main) = call.kernel.loops.get(MAIN_LOOP) {
        main.thread = Some(thread);
    }
    if let Some(saved) = call.kernel.saved.take() {
        return call.continue_from(saved);
    }
    let get_interface =
        call.context.first_host_function + call.irt.function_count() + GET_INTERFACE;
    call.begin(Activity::Start(Step::Initialize));
    Ok(Action::Call(function(
        functions[0],
        &[MODULE, get_interface],
    )))
}

impl Call<'_, '_> {
    /// Runs the next step of the start.
    pub(crate) fn go_on(&mut self, step: Step, result: u32) -> Result<Action, Fault> {
        match step {
            Step::Initialize if result != OK as u32 => {
                self.kernel.devices.page.refused(NOT_INITIALIZED);
                Ok(Action::Exit(result as u8))
            }
            Step::Initialize => self.ask_for_instance(0),
            Step::AskForInstance { index, name } => {
                self.free(name);
                if result != 0 {
                    self.kernel.life.instance = Some((result, index));
                    return self.did_create();
                }
                match index + 1 {
                    next if next < PPP_INSTANCE.len() => self.ask_for_instance(next),
                    _ => Ok(self.refuse(NOT_INITIALIZED)),
                }
            }
            Step::Create { blocks } => {
                blocks.into_iter().for_each(|block| self.free(block));
                if result == 0 {
                    return Ok(self.refuse(NOT_CREATED));
                }
                // From here on, a failure is a crash of a loaded program.
                self.kernel.devices.page.loaded();
                let first_view = self.kernel.hooks.first_view;
                let Some((call, after)) = first_view(self)? else {
                    return Ok(fail(NO_MEMORY));
                };
                self.begin(Activity::Start(Step::FirstView { after }));
                Ok(Action::Call(call))
            }
            Step::FirstView { after } => {
                self.after(after, result)?;
                self.turn(MAIN_LOOP)
            }
        }
    }

    /// Stops a program that could not be started.
    fn refuse(&mut self, reason: &str) -> Action {
        self.kernel.devices.page.refused(reason);
        fail(reason)
    }

    fn ask_for_instance(&mut self, index: usize) -> Result<Action, Fault> {
        let Some(name) = self.c_string(PPP_INSTANCE[index])? else {
            return Ok(fail(NO_MEMORY));
        };
        let call = self.kernel.life.get_interface(name.address());
        self.begin(Activity::Start(Step::AskForInstance { index, name }));
        Ok(Action::Call(call))
    }

    /// Calls `DidCreate` with the attributes of the element.
    fn did_create(&mut self) -> Result<Action, Fault> {
        let attributes = std::mem::take(&mut self.kernel.life.attributes);
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

    /// Returns the address of a method of the program's `PPP_Instance`.
    pub(crate) fn instance_method(&mut self, index: u32) -> Result<u32, Fault> {
        let table = self.kernel.life.instance.map_or(0, |(table, _)| table);
        self.context.memory.load_u32(table.wrapping_add(4 * index))
    }

    /// Creates a resource to which only the host has a reference. The program ends if there is no
    /// memory for it.
    pub(crate) fn create_held(&mut self, resource: impl Resource) -> u32 {
        let id = self.kernel.create_held(resource);
        self.kernel.is_exhausted |= id.is_none();
        id.unwrap_or(0)
    }

    /// Creates a block with these bytes. Returns `None` if there is no memory for it.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<Option<Block>, Fault> {
        let block = u32::try_from(bytes.len())
            .ok()
            .and_then(|len| self.allocate(len));
        if let Some(block) = &block {
            self.context.memory.write(block.address(), bytes)?;
        }
        Ok(block)
    }

    /// Creates a block with a text and a terminating zero.
    pub(crate) fn c_string(&mut self, text: &str) -> Result<Option<Block>, Fault> {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }
}

#[cfg(test)]
mod tests {
    use crate::harness::{Program, called};

    #[test]
    fn load_comes_between_did_create_and_the_first_view() {
        let (program, _) = Program::new().start_up_to(2);
        assert!(!program.fake.world().has_loaded);
        let (program, action) = Program::new().start_up_to(3);
        assert_eq!(called(&action).address, Program::DID_CHANGE_VIEW);
        let has_loaded = program.fake.world().has_loaded;
        assert!(has_loaded, "a program that ends in DidChangeView crashes");
    }
}
