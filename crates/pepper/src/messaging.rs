//! Message handlers: messages that go to a thread of the program's choice.

use crate::call::Call;
use crate::core::INSTANCE;
use crate::heap::Block;
use crate::life::{Offered, procedure};
use crate::message::Message;
use crate::turn::{After, ProgramCall};
use crate::var::{VAR_SIZE, Var, convert};
use crate::work::Work;
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
        let table = self.core.life.offered(Offered::Messaging).unwrap_or(0);
        let handle_message = self.context.memory.load_u32(table)?;
        let Some(var) = self.var_of(message) else {
            return Ok(None);
        };
        let Some(block) = self.bytes(&var.to_bytes())? else {
            self.core.vars.release(var);
            self.core.is_exhausted = true;
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
        let Some(handler) = self.core.handler else {
            return Ok(None);
        };
        let Some(var) = self.var_of(message) else {
            return Ok(None);
        };
        let Some(block) = self.bytes(&var.to_bytes())? else {
            self.core.vars.release(var);
            self.core.is_exhausted = true;
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
        let handler = self.core.handler;
        let var = handler.and_then(|_| self.var_of(message));
        let (Some(handler), Some(var)) = (handler, var) else {
            self.core.devices.page.respond(None);
            return Ok(None);
        };
        let vars = [var.to_bytes(), Var::Undefined.to_bytes()].concat();
        let Some(block) = self.bytes(&vars)? else {
            self.core.vars.release(var);
            self.core.devices.page.respond(None);
            return Ok(None);
        };
        let thread = self.context.thread;
        self.core.thread(thread).blocking_messages += 1;
        let [message, response] = [block.address(), block.address() + VAR_SIZE];
        let words = [INSTANCE, handler.user_data, message, response];
        let call = procedure(handler.functions[1], &words);
        Ok(Some((call, After::Respond { var, block })))
    }

    /// Sends the response of a handler, whose reference passes to the host.
    pub(crate) fn respond(&mut self, var: Var, block: Block) -> Result<(), Fault> {
        let thread = self.context.thread;
        let known = self.core.thread(thread);
        known.blocking_messages = known.blocking_messages.saturating_sub(1);
        let mut bytes = [0; VAR_SIZE as usize];
        self.context
            .memory
            .read(block.address() + VAR_SIZE, &mut bytes)?;
        let response = Var::from_bytes(bytes);
        let core = &mut *self.core;
        let message =
            convert::to_message(&core.vars, self.context.memory, &core.budget, response).ok();
        let (message, _charge) = message.unzip();
        self.core.devices.page.respond(message);
        self.core.vars.release(response);
        self.core.vars.release(var);
        self.free(block);
        Ok(())
    }
}
