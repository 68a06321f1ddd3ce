//! UDP sockets.
//!
//! Source: Chromium's `ppapi/proxy/udp_socket_resource_base.cc` and
//! `content/browser/renderer_host/pepper/pepper_udp_socket_message_filter.cc`.

use super::{Queue, code};
use crate::device::network::{NetworkEvent, Operation, Request, SocketOption};
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, Delivery, Ending, PendingId};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use core::net::{IpAddr, SocketAddr};
use pinnacle_system::memory::Fault;
use std::any::Any;

/// At most so many bytes are received or sent at once.
const MOST_BYTES: u32 = 128 << 10;

/// A UDP socket.
#[derive(Debug, Default)]
pub(crate) struct UdpSocket {
    /// Made by the first version of the interface or the private one, which have
    /// stricter rules for settings.
    pub(crate) is_old: bool,
    is_private: bool,
    is_closed: bool,
    bound: Option<SocketAddr>,
    binding: Option<PendingId>,
    receiving: Option<Receiving>,
    sending: Option<PendingId>,
    changing: Queue,
    /// From whom the last message came.
    pub(crate) received_from: Option<SocketAddr>,
}

impl Resource for UdpSocket {
    fn name(&self) -> &'static str {
        "UdpSocket"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

/// Where what is received goes.
#[derive(Clone, Copy, Debug)]
struct Receiving {
    id: PendingId,
    at: u32,
    /// Where the resource of the sender's address goes; 0 if nowhere.
    from_at: u32,
}

/// One of `PPB_UDPSocket_Private`.
#[derive(Debug)]
pub(crate) struct UdpSocketPrivate(pub(crate) UdpSocket);

impl Resource for UdpSocketPrivate {
    fn name(&self) -> &'static str {
        "UdpSocketPrivate"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        kernel.devices.network.close(id);
    }
}

impl UdpSocket {
    /// A socket that is not bound.
    pub(crate) fn new(is_old: bool, is_private: bool) -> UdpSocket {
        UdpSocket {
            is_old,
            is_private,
            ..UdpSocket::default()
        }
    }

    /// Where it is bound to.
    pub(crate) fn bound(&self) -> Option<SocketAddr> {
        self.bound.filter(|_| !self.is_closed)
    }

    /// Whether a setting can be changed now.
    fn check(&self, option: SocketOption) -> Result<(), PpError> {
        let is_bound = self.bound().is_some();
        let can_be = match option {
            SocketOption::AddressReuse(_) => !is_bound,
            SocketOption::Broadcast(_) => !self.is_old || !is_bound,
            SocketOption::SendBufferSize(_) | SocketOption::ReceiveBufferSize(_) => {
                !self.is_old || is_bound
            }
            SocketOption::MulticastLoop(_) | SocketOption::MulticastTimeToLive(_) => true,
            SocketOption::NoDelay(_) => false,
        };
        can_be.then_some(()).ok_or(PpError::Failed)
    }
}

/// The socket that a resource is, by whichever interface it was made.
fn udp(resource: &mut Box<dyn Resource>) -> Option<&mut UdpSocket> {
    let resource: &mut dyn Any = &mut **resource;
    if resource.is::<UdpSocketPrivate>() {
        return resource
            .downcast_mut()
            .map(|one: &mut UdpSocketPrivate| &mut one.0);
    }
    resource.downcast_mut()
}

impl Call<'_, '_> {
    /// The socket that the first argument names, by whichever interface it was made.
    pub(crate) fn udp(&mut self) -> Option<&mut UdpSocket> {
        udp(self.kernel.resources.get_mut(self.arg(0))?)
    }

    /// Begins to bind a socket.
    pub(crate) fn udp_bind(&mut self, id: PendingId, address: Option<SocketAddr>) -> Begun {
        let owner = self.arg(0);
        let (Some(socket), Some(address)) = (self.udp(), address) else {
            return PpError::BadArgument.into();
        };
        if socket.bound.is_some() || socket.is_closed {
            return PpError::Failed.into();
        }
        let busy = socket.binding;
        if self.kernel.is_busy(busy) {
            return PpError::InProgress.into();
        }
        if let Some(socket) = self.udp() {
            socket.binding = Some(id);
        }
        self.kernel.request(owner, Request::BindUdp(address));
        Begun::Later
    }

