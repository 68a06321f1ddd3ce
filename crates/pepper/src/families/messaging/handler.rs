//! Message handlers: they receive messages on a thread that the program chooses.

use super::Messaging;
use crate::families::media::track::tracks_of;
use crate::kernel::call::{Call, ProgramPages};
use crate::kernel::callback::procedure;
use crate::kernel::heap::Block;
use crate::kernel::interface::After;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Task;
use crate::kernel::interface::Work;
use crate::kernel::program::Offered;
use crate::kernel::state::{INSTANCE, Kernel};
use crate::kernel::var::{VAR_SIZE, Var, convert};
use crate::message::Message;
use crate::message::numbers::Numbers;
use pinnacle_system::memory::Fault;

/// The arguments of `RegisterMessageHandler`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    /// The functions in the program's table: `HandleMessage`, `HandleBlockingMessage` and
    /// `Destroy`.
    pub(crate) functions: [u32; 3],
    pub(crate) user_data: u32,
    /// The loop whose thread receives the messages.
    pub(crate) message_loop: u32,
}

/// The interface that delivers messages to programs.
pub(crate) const PPP_MESSAGING: Offered = Offered("PPP_Messaging;1.0");

/// Passes a message to the program.
#[derive(Debug)]
struct ProgramMessage(Message);

impl Task for ProgramMessage {
    fn needs(&self) -> Option<Offered> {
        Some(PPP_MESSAGING)
    }

    fn size(&self) -> u64 {
        self.0.size()
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        message(call, &self.0)
    }
}

/// Passes a message to the program's message handler.
#[derive(Debug)]
struct HandlerMessage(Message);

impl Task for HandlerMessage {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        handler_message(call, &self.0)
    }
}

/// Passes a message to the program's message handler, and the response to the page.
#[derive(Debug)]
struct BlockingMessage(Message);

impl Task for BlockingMessage {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        blocking_message(call, &self.0)
    }

    fn cancel(self: Box<Self>, kernel: &mut Kernel) {
        kernel.devices.page.respond(None);
    }
}

/// Notifies a message handler that it has been removed.
#[derive(Debug)]
struct DestroyHandler(Handler);

impl Task for DestroyHandler {
    fn perform(self: Box<Self>, _: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        let Handler {
            functions: [_, _, destroy],
            user_data,
            ..
        } = self.0;
        let call = procedure(destroy, &[INSTANCE, user_data]);
        Ok(Some((call, After::Nothing)))
    }
}

/// Sets the rule for whole numbers from the page.
pub(crate) fn set_numbers(kernel: &mut Kernel, numbers: Numbers) {
    kernel.states.get::<Messaging>().numbers = numbers;
}

/// Replaces the handler. The old one is notified on its loop.
pub(super) fn replace(kernel: &mut Kernel, new: Option<Handler>) {
    let handler = &mut kernel.states.get::<Messaging>().handler;
    if let Some(old) = std::mem::replace(handler, new) {
        // A loop that no longer exists cannot be notified.
        let _ = kernel.post(old.message_loop, Work::task(DestroyHandler(old)));
    }
}

/// Handles a message of the page: sends it to the handler, or to the main loop.
pub(crate) fn message_happened(kernel: &mut Kernel, message: Message) {
    let handler = kernel.states.get::<Messaging>().handler;
    if let Some(Handler { message_loop, .. }) = handler {
        if kernel.loops.takes_work(message_loop) {
            let posted = kernel.post(message_loop, Work::task(HandlerMessage(message)));
            debug_assert!(posted.is_ok(), "the loop takes work");
            return;
        }
        // Its loop no longer exists, so the handler is removed.
        kernel.states.get::<Messaging>().handler = None;
    }
    kernel.post_to_main(Work::task(ProgramMessage(message)));
}

/// Handles a message from the page, which waits for the response.
pub(crate) fn blocking_message_happened(kernel: &mut Kernel, message: Message) {
    let handler = kernel.states.get::<Messaging>().handler;
    let is_taken = handler.is_some_and(|handler| {
        let work = Work::task(BlockingMessage(message));
        kernel.post(handler.message_loop, work).is_ok()
    });
    if !is_taken {
        kernel.devices.page.respond(None);
    }
}

