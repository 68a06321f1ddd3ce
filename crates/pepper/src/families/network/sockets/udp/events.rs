//! Events of UDP sockets from devices.

use super::Udp;
use crate::device::network::{NetworkEvent, Operation};
use crate::families::network::sockets::{address, code, finish_taken, written};
use crate::kernel::errors::OK;
use crate::kernel::state::Kernel;

/// Handles a network event for a socket.
pub(crate) fn happened(kernel: &mut Kernel, id: u32, event: NetworkEvent) {
    let Some(socket) = kernel.resources.of_mut::<Udp>(id) else {
        return;
    };
    if socket.is_closed {
        return;
    }
    match event {
        NetworkEvent::Bound(local) => {
            socket.bound = Some(local);
            let binding = socket.binding;
            finish_taken(kernel, binding, OK);
        }
        NetworkEvent::Received { from, bytes } => {
            if let Some(receiving) = socket.receiving {
                socket.received_from = Some(from);
                let ending = written(kernel, receiving.at, bytes, move |call| {
                    if receiving.from_at == 0 {
                        return Ok(());
                    }
                    let address = address::create(call, Some(from));
                    call.context.memory.store_u32(receiving.from_at, address)
                });
                kernel.finish(receiving.id, ending);
            }
        }
        NetworkEvent::Written(len) => {
            let sending = socket.sending;
            finish_taken(kernel, sending, len as i32);
        }
        NetworkEvent::Changed => {
            let changing = socket.changing.pop_front();
            finish_taken(kernel, changing, OK);
        }
        NetworkEvent::Failed(operation, error) => {
            let result = code(error, socket.is_private);
            let pending = match operation {
                Operation::Bind => socket.binding,
                Operation::Read => socket.receiving.map(|receiving| receiving.id),
                Operation::Write => socket.sending,
                Operation::Change => socket.changing.pop_front(),
                _ => None,
            };
            finish_taken(kernel, pending, result);
        }
        _ => {}
    }
}
