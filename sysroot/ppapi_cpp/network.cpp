/* Sockets and networks. */
#include <vector>

#include <ppapi/cpp/host_resolver.h>
#include <ppapi/cpp/network_monitor.h>
#include <ppapi/cpp/network_proxy.h>
#include <ppapi/cpp/tcp_socket.h>
#include <ppapi/cpp/udp_socket.h>
#include <ppapi/cpp/vpn_provider.h>
#include <ppapi/cpp/websocket.h>

#include "interfaces.h"

INTERFACE(addresses, PPB_NetAddress, PPB_NETADDRESS_INTERFACE)
INTERFACE(resolvers, PPB_HostResolver, PPB_HOSTRESOLVER_INTERFACE)
INTERFACE(tcp, PPB_TCPSocket, PPB_TCPSOCKET_INTERFACE)
INTERFACE(udp, PPB_UDPSocket, PPB_UDPSOCKET_INTERFACE)
INTERFACE(networks, PPB_NetworkList, PPB_NETWORKLIST_INTERFACE)
INTERFACE(monitors, PPB_NetworkMonitor, PPB_NETWORKMONITOR_INTERFACE)
INTERFACE(proxies, PPB_NetworkProxy, PPB_NETWORKPROXY_INTERFACE)
INTERFACE(vpn, PPB_VpnProvider_0_1, PPB_VPNPROVIDER_INTERFACE_0_1)
INTERFACE(web, PPB_WebSocket, PPB_WEBSOCKET_INTERFACE)