    /// Begins to receive: so many bytes to an address, and the resource of the sender's
    /// address to another, if that is not 0.
    pub(crate) fn udp_receive(&mut self, id: PendingId, [at, len, from_at]: [u32; 3]) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.udp() else {
            return PpError::BadResource.into();
        };
        if at == 0 || len as i32 <= 0 {
            return PpError::BadArgument.into();
        }
        if socket.bound().is_none() {
            return PpError::Failed.into();
        }
        let busy = socket.receiving.map(|receiving| receiving.id);
        if self.kernel.is_busy(busy) {
            return PpError::InProgress.into();
        }
        let len = len.min(MOST_BYTES);
        if !self.kernel.completions.charge(id, len.into()) {
            return PpError::NoMemory.into();
        }
        if let Some(socket) = self.udp() {
            socket.receiving = Some(Receiving { id, at, from_at });
        }
        self.kernel.request(owner, Request::Read(len));
        Begun::Later
    }

    /// Begins to send so many bytes from an address to somebody.
    pub(crate) fn udp_send(
        &mut self,
        id: PendingId,
        [at, len]: [u32; 2],
        to: Option<SocketAddr>,
    ) -> Result<Begun, Fault> {
        let owner = self.arg(0);
        let Some(socket) = self.udp() else {
            return Ok(PpError::BadResource.into());
        };
        let Some(to) = to.filter(|_| at != 0 && len as i32 > 0) else {
            return Ok(PpError::BadArgument.into());
        };
        if socket.bound().is_none() {
            return Ok(PpError::Failed.into());
        }
        let busy = socket.sending;
        if self.kernel.is_busy(busy) {
            return Ok(PpError::InProgress.into());
        }
        let len = len.min(MOST_BYTES);
        if !self.kernel.completions.charge(id, len.into()) {
            return Ok(PpError::NoMemory.into());
        }
        let bytes = self.context.memory.bytes(at, len)?;
        self.context.bytes += u64::from(len);
        if let Some(socket) = self.udp() {
            socket.sending = Some(id);
        }
        self.kernel.request(owner, Request::SendTo(to, bytes));
        Ok(Begun::Later)
    }

    /// Begins to change a setting, if it can be now.
    pub(crate) fn udp_set_option(&mut self, id: PendingId, option: Option<SocketOption>) -> Begun {
        let owner = self.arg(0);
        let Some(socket) = self.udp() else {
            return PpError::BadResource.into();
        };
        if socket.is_closed {
            return PpError::Failed.into();
        }
        let Some(option) = option else {
            return PpError::BadArgument.into();
        };
        if let Err(error) = socket.check(option) {
            return error.into();
        }
        socket.changing.push_back(id);
        self.kernel.request(owner, Request::SetOption(option));
        Begun::Later
    }

    /// Begins to join a group or to leave it.
    pub(crate) fn udp_change_group(
        &mut self,
        id: PendingId,
        group: Option<SocketAddr>,
        request: fn(IpAddr) -> Request,
    ) -> Begun {
        let owner = self.arg(0);
        let (Some(socket), Some(group)) = (self.udp(), group) else {
            return PpError::BadArgument.into();
        };
        if socket.bound().is_none() {
            return PpError::Failed.into();
        }
        socket.changing.push_back(id);
        self.kernel.request(owner, request(group.ip()));
        Begun::Later
    }
}

impl Kernel {
    /// Closes a socket: what is under way is aborted.
    pub(crate) fn udp_close(&mut self, id: u32) {
        let Some(socket) = self.resources.get_mut(id).and_then(udp) else {
            return;
        };
        if !std::mem::replace(&mut socket.is_closed, true) {
            (socket.binding, socket.receiving, socket.sending) = (None, None, None);
            socket.changing.clear();
            self.devices.network.close(id);
            self.abort_all(id);
        }
    }

    /// Changes a setting before the socket is bound, and gives the result at once; that
    /// of the device comes to nobody.
    pub(crate) fn udp_set_feature(&mut self, id: u32, option: Option<SocketOption>) -> i32 {
        let Some(socket) = self.resources.get_mut(id).and_then(udp) else {
            return PpError::BadResource.code();
        };
        if socket.is_closed || socket.bound.is_some() {
            return PpError::Failed.code();
        }
        let Some(option) = option else {
            return PpError::BadArgument.code();
        };
        match self.devices.network.request(id, Request::SetOption(option)) {
            Ok(()) => OK,
            Err(error) => code(error, true),
        }
    }

    /// Something has happened to a socket.
    pub(super) fn udp_happened(&mut self, id: u32, event: NetworkEvent) {
        let Some(socket) = self.resources.get_mut(id).and_then(udp) else {
            return;
        };
        if socket.is_closed {
            return;
        }
        match event {
            NetworkEvent::Bound(local) => {
                socket.bound = Some(local);
                let binding = socket.binding;
                self.finish_taken(binding, OK);
            }
            NetworkEvent::Received { from, bytes } => {
                if let Some(receiving) = socket.receiving {
                    socket.received_from = Some(from);
                    let ending = match receiving.from_at {
                        0 => self.written(receiving.at, bytes),
                        _ => self.received(receiving, from, bytes),
                    };
                    self.finish(receiving.id, ending);
                }
            }
            NetworkEvent::Written(len) => {
                let sending = socket.sending;
                self.finish_taken(sending, len as i32);
            }
            NetworkEvent::Changed => {
                let changing = socket.changing.pop_front();
                self.finish_taken(changing, OK);
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
                self.finish_taken(pending, result);
            }
            _ => {}
        }
    }

    /// The end of a receipt that tells from whom it is.
    fn received(&self, receiving: Receiving, from: SocketAddr, bytes: Vec<u8>) -> Ending {
        let Ok(kept) = self.budget.charge(bytes.len() as u64) else {
            return PpError::NoMemory.into();
        };
        Ending::with_output(move |call| {
            drop(kept);
            call.context.memory.write(receiving.at, &bytes)?;
            call.context.bytes += bytes.len() as u64;
            let address = call.create_address(Some(from));
            call.context.memory.store_u32(receiving.from_at, address)?;
            Ok(Delivery::Result(bytes.len() as i32))
        })
    }
}
