//! UDP sockets. Both interfaces use one type of socket.
//!
//! Source: Chromium's `ppapi/proxy/udp_socket_resource_base.cc` and
//! `content/browser/renderer_host/pepper/pepper_udp_socket_message_filter.cc`.

pub(crate) mod events;
pub(crate) mod operations;

use super::Queue;
use crate::device::network::SocketOption;
use crate::kernel::errors::PpError;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, Kind, PLACE, Resource};
use crate::kernel::state::Kernel;
use core::net::SocketAddr;
use std::any::Any;

/// A UDP socket. Several interfaces create them.
#[derive(Debug, Default)]
pub(crate) struct Udp {
    /// True for sockets of the first version of the interface, or of the private one, which have
    /// stricter rules for settings.
    is_old: bool,
    is_private: bool,
    is_closed: bool,
    bound: Option<SocketAddr>,
    binding: Option<PendingId>,
    receiving: Option<Receiving>,
    sending: Option<PendingId>,
    changing: Queue,
    /// The sender of the last message.
    pub(crate) received_from: Option<SocketAddr>,
}

/// A pending receive, and the address for its data.
#[derive(Clone, Copy, Debug)]
struct Receiving {
    id: PendingId,
    at: u32,
    /// Address where the resource of the sender's address is stored; 0 if it is not needed.
    from_at: u32,
}

impl Udp {
    /// Creates a socket that is not bound.
    pub(crate) fn new(is_old: bool, is_private: bool) -> Udp {
        Udp {
            is_old,
            is_private,
            ..Udp::default()
        }
    }

    /// Returns the local address if the socket is bound.
    pub(crate) fn bound(&self) -> Option<SocketAddr> {
        self.bound.filter(|_| !self.is_closed)
    }

    /// Checks that a setting can be changed now.
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

/// A resource of `PPB_UDPSocket`.
#[derive(Debug)]
pub(crate) struct UdpSocket(pub(crate) Udp);

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

/// A resource of `PPB_UDPSocket_Private`.
#[derive(Debug)]
pub(crate) struct UdpSocketPrivate(pub(crate) Udp);

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

impl Kind for Udp {
    fn of(resource: &dyn Resource) -> Option<&Udp> {
        let resource: &dyn Any = resource;
        let public = resource.downcast_ref().map(|one: &UdpSocket| &one.0);
        let private = || resource.downcast_ref().map(|one: &UdpSocketPrivate| &one.0);
        public.or_else(private)
    }

    fn of_mut(resource: &mut dyn Resource) -> Option<&mut Udp> {
        let resource: &mut dyn Any = resource;
        if resource.is::<UdpSocket>() {
            return resource
                .downcast_mut()
                .map(|one: &mut UdpSocket| &mut one.0);
        }
        resource
            .downcast_mut()
            .map(|one: &mut UdpSocketPrivate| &mut one.0)
    }
}