namespace pp {

NetAddress::NetAddress(const InstanceHandle &instance, const PP_NetAddress_IPv4 &address)
    : Resource(PASS_REF, addresses()->CreateFromIPv4Address(instance.pp_instance(), &address)) {}

NetAddress::NetAddress(const InstanceHandle &instance, const PP_NetAddress_IPv6 &address)
    : Resource(PASS_REF, addresses()->CreateFromIPv6Address(instance.pp_instance(), &address)) {}

bool NetAddress::IsAvailable() {
    return addresses() != nullptr;
}

PP_NetAddress_Family NetAddress::GetFamily() const {
    return addresses()->GetFamily(pp_resource());
}

Var NetAddress::DescribeAsString(bool include_port) const {
    return Var(PASS_REF, addresses()->DescribeAsString(pp_resource(), PP_FromBool(include_port)));
}

bool NetAddress::DescribeAsIPv4Address(PP_NetAddress_IPv4 *address) const {
    return PP_ToBool(addresses()->DescribeAsIPv4Address(pp_resource(), address));
}

bool NetAddress::DescribeAsIPv6Address(PP_NetAddress_IPv6 *address) const {
    return PP_ToBool(addresses()->DescribeAsIPv6Address(pp_resource(), address));
}

HostResolver::HostResolver(const InstanceHandle &instance)
    : Resource(PASS_REF, resolvers()->Create(instance.pp_instance())) {}

bool HostResolver::IsAvailable() {
    return resolvers() != nullptr;
}

int32_t HostResolver::Resolve(
    const char *host, uint16_t port, const PP_HostResolver_Hint &hint, const CompletionCallback &callback) {
    return resolvers()->Resolve(pp_resource(), host, port, &hint, callback.pp_completion_callback());
}

Var HostResolver::GetCanonicalName() const {
    return Var(PASS_REF, resolvers()->GetCanonicalName(pp_resource()));
}

uint32_t HostResolver::GetNetAddressCount() const {
    return resolvers()->GetNetAddressCount(pp_resource());
}

NetAddress HostResolver::GetNetAddress(uint32_t index) const {
    return NetAddress(PASS_REF, resolvers()->GetNetAddress(pp_resource(), index));
}

TCPSocket::TCPSocket(const InstanceHandle &instance) : Resource(PASS_REF, tcp()->Create(instance.pp_instance())) {}

bool TCPSocket::IsAvailable() {
    return tcp() != nullptr;
}

int32_t TCPSocket::Bind(const NetAddress &address, const CompletionCallback &callback) {
    return tcp()->Bind(pp_resource(), address.pp_resource(), callback.pp_completion_callback());
}

int32_t TCPSocket::Connect(const NetAddress &address, const CompletionCallback &callback) {
    return tcp()->Connect(pp_resource(), address.pp_resource(), callback.pp_completion_callback());
}

NetAddress TCPSocket::GetLocalAddress() const {
    return NetAddress(PASS_REF, tcp()->GetLocalAddress(pp_resource()));
}

NetAddress TCPSocket::GetRemoteAddress() const {
    return NetAddress(PASS_REF, tcp()->GetRemoteAddress(pp_resource()));
}

int32_t TCPSocket::Read(char *buffer, int32_t size, const CompletionCallback &callback) {
    return tcp()->Read(pp_resource(), buffer, size, callback.pp_completion_callback());
}

int32_t TCPSocket::Write(const char *buffer, int32_t size, const CompletionCallback &callback) {
    return tcp()->Write(pp_resource(), buffer, size, callback.pp_completion_callback());
}

int32_t TCPSocket::Listen(int32_t backlog, const CompletionCallback &callback) {
    return tcp()->Listen(pp_resource(), backlog, callback.pp_completion_callback());
}

int32_t TCPSocket::Accept(const CompletionCallbackWithOutput<TCPSocket> &callback) {
    return tcp()->Accept(pp_resource(), callback.output(), callback.pp_completion_callback());
}

void TCPSocket::Close() {
    tcp()->Close(pp_resource());
}

int32_t TCPSocket::SetOption(PP_TCPSocket_Option name, const Var &value, const CompletionCallback &callback) {
    return tcp()->SetOption(pp_resource(), name, value.pp_var(), callback.pp_completion_callback());
}

UDPSocket::UDPSocket(const InstanceHandle &instance) : Resource(PASS_REF, udp()->Create(instance.pp_instance())) {}

bool UDPSocket::IsAvailable() {
    return udp() != nullptr;
}

int32_t UDPSocket::Bind(const NetAddress &address, const CompletionCallback &callback) {
    return udp()->Bind(pp_resource(), address.pp_resource(), callback.pp_completion_callback());
}

NetAddress UDPSocket::GetBoundAddress() {
    return NetAddress(PASS_REF, udp()->GetBoundAddress(pp_resource()));
}

int32_t UDPSocket::RecvFrom(char *buffer, int32_t size, const CompletionCallbackWithOutput<NetAddress> &callback) {
    return udp()->RecvFrom(pp_resource(), buffer, size, callback.output(), callback.pp_completion_callback());
}

int32_t UDPSocket::SendTo(
    const char *buffer, int32_t size, const NetAddress &address, const CompletionCallback &callback) {
    return udp()->SendTo(pp_resource(), buffer, size, address.pp_resource(), callback.pp_completion_callback());
}

void UDPSocket::Close() {
    udp()->Close(pp_resource());
}

int32_t UDPSocket::SetOption(PP_UDPSocket_Option name, const Var &value, const CompletionCallback &callback) {
    return udp()->SetOption(pp_resource(), name, value.pp_var(), callback.pp_completion_callback());
}

int32_t UDPSocket::JoinGroup(const NetAddress &group, const CompletionCallback &callback) {
    return udp()->JoinGroup(pp_resource(), group.pp_resource(), callback.pp_completion_callback());
}

int32_t UDPSocket::LeaveGroup(const NetAddress &group, const CompletionCallback &callback) {
    return udp()->LeaveGroup(pp_resource(), group.pp_resource(), callback.pp_completion_callback());
}

bool NetworkList::IsAvailable() {
    return networks() != nullptr;
}

uint32_t NetworkList::GetCount() const {
    return networks()->GetCount(pp_resource());
}

std::string NetworkList::GetName(uint32_t index) const {
    return Var(PASS_REF, networks()->GetName(pp_resource(), index)).AsString();
}

PP_NetworkList_Type NetworkList::GetType(uint32_t index) const {
    return networks()->GetType(pp_resource(), index);
}

PP_NetworkList_State NetworkList::GetState(uint32_t index) const {
    return networks()->GetState(pp_resource(), index);
}

int32_t NetworkList::GetIpAddresses(uint32_t index, std::vector<NetAddress> *addresses) const {
    addresses->clear();
    ResourceArrayOutputAdapter<NetAddress> output(addresses);
    return networks()->GetIpAddresses(pp_resource(), index, output.pp_array_output());
}

std::string NetworkList::GetDisplayName(uint32_t index) const {
    return Var(PASS_REF, networks()->GetDisplayName(pp_resource(), index)).AsString();
}

uint32_t NetworkList::GetMTU(uint32_t index) const {
    return networks()->GetMTU(pp_resource(), index);
}

NetworkMonitor::NetworkMonitor(const InstanceHandle &instance)
    : Resource(PASS_REF, monitors()->Create(instance.pp_instance())) {}

bool NetworkMonitor::IsAvailable() {
    return monitors() != nullptr;
}

int32_t NetworkMonitor::UpdateNetworkList(const CompletionCallbackWithOutput<NetworkList> &callback) {
    return monitors()->UpdateNetworkList(pp_resource(), callback.output(), callback.pp_completion_callback());
}

bool NetworkProxy::IsAvailable() {
    return proxies() != nullptr;
}

int32_t NetworkProxy::GetProxyForURL(
    const InstanceHandle &instance, const Var &url, const CompletionCallbackWithOutput<Var> &callback) {
    return proxies()->GetProxyForURL(
        instance.pp_instance(), url.pp_var(), callback.output(), callback.pp_completion_callback());
}

VpnProvider::VpnProvider(const InstanceHandle &instance) {
    if (vpn())
        PassRefFromConstructor(vpn()->Create(instance.pp_instance()));
}

bool VpnProvider::IsAvailable() {
    return vpn() != nullptr;
}

int32_t VpnProvider::Bind(const Var &id, const Var &name, const CompletionCallback &callback) {
    if (!vpn())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return vpn()->Bind(pp_resource(), id.pp_var(), name.pp_var(), callback.pp_completion_callback());
}

int32_t VpnProvider::SendPacket(const Var &packet, const CompletionCallback &callback) {
    if (!vpn())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return vpn()->SendPacket(pp_resource(), packet.pp_var(), callback.pp_completion_callback());
}

int32_t VpnProvider::ReceivePacket(const CompletionCallbackWithOutput<Var> &callback) {
    if (!vpn())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return vpn()->ReceivePacket(pp_resource(), callback.output(), callback.pp_completion_callback());
}

WebSocket::WebSocket(const InstanceHandle &instance) : Resource(PASS_REF, web()->Create(instance.pp_instance())) {}

int32_t WebSocket::Connect(
    const Var &url, const Var protocols[], uint32_t count, const CompletionCallback &callback) {
    std::vector<PP_Var> plain;
    for (uint32_t index = 0; index < count; index++)
        plain.push_back(protocols[index].pp_var());
    return web()->Connect(
        pp_resource(), url.pp_var(), count ? plain.data() : nullptr, count, callback.pp_completion_callback());
}

int32_t WebSocket::Close(uint16_t code, const Var &reason, const CompletionCallback &callback) {
    return web()->Close(pp_resource(), code, reason.pp_var(), callback.pp_completion_callback());
}

int32_t WebSocket::ReceiveMessage(Var *message, const CompletionCallback &callback) {
    /* What it has had goes, since the browser writes over it. */
    *message = Var();
    return web()->ReceiveMessage(
        pp_resource(), const_cast<PP_Var *>(&message->pp_var()), callback.pp_completion_callback());
}

int32_t WebSocket::SendMessage(const Var &message) {
    return web()->SendMessage(pp_resource(), message.pp_var());
}

uint64_t WebSocket::GetBufferedAmount() {
    return web()->GetBufferedAmount(pp_resource());
}

uint16_t WebSocket::GetCloseCode() {
    return web()->GetCloseCode(pp_resource());
}

Var WebSocket::GetCloseReason() {
    return Var(PASS_REF, web()->GetCloseReason(pp_resource()));
}

bool WebSocket::GetCloseWasClean() {
    return PP_ToBool(web()->GetCloseWasClean(pp_resource()));
}

Var WebSocket::GetExtensions() {
    return Var(PASS_REF, web()->GetExtensions(pp_resource()));
}

Var WebSocket::GetProtocol() {
    return Var(PASS_REF, web()->GetProtocol(pp_resource()));
}

PP_WebSocketReadyState WebSocket::GetReadyState() {
    return web()->GetReadyState(pp_resource());
}

Var WebSocket::GetURL() {
    return Var(PASS_REF, web()->GetURL(pp_resource()));
}

} // namespace pp
