//! `PPB_NetAddress`: addresses and ports. No network is needed for them.

use crate::families::network::sockets::address::{self, NetAddress};
use crate::kernel::call::{Call, boolean, word};
use crate::kernel::var::Var;
use crate::table::{Interface, interface};
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NET_ADDRESS_1_0: Interface = interface! { "PPB_NetAddress" "1.0" Stable:
    CreateFromIPv4Address(instance: PP_Instance, ipv4_addr: *const PP_NetAddress_IPv4) -> PP_Resource = create_from_v4;
    CreateFromIPv6Address(instance: PP_Instance, ipv6_addr: *const PP_NetAddress_IPv6) -> PP_Resource = create_from_v6;
    IsNetAddress(resource: PP_Resource) -> PP_Bool = is_net_address;
    GetFamily(addr: PP_Resource) -> PP_NetAddress_Family = get_family;
    DescribeAsString(addr: PP_Resource, include_port: PP_Bool) -> PP_Var = describe_as_string;
    DescribeAsIPv4Address(addr: PP_Resource, ipv4_addr: *mut PP_NetAddress_IPv4) -> PP_Bool = describe_as_v4;
    DescribeAsIPv6Address(addr: PP_Resource, ipv6_addr: *mut PP_NetAddress_IPv6) -> PP_Bool = describe_as_v6;
};

fn create(call: &mut Call<'_, '_>, address: SocketAddr) -> Result<Action, Fault> {
    let id = match call.is_instance(0) {
        true => call.create_address(Some(address)),
        false => 0,
    };
    word(id)
}

fn create_from_v4(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (port, bytes) = address::read_plain::<4>(call.context.memory, call.arg(1))?;
    create(call, SocketAddr::new(Ipv4Addr::from(bytes).into(), port))
}

fn create_from_v6(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (port, bytes) = address::read_plain::<16>(call.context.memory, call.arg(1))?;
    create(call, SocketAddr::new(Ipv6Addr::from(bytes).into(), port))
}

fn is_net_address(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    boolean(call.resource::<NetAddress>(0).is_some())
}

fn get_family(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    word(address::family(call.net_address(0)))
}

fn describe_as_string(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let with_port = call.arg(2) != 0;
    let var = match call.net_address(1) {
        Some(address) => {
            let text = address::describe(address, with_port);
            call.kernel.vars.string(&text)
        }
        None => Var::Undefined,
    };
    call.give_var(0, var)
}

/// Stores an address that is of the family.
fn describe(call: &mut Call<'_, '_>, is_v4: bool) -> Result<Action, Fault> {
    let Some(address) = call.net_address(0).filter(|one| one.is_ipv4() == is_v4) else {
        return boolean(false);
    };
    let at = call.arg(1);
    address::write_plain(call.context.memory, at, address)?;
    boolean(true)
}

fn describe_as_v4(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    describe(call, true)
}

fn describe_as_v6(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    describe(call, false)
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
    fn what_is_no_address_says_nothing() {
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
