//! The network connections of this machine, and the proxies that it uses.

use pinnacle_pepper::device::network::Connection;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

/// Addresses outside of every local network, one for each family. They are reserved for
/// documentation by RFC 5737 and RFC 3849.
const OUTSIDE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// The loopback addresses of both families.
const LOOPBACK: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::LOCALHOST),
    IpAddr::V6(Ipv6Addr::LOCALHOST),
];

/// No proxy, in the format of proxy auto-configuration files.
pub(super) const DIRECT: &str = "DIRECT";

/// Returns the addresses that this machine uses to reach others, as one connection. If `is_local`
/// is true or the machine has no other network, these are the loopback addresses.
pub(super) fn connections(is_local: bool) -> Vec<Connection> {
    let outward = match is_local {
        true => Vec::new(),
        false => addresses(&OUTSIDE),
    };
    let (name, addresses) = match outward.is_empty() {
        true => ("loopback", addresses(&LOOPBACK)),
        false => ("network", outward),
    };
    let connection = Connection {
        name: name.into(),
        addresses,
    };
    match connection.addresses.is_empty() {
        true => Vec::new(),
        false => vec![connection],
    }
}

/// Returns the addresses of this machine on its routes to other addresses.
fn addresses(others: &[IpAddr]) -> Vec<IpAddr> {
    let found = others.iter().filter_map(|&other| source(other).ok());
    found.filter(|address| !address.is_unspecified()).collect()
}

/// Returns the address of this machine on its route to another address. Nothing is sent: connecting
/// a UDP socket only selects the route.
fn source(other: IpAddr) -> std::io::Result<IpAddr> {
    let any: IpAddr = match other {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind(SocketAddr::new(any, 0))?;
    socket.connect(SocketAddr::new(other, 9))?;
    Ok(socket.local_addr()?.ip())
}

/// Returns the proxies for a URL, in the format of proxy auto-configuration files. `proxy` is the
/// one from the environment.
pub(super) fn proxies(proxy: Option<&Proxy>, url: &str) -> String {
    let uri: Option<Uri> = url.parse().ok();
    let web = uri.filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")));
    let used = proxy
        .zip(web)
        .filter(|(proxy, uri)| !proxy.is_no_proxy(uri));
    let Some((proxy, _)) = used else {
        return DIRECT.into();
    };
    let kind = match proxy.protocol() {
        ProxyProtocol::Http => "PROXY",
        ProxyProtocol::Https => "HTTPS",
        ProxyProtocol::Socks5 | ProxyProtocol::Socks5h => "SOCKS5",
        _ => "SOCKS",
    };
    format!("{kind} {}:{}", proxy.host(), proxy.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_stays_on_the_machine_sees_the_loopback() {
        let found = connections(true);
        let names: Vec<&str> = found.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["loopback"]);
        assert!(found[0].addresses.iter().all(IpAddr::is_loopback));
        assert!(!found[0].addresses.is_empty());
    }

    #[test]
    fn a_connection_has_addresses() {
        for connection in connections(false) {
            assert!(!connection.addresses.is_empty());
            assert!(!connection.addresses.iter().any(IpAddr::is_unspecified));
        }
    }

    #[test]
    fn only_requests_of_the_web_use_a_proxy() {
        let proxy = Proxy::builder(ProxyProtocol::Http)
            .host("cache")
            .port(3128)
            .no_proxy("near")
            .build()
            .unwrap();
        for (url, expected) in [
            ("http://far/a", "PROXY cache:3128"),
            ("https://far/a", "PROXY cache:3128"),
            ("http://near/a", "DIRECT"),
            ("file:///tmp", "DIRECT"),
        ] {
            assert_eq!(proxies(Some(&proxy), url), expected, "{url}");
            assert_eq!(proxies(None, url), "DIRECT");
        }
    }
}