/// Returns the call of `PPP_Messaging.HandleMessage`. The program owns the reference to the var.
fn message(call: &mut Call<'_, '_>, message: &Message) -> Result<Option<ProgramCall>, Fault> {
    let table = call.kernel.life.offered(PPP_MESSAGING).unwrap_or(0);
    let handle_message = call.context.memory.load_u32(table)?;
    let Some(var) = var_of(call, message) else {
        return Ok(None);
    };
    let Some(block) = call.bytes(&var.to_bytes())? else {
        call.kernel.vars.release(var);
        call.kernel.is_exhausted = true;
        return Ok(None);
    };
    let words = [INSTANCE, block.address()];
    Ok(Some((
        procedure(handle_message, &words),
        After::Free(block),
    )))
}

/// Returns the call that passes a message to the handler, which only borrows the var. Returns
/// `None` if there is no handler or no memory left.
fn handler_message(
    call: &mut Call<'_, '_>,
    message: &Message,
) -> Result<Option<ProgramCall>, Fault> {
    let Some(handler) = call.kernel.states.get::<Messaging>().handler else {
        return Ok(None);
    };
    let Some(var) = var_of(call, message) else {
        return Ok(None);
    };
    let Some(block) = call.bytes(&var.to_bytes())? else {
        call.kernel.vars.release(var);
        call.kernel.is_exhausted = true;
        return Ok(None);
    };
    let words = [INSTANCE, handler.user_data, block.address()];
    let call = procedure(handler.functions[0], &words);
    Ok(Some((call, After::ReturnVar { var, block })))
}

/// Returns the call that passes a message to the handler and takes a response. The response is
/// initialised to an undefined var.
fn blocking_message(
    call: &mut Call<'_, '_>,
    message: &Message,
) -> Result<Option<ProgramCall>, Fault> {
    let handler = call.kernel.states.get::<Messaging>().handler;
    let var = handler.and_then(|_| var_of(call, message));
    let (Some(handler), Some(var)) = (handler, var) else {
        call.kernel.devices.page.respond(None);
        return Ok(None);
    };
    let vars = [var.to_bytes(), Var::Undefined.to_bytes()].concat();
    let Some(block) = call.bytes(&vars)? else {
        call.kernel.vars.release(var);
        call.kernel.devices.page.respond(None);
        return Ok(None);
    };
    let thread = call.context.thread;
    call.kernel.thread(thread).blocking_messages += 1;
    let [message, response] = [block.address(), block.address() + VAR_SIZE];
    let words = [INSTANCE, handler.user_data, message, response];
    let call = procedure(handler.functions[1], &words);
    Ok(Some((
        call,
        After::then(move |call, _| respond(call, var, block)),
    )))
}

/// Sends the response of a handler. The reference to the response passes to the host.
fn respond(call: &mut Call<'_, '_>, var: Var, block: Block) -> Result<(), Fault> {
    let thread = call.context.thread;
    let known = call.kernel.thread(thread);
    known.blocking_messages = known.blocking_messages.saturating_sub(1);
    let mut bytes = [0; VAR_SIZE as usize];
    call.context
        .memory
        .read(block.address() + VAR_SIZE, &mut bytes)?;
    let response = Var::from_bytes(bytes);
    let kernel = &mut *call.kernel;
    let message =
        convert::to_message(&kernel.vars, call.context.memory, &kernel.budget, response).ok();
    let (message, _charge) = message.unzip();
    call.kernel.devices.page.respond(message);
    call.kernel.vars.release(response);
    call.kernel.vars.release(var);
    call.free(block);
    Ok(())
}

/// Converts a message to a var with one reference for the program. Returns `None` if there is no
/// memory for it; the program then ends.
pub(crate) fn var_of(call: &mut Call<'_, '_>, message: &Message) -> Option<Var> {
    let kernel = &mut *call.kernel;
    let tracks = tracks_of(kernel, message);
    let numbers = kernel.states.get::<Messaging>().numbers;
    let (heap, irt) = (&mut kernel.heap, &mut *call.irt);
    let var = convert::from_message(
        &mut kernel.vars,
        call.context.memory,
        message,
        &tracks,
        numbers,
        |memory, len| heap.allocate(memory, &mut ProgramPages(irt), len),
    );
    kernel.is_exhausted |= var.is_none();
    var
}
