//! `PPB_NetAddress_Private`: addresses in the program's memory, in a format that only this
//! interface understands.
//!
//! Source: Chromium's `ppapi/shared_impl/private/net_address_private_impl.cc`.

use crate::families::network::sockets::address::{self, read_private, write_private};
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_NetAddress_Private, uint8_t, void};
use crate::table::typed::At;
use crate::table::{Interface, interface};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use pinnacle_system::memory::Fault;

pub(crate) const NET_ADDRESS_PRIVATE_1_1: Interface = interface! { "PPB_NetAddress_Private" "1.1" Private:
    AreEqual(addr1: *const PP_NetAddress_Private, addr2: *const PP_NetAddress_Private) -> PP_Bool => are_equal;
    AreHostsEqual(addr1: *const PP_NetAddress_Private, addr2: *const PP_NetAddress_Private) -> PP_Bool => are_hosts_equal;
    Describe(module: PP_Module, addr: *const PP_NetAddress_Private, include_port: PP_Bool) -> PP_Var => describe;
    ReplacePort(src_addr: *const PP_NetAddress_Private, port: uint16_t, addr_out: *mut PP_NetAddress_Private) -> PP_Bool => replace_port;
    GetAnyAddress(is_ipv6: PP_Bool, addr: *mut PP_NetAddress_Private) => get_any_address;
    GetFamily(addr: *const PP_NetAddress_Private) -> PP_NetAddressFamily_Private => get_family;
    GetPort(addr: *const PP_NetAddress_Private) -> uint16_t => get_port;
    GetAddress(addr: *const PP_NetAddress_Private, address: *mut void, address_size: uint16_t) -> PP_Bool => get_address;
    GetScopeID(addr: *const PP_NetAddress_Private) -> uint32_t => get_scope_id;
    CreateFromIPv4Address(ip: *const uint8_t, port: uint16_t, addr_out: *mut PP_NetAddress_Private) => create_from_v4;
    CreateFromIPv6Address(ip: *const uint8_t, scope_id: uint32_t, port: uint16_t, addr_out: *mut PP_NetAddress_Private) => create_from_v6;
};

pub(crate) const NET_ADDRESS_PRIVATE_1_0: Interface = NET_ADDRESS_PRIVATE_1_1.earlier("1.0", 8);

pub(crate) const NET_ADDRESS_PRIVATE_0_1: Interface = NET_ADDRESS_PRIVATE_1_1.earlier("0.1", 5);

fn are_equal(
    call: &mut Call<'_, '_>,
    first: At<PP_NetAddress_Private>,
    second: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    let (first, second) = (read_private(call, first)?, read_private(call, second)?);
    Ok(first.is_some() && first == second)
}

/// Like [`are_equal`], but ignores the ports.
fn are_hosts_equal(
    call: &mut Call<'_, '_>,
    first: At<PP_NetAddress_Private>,
    second: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    let without_port = |address: Option<SocketAddr>| {
        address.map(|mut address| {
            address.set_port(0);
            address
        })
    };
    let first = without_port(read_private(call, first)?);
    let second = without_port(read_private(call, second)?);
    Ok(first.is_some() && first == second)
}

fn describe(
    call: &mut Call<'_, '_>,
    _module: u32,
    address: At<PP_NetAddress_Private>,
    include_port: bool,
) -> Result<Var, Fault> {
    Ok(match read_private(call, address)? {
        Some(address) => {
            let text = address::describe(address, include_port);
            call.kernel.vars.string(&text)
        }
        None => Var::Undefined,
    })
}

fn replace_port(
    call: &mut Call<'_, '_>,
    address: At<PP_NetAddress_Private>,
    port: u32,
    result: At<PP_NetAddress_Private>,
) -> Result<bool, Fault> {
    let Some(mut address) = read_private(call, address)? else {
        return Ok(false);
    };
    address.set_port(port as u16);
    write_private(call, result, Some(address))?;
    Ok(true)
}

fn get_any_address(
    call: &mut Call<'_, '_>,
    is_ipv6: bool,
    address: At<PP_NetAddress_Private>,
) -> Result<(), Fault> {
    let any: IpAddr = match is_ipv6 {
        false => Ipv4Addr::UNSPECIFIED.into(),
        true => Ipv6Addr::UNSPECIFIED.into(),
    };
    write_private(call, address, Some(SocketAddr::new(any, 0)))
}

fn get_family(call: &mut Call<'_, '_>, address: At<PP_NetAddress_Private>) -> Result<u32, Fault> {
    Ok(address::family(read_private(call, address)?))
}

fn get_port(call: &mut Call<'_, '_>, address: At<PP_NetAddress_Private>) -> Result<u32, Fault> {
    let address = read_private(call, address)?;
    Ok(address.map_or(0, |address| address.port().into()))
}

/// Stores the bytes of the address if the buffer is large enough.
fn get_address(
    call: &mut Call<'_, '_>,
    address: At<PP_NetAddress_Private>,
    place: At<void>,
    room: u32,
) -> Result<bool, Fault> {
    let Some(address) = read_private(call, address)? else {
        return Ok(false);
    };
    let bytes = match address.ip() {
        IpAddr::V4(ip) => ip.octets().to_vec(),
        IpAddr::V6(ip) => ip.octets().to_vec(),
    };
    if usize::from(room as u16) < bytes.len() {
        return Ok(false);
    }
    call.context.memory.write(place.address, &bytes)?;
    Ok(true)
}

