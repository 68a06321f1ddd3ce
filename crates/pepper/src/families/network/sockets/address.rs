//! Network addresses in the formats that programs use.
//!
//! Source: Chromium's `ppapi/shared_impl/private/net_address_private_impl.cc`.

use crate::kernel::call::Call;
use crate::kernel::resource::Resource;
use crate::table::ctypes::PP_NetAddress_Private;
use crate::table::typed::{At, Res};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use pinnacle_system::memory::Fault;
use std::fmt::Write;

/// An address of `PPB_NetAddress`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NetAddress(pub(crate) SocketAddr);

impl Resource for NetAddress {
    fn name(&self) -> &'static str {
        "NetAddress"
    }
}

/// Size of the data of a `PP_NetAddress_Private`. The structure is a size followed by these bytes.
const PRIVATE_DATA: usize = 128;
/// Number of data bytes in use: a validity flag, the family, the port, the flow, the scope, the
/// address.
const PRIVATE_SIZE: usize = 28;

/// Returns the number of a family in `PP_NetAddress_Family` and its private counterpart.
pub(crate) fn family(address: Option<SocketAddr>) -> u32 {
    match address {
        None => 0,
        Some(SocketAddr::V4(_)) => 1,
        Some(SocketAddr::V6(_)) => 2,
    }
}

/// Returns the text of an address: `1.2.3.4:80`, `[fe80::1]:80`.
///
/// Source: Chromium's `ppapi/shared_impl/private/net_address_private_impl.cc`.
pub(crate) fn describe(address: SocketAddr, with_port: bool) -> String {
    let port = address.port();
    match address {
        SocketAddr::V4(address) if with_port => format!("{}:{port}", address.ip()),
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => {
            let mut text = words(address.ip().segments());
            if address.scope_id() != 0 {
                let _ = write!(text, "%{}", address.scope_id());
            }
            match with_port {
                true => format!("[{text}]:{port}"),
                false => text,
            }
        }
    }
}

/// Formats an IPv6 address. The longest run of zeros is omitted, or the first of several such runs.
/// IPv4-compatible and IPv4-mapped addresses end in the notation of IPv4.
fn words(words: [u16; 8]) -> String {
    if let [0, 0, 0, 0, 0, prefix @ (0 | 0xffff), high, low] = words {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        let prefix = if prefix == 0 { "" } else { "ffff:" };
        return format!("::{prefix}{a}.{b}.{c}.{d}");
    }
    let run = |start: usize| words[start..].iter().take_while(|word| **word == 0).count();
    let longest = (0..8).rev().max_by_key(|&start| run(start)).unwrap_or(0);
    let len = run(longest);
    let part = |words: &[u16]| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:x}")).collect();
        words.join(":")
    };
    match len {
        0 | 1 => part(&words),
        _ => format!(
            "{}::{}",
            part(&words[..longest]),
            part(&words[longest + len..])
        ),
    }
}

/// Reads a `PP_NetAddress_IPv4` or, with 16 bytes, a `PP_NetAddress_IPv6`: the port and the address
/// in network byte order.
pub(crate) fn read_plain<C, const N: usize>(
    call: &mut Call<'_, '_>,
    at: At<C>,
) -> Result<(u16, [u8; N]), Fault> {
    let memory = &*call.context.memory;
    let mut port = [0; 2];
    memory.read(at.address, &mut port)?;
    let mut bytes = [0; N];
    memory.read(at.address.wrapping_add(2), &mut bytes)?;
    Ok((u16::from_be_bytes(port), bytes))
}

/// Writes the form that [`read_plain`] reads.
pub(crate) fn write_plain<C>(
    call: &mut Call<'_, '_>,
    at: At<C>,
    address: SocketAddr,
) -> Result<(), Fault> {
    let mut bytes = address.port().to_be_bytes().to_vec();
    match address.ip() {
        IpAddr::V4(ip) => bytes.extend(ip.octets()),
        IpAddr::V6(ip) => bytes.extend(ip.octets()),
    }
    call.context.memory.write(at.address, &bytes)
}

