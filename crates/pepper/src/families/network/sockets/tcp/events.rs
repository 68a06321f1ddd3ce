//! Events of TCP sockets from devices.

use super::{State, Tcp, Transition, Version};
use crate::device::network::{NetworkError, NetworkEvent, Operation, Request};
use crate::families::network::sockets::{code, finish_taken, request, written};
use crate::kernel::call::Call;
use crate::kernel::errors::OK;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::state::Kernel;
use core::net::SocketAddr;

/// Handles a network event for a socket.
pub(crate) fn happened(kernel: &mut Kernel, id: u32, event: NetworkEvent) {
    let Some(socket) = kernel.resources.of_mut::<Tcp>(id) else {
        return;
    };
    match event {
        NetworkEvent::Bound(local) => {
            socket.local = Some(local);
            match socket.transition {
                Some((Transition::BindAndListen(backlog), _)) => {
                    request(kernel, id, Request::Listen(backlog));
                }
                Some((Transition::Bind, _)) => changed(kernel, id, State::Bound),
                _ => {}
            }
        }
        NetworkEvent::Connected { local, remote }
            if matches!(socket.transition, Some((Transition::Connect, _))) =>
        {
            (socket.local, socket.remote) = (Some(local), Some(remote));
            changed(kernel, id, State::Connected);
        }
        NetworkEvent::Listening => changed(kernel, id, State::Listening),
        NetworkEvent::Accepted { local, remote } => accepted(kernel, id, local, remote),
        NetworkEvent::Read(bytes) => {
            if let Some((reading, at)) = socket.reading {
                let ending = written(kernel, at, bytes, |_| Ok(()));
                kernel.finish(reading, ending);
            }
        }
        NetworkEvent::Written(len) => {
            let writing = socket.writing;
            finish_taken(kernel, writing, len as i32);
        }
        NetworkEvent::Changed => {
            let changing = socket.changing.pop_front();
            finish_taken(kernel, changing, OK);
        }
        NetworkEvent::Failed(operation, error) => failed(kernel, id, operation, error),
        _ => {}
    }
}

/// Ends a transition that has succeeded.
fn changed(kernel: &mut Kernel, id: u32, state: State) {
    if let Some(socket) = kernel.resources.of_mut::<Tcp>(id)
        && let Some((_, pending)) = socket.transition.take()
    {
        socket.state = state;
        kernel.finish(pending, OK);
    }
}

/// Reports an accepted connection. Its resource belongs to the program once the callback runs.
fn accepted(kernel: &mut Kernel, id: u32, local: SocketAddr, remote: SocketAddr) {
    let Some(socket) = kernel.resources.of_mut::<Tcp>(id) else {
        return;
    };
    let Some((pending, at, connection)) = socket.accepting.take() else {
        return;
    };
    socket.accepted.push(connection);
    if let Some(accepted) = kernel.resources.of_mut::<Tcp>(connection) {
        accepted.state = State::Connected;
        (accepted.local, accepted.remote) = (Some(local), Some(remote));
    }
    let hand_over = move |call: &mut Call<'_, '_>| {
        if let Some(socket) = call.kernel.resources.of_mut::<Tcp>(id) {
            socket.accepted.retain(|one| *one != connection);
        }
        call.kernel.resources.add_ref(connection);
        call.kernel.unhold_resource(connection);
        call.context.memory.store_u32(at, connection)?;
        Ok(Delivery::Result(OK))
    };
    kernel.finish(pending, Ending::with_output(hand_over));
}

/// Handles a failed request to the device.
fn failed(kernel: &mut Kernel, id: u32, operation: Operation, error: NetworkError) {
    let Some(socket) = kernel.resources.of_mut::<Tcp>(id) else {
        return;
    };
    // Server operations report all errors.
    let is_server = matches!(
        operation,
        Operation::Bind | Operation::Listen | Operation::Accept
    );
    let result = code(error, socket.version == Version::Private && !is_server);
    let pending = match operation {
        Operation::Connect | Operation::Bind | Operation::Listen => {
            let transition = socket.transition.take();
            if let Some((Transition::Connect, _)) = transition {
                // With the early interfaces, a program can try to connect again.
                socket.state = match socket.version {
                    Version::V1_1 => State::Closed,
                    Version::V1_0 | Version::Private => State::Initial,
                };
            }
            transition.map(|transition| transition.1)
        }
        Operation::Accept => {
            let accepting = socket.accepting.take();
            if let Some((_, _, connection)) = accepting {
                kernel.unhold_resource(connection);
            }
            accepting.map(|accepting| accepting.0)
        }
        Operation::Read => socket.reading.map(|reading| reading.0),
        Operation::Write => socket.writing,
        Operation::Change => socket.changing.pop_front(),
        Operation::Close | Operation::Resolve => None,
    };
    finish_taken(kernel, pending, result);
}
