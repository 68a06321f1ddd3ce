//! Addresses, sockets, WebSockets and the resolver.

pub(crate) mod host_resolver;
pub(crate) mod host_resolver_private;
pub(crate) mod net_address;
pub(crate) mod net_address_private;
pub(crate) mod network_list;
pub(crate) mod network_monitor;
pub(crate) mod network_proxy;
pub(crate) mod sockets;
pub(crate) mod tcp_server_socket_private;
pub(crate) mod tcp_socket;
pub(crate) mod tcp_socket_private;
pub(crate) mod udp_socket;
pub(crate) mod udp_socket_private;
pub(crate) mod web_socket;