/// Reads a `PP_NetAddress_Private`; `None` if the pointer is null or the structure holds no
/// address.
pub(crate) fn read_private(
    call: &mut Call<'_, '_>,
    at: At<PP_NetAddress_Private>,
) -> Result<Option<SocketAddr>, Fault> {
    if at.address == 0 {
        return Ok(None);
    }
    let memory = &*call.context.memory;
    let size = memory.load_u32(at.address)?;
    let mut data = [0; PRIVATE_SIZE];
    memory.read(at.address.wrapping_add(4), &mut data)?;
    if size as usize != PRIVATE_SIZE || data[0] == 0 {
        return Ok(None);
    }
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|index| data[at + index]));
    let port = u16::from_le_bytes([data[2], data[3]]);
    let octets: [u8; 16] = std::array::from_fn(|index| data[12 + index]);
    Ok(Some(if data[1] == 0 {
        let ip = Ipv4Addr::new(octets[0], octets[1], octets[2], octets[3]);
        SocketAddr::new(ip.into(), port)
    } else {
        SocketAddrV6::new(Ipv6Addr::from(octets), port, word(4), word(8)).into()
    }))
}

/// Writes a `PP_NetAddress_Private`, an invalid one for `None`.
pub(crate) fn write_private(
    call: &mut Call<'_, '_>,
    at: At<PP_NetAddress_Private>,
    address: Option<SocketAddr>,
) -> Result<(), Fault> {
    let mut bytes = [0; 4 + PRIVATE_DATA];
    if let Some(address) = address {
        bytes[0] = PRIVATE_SIZE as u8;
        let data = &mut bytes[4..];
        data[0] = 1;
        data[2..4].copy_from_slice(&address.port().to_le_bytes());
        match address {
            SocketAddr::V4(address) => data[12..16].copy_from_slice(&address.ip().octets()),
            SocketAddr::V6(address) => {
                data[1] = 1;
                data[4..8].copy_from_slice(&address.flowinfo().to_le_bytes());
                data[8..12].copy_from_slice(&address.scope_id().to_le_bytes());
                data[12..28].copy_from_slice(&address.ip().octets());
            }
        }
    }
    call.context.memory.write(at.address, &bytes)
}

/// Returns the address that an argument refers to.
pub(crate) fn named(call: &mut Call<'_, '_>, address: Res<NetAddress>) -> Option<SocketAddr> {
    call.get(address).map(|address| address.0)
}

/// Creates the resource of an address, with one reference for the program; 0 for `None`.
pub(crate) fn create(call: &mut Call<'_, '_>, address: Option<SocketAddr>) -> u32 {
    address.map_or(0, |address| call.create(NetAddress(address)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_described_as_chrome_did() {
        for (address, with_port, without) in [
            ("1.2.3.4:80", "1.2.3.4:80", "1.2.3.4"),
            ("[::1]:80", "[::0.0.0.1]:80", "::0.0.0.1"),
            ("[::]:0", "[::0.0.0.0]:0", "::0.0.0.0"),
            ("[1:0:0:2:0:0:0:3]:1", "[1:0:0:2::3]:1", "1:0:0:2::3"),
            ("[1:0:0:2:3:0:0:4]:1", "[1::2:3:0:0:4]:1", "1::2:3:0:0:4"),
            (
                "[1:0:2:3:4:5:6:7]:1",
                "[1:0:2:3:4:5:6:7]:1",
                "1:0:2:3:4:5:6:7",
            ),
            ("[::ffff:1.2.3.4]:9", "[::ffff:1.2.3.4]:9", "::ffff:1.2.3.4"),
            ("[fe80::1%3]:9", "[fe80::1%3]:9", "fe80::1%3"),
        ] {
            let address: SocketAddr = address.parse().unwrap();
            assert_eq!(describe(address, true), with_port);
            assert_eq!(describe(address, false), without);
        }
    }
}