fn get_scope_id(call: &mut Call<'_, '_>, address: At<PP_NetAddress_Private>) -> Result<u32, Fault> {
    Ok(match read_private(call, address)? {
        Some(SocketAddr::V6(address)) => address.scope_id(),
        _ => 0,
    })
}

fn create_from_v4(
    call: &mut Call<'_, '_>,
    ip: At<uint8_t>,
    port: u32,
    result: At<PP_NetAddress_Private>,
) -> Result<(), Fault> {
    let mut bytes = [0; 4];
    call.context.memory.read(ip.address, &mut bytes)?;
    let address = SocketAddr::new(Ipv4Addr::from(bytes).into(), port as u16);
    write_private(call, result, Some(address))
}

fn create_from_v6(
    call: &mut Call<'_, '_>,
    ip: At<uint8_t>,
    scope_id: u32,
    port: u32,
    result: At<PP_NetAddress_Private>,
) -> Result<(), Fault> {
    let mut bytes = [0; 16];
    call.context.memory.read(ip.address, &mut bytes)?;
    let address = SocketAddrV6::new(Ipv6Addr::from(bytes), port as u16, 0, scope_id);
    write_private(call, result, Some(address.into()))
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::var::{VAR_SIZE, Var};

    const PRIVATE: &str = "PPB_NetAddress_Private;1.1";

    /// Allocates memory for an address.
    fn place(program: &mut Program) -> u64 {
        program.bytes(&[0xee; 132]).into()
    }

    fn version_4(program: &mut Program, ip: [u8; 4], port: u64) -> u64 {
        let (ip, address) = (program.bytes(&ip), place(program));
        let args = [ip.into(), port, address];
        program.call(PRIVATE, "CreateFromIPv4Address", &args);
        address
    }

    #[test]
    fn an_address_says_what_it_was_made_of() {
        let mut program = Program::started();
        let address = version_4(&mut program, [1, 2, 3, 4], 80);
        assert_eq!(program.call(PRIVATE, "GetFamily", &[address]), 1);
        assert_eq!(program.call(PRIVATE, "GetPort", &[address]), 80);
        assert_eq!(program.call(PRIVATE, "GetScopeID", &[address]), 0);
        let room = program.words(&[0]);
        let args = [address, room.into(), 4];
        assert_eq!(program.call(PRIVATE, "GetAddress", &args), 1);
        assert_eq!(program.memory.bytes(room, 4), Ok(vec![1, 2, 3, 4]));
        let args = [address, room.into(), 3];
        assert_eq!(program.call(PRIVATE, "GetAddress", &args), 0);
        let var = program.bytes(&[0; VAR_SIZE as usize]);
        program.call(PRIVATE, "Describe", &[var.into(), 0, address, 0]);
        assert_eq!(program.read_text(var), "1.2.3.4");
    }

    #[test]
    fn hosts_are_equal_whatever_their_ports() {
        let mut program = Program::started();
        let first = version_4(&mut program, [1, 2, 3, 4], 80);
        let second = place(&mut program);
        assert_eq!(
            program.call(PRIVATE, "ReplacePort", &[first, 81, second]),
            1
        );
        assert_eq!(program.call(PRIVATE, "AreEqual", &[first, second]), 0);
        assert_eq!(program.call(PRIVATE, "AreHostsEqual", &[first, second]), 1);
        assert_eq!(program.call(PRIVATE, "AreEqual", &[first, first]), 1);
    }

    #[test]
    fn an_address_of_version_6_has_a_scope() {
        let mut program = Program::started();
        let ip = program.bytes(&[0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        let address = place(&mut program);
        let args = [ip.into(), 3, 9, address];
        program.call(PRIVATE, "CreateFromIPv6Address", &args);
        assert_eq!(program.call(PRIVATE, "GetFamily", &[address]), 2);
        assert_eq!(program.call(PRIVATE, "GetScopeID", &[address]), 3);
        let any = place(&mut program);
        program.call(PRIVATE, "GetAnyAddress", &[1, any]);
        let var = program.bytes(&[0; VAR_SIZE as usize]);
        program.call(PRIVATE, "Describe", &[var.into(), 0, any, 1]);
        assert_eq!(program.read_text(var), "[::0.0.0.0]:0");
    }

    #[test]
    fn other_resources_have_no_address() {
        let mut program = Program::started();
        let (nothing, var) = (program.bytes(&[0; 132]).into(), program.var(Var::Null));
        assert_eq!(program.call(PRIVATE, "AreEqual", &[nothing, nothing]), 0);
        assert_eq!(
            program.call(PRIVATE, "AreHostsEqual", &[nothing, nothing]),
            0
        );
        assert_eq!(program.call(PRIVATE, "GetFamily", &[nothing]), 0);
        assert_eq!(
            program.call(PRIVATE, "ReplacePort", &[nothing, 1, nothing]),
            0
        );
        program.call(PRIVATE, "Describe", &[var.into(), 0, nothing, 1]);
        assert_eq!(program.read_var(var), Var::Undefined);
    }
}
