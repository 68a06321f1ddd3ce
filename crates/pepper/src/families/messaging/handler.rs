//! Message handlers: messages that go to a thread of the program's choice.

use crate::kernel::call::Call;
use crate::kernel::heap::Block;
use crate::kernel::scheduler::{After, ProgramCall};
use crate::kernel::startup::{Offered, procedure};
use crate::kernel::state::INSTANCE;
use crate::kernel::task_queue::Work;
use crate::kernel::var::{VAR_SIZE, Var, convert};
use crate::message::Message;
use pinnacle_system::memory::Fault;

/// What `RegisterMessageHandler` was given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    /// `HandleMessage`, `HandleBlockingMessage` and `Destroy` of the table.
    pub(crate) functions: [u32; 3],
    pub(crate) user_data: u32,
    /// The loop whose thread gets the messages.
    pub(crate) message_loop: u32,
}

impl Handler {
    /// What tells the handler that it is one no more.
    pub(crate) fn farewell(&self) -> Work {
        Work::DestroyHandler {
            function: self.functions[2],
            user_data: self.user_data,
        }
    }
}

impl Call<'_, '_> {
    /// The call of `PPP_Messaging.HandleMessage`. The reference that the var comes
    /// with is the program's.
    pub(crate) fn message(&mut self, message: &Message) -> Result<Option<ProgramCall>, Fault> {
        let table = self.kernel.life.offered(Offered::Messaging).unwrap_or(0);
        let handle_message = self.context.memory.load_u32(table)?;
        let Some(var) = self.var_of(message) else {
            return Ok(None);
        };
        let Some(block) = self.bytes(&var.to_bytes())? else {
            self.kernel.vars.release(var);
            self.kernel.is_exhausted = true;
            return Ok(None);
        };
        let words = [INSTANCE, block.address()];
        Ok(Some((
            procedure(handle_message, &words),
            After::Free(block),
        )))
    }

    /// The call that hands a message to the handler, which only borrows the var;
    /// none if there is no handler or no memory any more.
    pub(crate) fn handler_message(
        &mut self,
        message: &Message,
    ) -> Result<Option<ProgramCall>, Fault> {
        let Some(handler) = self.kernel.handler else {
            return Ok(None);
        };
        let Some(var) = self.var_of(message) else {
            return Ok(None);
        };
        let Some(block) = self.bytes(&var.to_bytes())? else {
            self.kernel.vars.release(var);
            self.kernel.is_exhausted = true;
            return Ok(None);
        };
        let words = [INSTANCE, handler.user_data, block.address()];
        let call = procedure(handler.functions[0], &words);
        Ok(Some((call, After::ReturnVar { var, block })))
    }

    /// The call that hands a message to the handler and takes a response, before
    /// the call an undefined var.
    pub(crate) fn blocking_message(
        &mut self,
        message: &Message,
    ) -> Result<Option<ProgramCall>, Fault> {
        let handler = self.kernel.handler;
        let var = handler.and_then(|_| self.var_of(message));
        let (Some(handler), Some(var)) = (handler, var) else {
            self.kernel.devices.page.respond(None);
            return Ok(None);
        };
        let vars = [var.to_bytes(), Var::Undefined.to_bytes()].concat();
        let Some(block) = self.bytes(&vars)? else {
            self.kernel.vars.release(var);
            self.kernel.devices.page.respond(None);
            return Ok(None);
        };
        let thread = self.context.thread;
        self.kernel.thread(thread).blocking_messages += 1;
        let [message, response] = [block.address(), block.address() + VAR_SIZE];
        let words = [INSTANCE, handler.user_data, message, response];
        let call = procedure(handler.functions[1], &words);
        Ok(Some((call, After::Respond { var, block })))
    }

    /// Sends the response of a handler, whose reference passes to the host.
    pub(crate) fn respond(&mut self, var: Var, block: Block) -> Result<(), Fault> {
        let thread = self.context.thread;
        let known = self.kernel.thread(thread);
        known.blocking_messages = known.blocking_messages.saturating_sub(1);
        let mut bytes = [0; VAR_SIZE as usize];
        self.context
            .memory
            .read(block.address() + VAR_SIZE, &mut bytes)?;
        let response = Var::from_bytes(bytes);
        let kernel = &mut *self.kernel;
        let message =
            convert::to_message(&kernel.vars, self.context.memory, &kernel.budget, response).ok();
        let (message, _charge) = message.unzip();
        self.kernel.devices.page.respond(message);
        self.kernel.vars.release(response);
        self.kernel.vars.release(var);
        self.free(block);
        Ok(())
    }
}
