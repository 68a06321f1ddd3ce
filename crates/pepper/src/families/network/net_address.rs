//! `PPB_NetAddress`: addresses and ports. They work without a network.

use crate::families::network::sockets::address::{self, NetAddress};
use crate::kernel::call::Call;
use crate::kernel::var::Var;
use crate::table::ctypes::{PP_NetAddress_IPv4, PP_NetAddress_IPv6};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, interface};
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use pinnacle_system::memory::Fault;

pub(crate) const NET_ADDRESS_1_0: Interface = interface! { "PPB_NetAddress" "1.0" Stable:
    CreateFromIPv4Address(instance: PP_Instance, ipv4_addr: *const PP_NetAddress_IPv4) -> PP_Resource => create_from_v4;
    CreateFromIPv6Address(instance: PP_Instance, ipv6_addr: *const PP_NetAddress_IPv6) -> PP_Resource => create_from_v6;
    IsNetAddress(resource: PP_Resource) -> PP_Bool => is_net_address;
    GetFamily(addr: PP_Resource) -> PP_NetAddress_Family => get_family;
    DescribeAsString(addr: PP_Resource, include_port: PP_Bool) -> PP_Var => describe_as_string;
    DescribeAsIPv4Address(addr: PP_Resource, ipv4_addr: *mut PP_NetAddress_IPv4) -> PP_Bool => describe_as_v4;
    DescribeAsIPv6Address(addr: PP_Resource, ipv6_addr: *mut PP_NetAddress_IPv6) -> PP_Bool => describe_as_v6;
};

fn create(call: &mut Call<'_, '_>, instance: Instance, address: SocketAddr) -> u32 {
    address::create(call, Some(address).filter(|_| instance.is_own()))
}

fn create_from_v4(
    call: &mut Call<'_, '_>,
    instance: Instance,
    address: At<PP_NetAddress_IPv4>,
) -> Result<u32, Fault> {
    let (port, bytes): (_, [u8; 4]) = address::read_plain(call, address)?;
    let address = SocketAddr::new(Ipv4Addr::from(bytes).into(), port);
    Ok(create(call, instance, address))
}

fn create_from_v6(
    call: &mut Call<'_, '_>,
    instance: Instance,
    address: At<PP_NetAddress_IPv6>,
) -> Result<u32, Fault> {
    let (port, bytes): (_, [u8; 16]) = address::read_plain(call, address)?;
    let address = SocketAddr::new(Ipv6Addr::from(bytes).into(), port);
    Ok(create(call, instance, address))
}

fn is_net_address(call: &mut Call<'_, '_>, resource: Res<NetAddress>) -> bool {
    call.get(resource).is_some()
}

fn get_family(call: &mut Call<'_, '_>, address: Res<NetAddress>) -> u32 {
    address::family(address::named(call, address))
}

fn describe_as_string(
    call: &mut Call<'_, '_>,
    address: Res<NetAddress>,
    include_port: bool,
) -> Var {
    match address::named(call, address) {
        Some(address) => {
            let text = address::describe(address, include_port);
            call.kernel.vars.string(&text)
        }
        None => Var::Undefined,
    }
}

/// Stores an address if it belongs to this family.
fn describe<C>(
    call: &mut Call<'_, '_>,
    address: Res<NetAddress>,
    at: At<C>,
    is_v4: bool,
) -> Result<bool, Fault> {
    let address = address::named(call, address);
    let Some(address) = address.filter(|one| one.is_ipv4() == is_v4) else {
        return Ok(false);
    };
    address::write_plain(call, at, address)?;
    Ok(true)
}

fn describe_as_v4(
    call: &mut Call<'_, '_>,
    address: Res<NetAddress>,
    at: At<PP_NetAddress_IPv4>,
) -> Result<bool, Fault> {
    describe(call, address, at, true)
}

fn describe_as_v6(
    call: &mut Call<'_, '_>,
    address: Res<NetAddress>,
    at: At<PP_NetAddress_IPv6>,
) -> Result<bool, Fault> {
    describe(call, address, at, false)
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use crate::kernel::var::{VAR_SIZE, Var};

    const NET: &str = "PPB_NetAddress;1.0";

    #[test]
    fn an_address_says_what_it_was_made_of() {
        let mut program = Program::started();
        let plain = program.bytes(&[0x1f, 0x90, 10, 0, 0, 7]);
        let address = program.call(NET, "CreateFromIPv4Address", &[1, plain.into()]);
        assert_eq!(program.call(NET, "IsNetAddress", &[address]), 1);
        assert_eq!(program.call(NET, "GetFamily", &[address]), 1);
        let var = program.bytes(&[0; VAR_SIZE as usize]);
        program.call(NET, "DescribeAsString", &[var.into(), address, 1]);
        assert_eq!(program.read_text(var), "10.0.0.7:8080");
        let again = program.bytes(&[0; 18]);
        let args = [address, again.into()];
        assert_eq!(program.call(NET, "DescribeAsIPv6Address", &args), 0);
        assert_eq!(program.call(NET, "DescribeAsIPv4Address", &args), 1);
        assert_eq!(
            program.memory.bytes(again, 6),
            Ok(vec![0x1f, 0x90, 10, 0, 0, 7])
        );
    }

    #[test]
    fn an_address_of_version_6_has_16_bytes() {
        let mut program = Program::started();
        let mut bytes = [0; 18];
        (bytes[1], bytes[17]) = (80, 1);
        let plain = program.bytes(&bytes);
        let address = program.call(NET, "CreateFromIPv6Address", &[1, plain.into()]);
        assert_eq!(program.call(NET, "GetFamily", &[address]), 2);
        let again = program.bytes(&[9; 18]);
        let args = [address, again.into()];
        assert_eq!(program.call(NET, "DescribeAsIPv6Address", &args), 1);
        assert_eq!(program.memory.bytes(again, 18), Ok(bytes.to_vec()));
    }

    #[test]
    fn other_resources_have_no_address() {
        let mut program = Program::started();
        assert_eq!(program.call(NET, "GetFamily", &[77]), 0);
        assert_eq!(program.call(NET, "IsNetAddress", &[77]), 0);
        let var = program.var(Var::Null);
        program.call(NET, "DescribeAsString", &[var.into(), 77, 1]);
        assert_eq!(program.read_var(var), Var::Undefined);
        let plain = program.bytes(&[0; 6]);
        let args = [2, plain.into()];
        let made = program.call(NET, "CreateFromIPv4Address", &args);
        assert_eq!(made, 0, "another instance");
    }
}
