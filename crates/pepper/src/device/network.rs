//! Sockets and questions to the network.

/// What happens to a socket or a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkEvent {
    /// It was refused.
    Refused,
}

/// A device that reaches others.
pub trait Network {
    /// Gives up whatever goes on under a number: no more events come.
    fn close(&mut self, id: u32);
}
