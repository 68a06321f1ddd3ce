//! `PPB_NetworkList`: the network connections of a machine. Only `PPB_NetworkMonitor` creates
//! lists.
//!
//! Source: Chromium's `ppapi/proxy/network_list_resource.cc`.

use crate::device::network::Connection;
use crate::families::network::sockets::address::NetAddress;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::ArrayOutput;
use crate::kernel::resource::Resource;
use crate::kernel::var::Var;
use crate::table::ctypes::PP_ArrayOutput;
use crate::table::typed::{At, Res};
use crate::table::{Interface, interface};
use core::net::SocketAddr;
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const NETWORK_LIST_1_0: Interface = interface! { "PPB_NetworkList" "1.0" Stable:
    IsNetworkList(resource: PP_Resource) -> PP_Bool => is_network_list;
    GetCount(resource: PP_Resource) -> uint32_t => get_count;
    GetName(resource: PP_Resource, index: uint32_t) -> PP_Var => get_name;
    GetType(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_Type => get_type;
    GetState(resource: PP_Resource, index: uint32_t) -> PP_NetworkList_State => get_state;
    GetIpAddresses(resource: PP_Resource, index: uint32_t, output: PP_ArrayOutput) -> int32_t => get_ip_addresses;
    GetDisplayName(resource: PP_Resource, index: uint32_t) -> PP_Var => get_name;
    GetMTU(resource: PP_Resource, index: uint32_t) -> uint32_t => get_mtu;
};

/// `PP_NETWORKLIST_TYPE_UNKNOWN`.
const TYPE_UNKNOWN: u32 = 0;
/// `PP_NETWORKLIST_STATE_DOWN`.
const STATE_DOWN: u32 = 0;
/// `PP_NETWORKLIST_STATE_UP`.
const STATE_UP: u32 = 1;

/// The connections of a machine at one moment.
#[derive(Debug)]
pub(crate) struct NetworkList(pub(crate) Vec<Connection>);

impl Resource for NetworkList {
    fn name(&self) -> &'static str {
        "NetworkList"
    }
}

fn is_network_list(call: &mut Call<'_, '_>, list: Res<NetworkList>) -> bool {
    call.get(list).is_some()
}

fn get_count(call: &mut Call<'_, '_>, list: Res<NetworkList>) -> u32 {
    call.get(list).map_or(0, |list| list.0.len() as u32)
}

fn connection<'c>(
    call: &'c mut Call<'_, '_>,
    list: Res<NetworkList>,
    index: u32,
) -> Option<&'c Connection> {
    call.get(list)?.0.get(index as usize)
}

/// Returns the name of a connection, which is also its display name, as in Chrome.
fn get_name(call: &mut Call<'_, '_>, list: Res<NetworkList>, index: u32) -> Var {
    let name = connection(call, list, index).map(|one| one.name.clone());
    name.map_or(Var::Undefined, |name| call.kernel.vars.string(&name))
}

fn get_type(_: &mut Call<'_, '_>, _list: Res<NetworkList>, _index: u32) -> u32 {
    TYPE_UNKNOWN
}

/// Returns the state of a connection. Devices report only connections that are up.
fn get_state(call: &mut Call<'_, '_>, list: Res<NetworkList>, index: u32) -> u32 {
    connection(call, list, index).map_or(STATE_DOWN, |_| STATE_UP)
}

/// Returns the addresses of a connection as new resources, with port 0.
fn get_ip_addresses(
    call: &mut Call<'_, '_>,
    list: Res<NetworkList>,
    index: u32,
    output: At<PP_ArrayOutput>,
) -> Result<Action, Fault> {
    let refused = |error: PpError| Ok(Action::Return(u64::from(error.code() as u32)));
    if call.get(list).is_none() {
        return refused(PpError::BadResource);
    }
    let output = output.read_words(call)?;
    let Some(found) = connection(call, list, index).filter(|_| output[0] != 0) else {
        return refused(PpError::BadArgument);
    };
    let addresses = found.addresses.clone();
    call.fill(ArrayOutput {
        output,
        count: addresses.len() as u32,
        element_size: 4,
        fill: Box::new(move |call, address| {
            if address == 0 {
                return Ok(PpError::Failed.code());
            }
            for (number, ip) in (0..).zip(addresses) {
                let id = call.create(NetAddress(SocketAddr::new(ip, 0)));
                let place = address.wrapping_add(4 * number);
                call.context.memory.store_u32(place, id)?;
            }
            Ok(OK)
        }),
    })
}

/// Returns 0, because the size of packets is not known.
fn get_mtu(_: &mut Call<'_, '_>, _list: Res<NetworkList>, _index: u32) -> u32 {
    0
}
