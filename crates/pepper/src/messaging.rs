//! Message handlers: messages that go to a thread of the program's choice.

use crate::call::Call;
use crate::core::INSTANCE;
use crate::life::{After, procedure};
use crate::message::Message;
use crate::work::Work;
use pinnacle_system::host::GuestCall;
use pinnacle_system::memory::Fault;

/// What `RegisterMessageHandler` was given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    /// `HandleMessage`, `Destroy` and `HandleBlockingMessage` of the table.
    pub(crate) functions: [u32; 3],
    pub(crate) user_data: u32,
    /// The loop whose thread gets the messages.
    pub(crate) message_loop: u32,
}

impl Handler {
    /// What tells the handler that it is one no more.
    pub(crate) fn farewell(&self) -> Work {
        Work::DestroyHandler {
            function: self.functions[1],
            user_data: self.user_data,
        }
    }
}

impl Call<'_, '_> {
    /// The call that hands a message to the handler, which only borrows the var;
    /// none if there is no handler or no memory any more.
    pub(crate) fn handler_message(
        &mut self,
        message: &Message,
    ) -> Result<Option<(GuestCall, After)>, Fault> {
        let Some(handler) = self.core.handler else {
            return Ok(None);
        };
        let Some(var) = self.var_of(message) else {
            return Ok(None);
        };
        let Some(block) = self.bytes(&var.to_bytes())? else {
            self.core.vars.release(var);
            return Ok(None);
        };
        let words = [INSTANCE, handler.user_data, block.address()];
        let call = procedure(handler.functions[0], &words);
        Ok(Some((call, After::ReturnVar { var, block })))
    }
}
