/* Sockets and addresses of the first years. */
#include <ppapi/cpp/private/host_resolver_private.h>
#include <ppapi/cpp/private/net_address_private.h>
#include <ppapi/cpp/private/tcp_server_socket_private.h>
#include <ppapi/cpp/private/tcp_socket_private.h>
#include <ppapi/cpp/private/udp_socket_private.h>

#include "ppapi_cpp/interfaces.h"

INTERFACE(addresses, PPB_NetAddress_Private, PPB_NETADDRESS_PRIVATE_INTERFACE)
INTERFACE(resolvers, PPB_HostResolver_Private, PPB_HOSTRESOLVER_PRIVATE_INTERFACE)
INTERFACE(connections, PPB_TCPSocket_Private, PPB_TCPSOCKET_PRIVATE_INTERFACE)
INTERFACE(servers, PPB_TCPServerSocket_Private, PPB_TCPSERVERSOCKET_PRIVATE_INTERFACE)
INTERFACE(datagrams, PPB_UDPSocket_Private, PPB_UDPSOCKET_PRIVATE_INTERFACE)

namespace pp {

bool NetAddressPrivate::IsAvailable() {
    return addresses() != nullptr;
}

bool NetAddressPrivate::AreEqual(const PP_NetAddress_Private &one, const PP_NetAddress_Private &other) {
    return addresses() && PP_ToBool(addresses()->AreEqual(&one, &other));
}

bool NetAddressPrivate::AreHostsEqual(const PP_NetAddress_Private &one, const PP_NetAddress_Private &other) {
    return addresses() && PP_ToBool(addresses()->AreHostsEqual(&one, &other));
}

std::string NetAddressPrivate::Describe(const PP_NetAddress_Private &address, bool include_port) {
    if (!addresses())
        return std::string();
    const PP_Module module = Module::Get()->pp_module();
    return Var(PASS_REF, addresses()->Describe(module, &address, PP_FromBool(include_port))).AsString();
}

bool NetAddressPrivate::ReplacePort(
    const PP_NetAddress_Private &address, uint16_t port, PP_NetAddress_Private *result) {
    return addresses() && PP_ToBool(addresses()->ReplacePort(&address, port, result));
}

bool NetAddressPrivate::GetAnyAddress(bool is_ipv6, PP_NetAddress_Private *result) {
    if (!addresses())
        return false;
    addresses()->GetAnyAddress(PP_FromBool(is_ipv6), result);
    return true;
}

PP_NetAddressFamily_Private NetAddressPrivate::GetFamily(const PP_NetAddress_Private &address) {
    return addresses() ? addresses()->GetFamily(&address) : PP_NETADDRESSFAMILY_PRIVATE_UNSPECIFIED;
}

uint16_t NetAddressPrivate::GetPort(const PP_NetAddress_Private &address) {
    return addresses() ? addresses()->GetPort(&address) : 0;
}

uint32_t NetAddressPrivate::GetScopeID(const PP_NetAddress_Private &address) {
    return addresses() ? addresses()->GetScopeID(&address) : 0;
}

bool NetAddressPrivate::GetAddress(const PP_NetAddress_Private &address, void *bytes, uint16_t size) {
    return addresses() && PP_ToBool(addresses()->GetAddress(&address, bytes, size));
}

bool NetAddressPrivate::CreateFromIPv4Address(
    const uint8_t ip[4], uint16_t port, PP_NetAddress_Private *result) {
    if (!addresses())
        return false;
    addresses()->CreateFromIPv4Address(ip, port, result);
    return true;
}

bool NetAddressPrivate::CreateFromIPv6Address(
    const uint8_t ip[16], uint32_t scope_id, uint16_t port, PP_NetAddress_Private *result) {
    if (!addresses())
        return false;
    addresses()->CreateFromIPv6Address(ip, scope_id, port, result);
    return true;
}

HostResolverPrivate::HostResolverPrivate(const InstanceHandle &instance)
    : Resource(PASS_REF, resolvers() ? resolvers()->Create(instance.pp_instance()) : 0) {}

bool HostResolverPrivate::IsAvailable() {
    return resolvers() != nullptr;
}

int32_t HostResolverPrivate::Resolve(const std::string &host, uint16_t port,
    const PP_HostResolver_Private_Hint &hint, const CompletionCallback &callback) {
    if (!resolvers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return resolvers()->Resolve(pp_resource(), host.c_str(), port, &hint, callback.pp_completion_callback());
}

Var HostResolverPrivate::GetCanonicalName() {
    return resolvers() ? Var(PASS_REF, resolvers()->GetCanonicalName(pp_resource())) : Var();
}

uint32_t HostResolverPrivate::GetSize() {
    return resolvers() ? resolvers()->GetSize(pp_resource()) : 0;
}

bool HostResolverPrivate::GetNetAddress(uint32_t index, PP_NetAddress_Private *address) {
    return resolvers() && PP_ToBool(resolvers()->GetNetAddress(pp_resource(), index, address));
}

TCPSocketPrivate::TCPSocketPrivate(const InstanceHandle &instance)
    : Resource(PASS_REF, connections() ? connections()->Create(instance.pp_instance()) : 0) {}

bool TCPSocketPrivate::IsAvailable() {
    return connections() != nullptr;
}

int32_t TCPSocketPrivate::Connect(const char *host, uint16_t port, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->Connect(pp_resource(), host, port, callback.pp_completion_callback());
}

int32_t TCPSocketPrivate::ConnectWithNetAddress(
    const PP_NetAddress_Private *address, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->ConnectWithNetAddress(pp_resource(), address, callback.pp_completion_callback());
}

bool TCPSocketPrivate::GetLocalAddress(PP_NetAddress_Private *address) {
    return connections() && PP_ToBool(connections()->GetLocalAddress(pp_resource(), address));
}

bool TCPSocketPrivate::GetRemoteAddress(PP_NetAddress_Private *address) {
    return connections() && PP_ToBool(connections()->GetRemoteAddress(pp_resource(), address));
}

int32_t TCPSocketPrivate::SSLHandshake(const char *server, uint16_t port, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->SSLHandshake(pp_resource(), server, port, callback.pp_completion_callback());
}

int32_t TCPSocketPrivate::Read(char *buffer, int32_t size, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->Read(pp_resource(), buffer, size, callback.pp_completion_callback());
}

int32_t TCPSocketPrivate::Write(const char *buffer, int32_t size, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->Write(pp_resource(), buffer, size, callback.pp_completion_callback());
}

void TCPSocketPrivate::Disconnect() {
    if (connections())
        connections()->Disconnect(pp_resource());
}

int32_t TCPSocketPrivate::SetOption(
    PP_TCPSocketOption_Private name, const Var &value, const CompletionCallback &callback) {
    if (!connections())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return connections()->SetOption(pp_resource(), name, value.pp_var(), callback.pp_completion_callback());
}

TCPServerSocketPrivate::TCPServerSocketPrivate(const InstanceHandle &instance)
    : Resource(PASS_REF, servers() ? servers()->Create(instance.pp_instance()) : 0) {}

bool TCPServerSocketPrivate::IsAvailable() {
    return servers() != nullptr;
}

int32_t TCPServerSocketPrivate::Listen(
    const PP_NetAddress_Private *address, int32_t backlog, const CompletionCallback &callback) {
    if (!servers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return servers()->Listen(pp_resource(), address, backlog, callback.pp_completion_callback());
}

int32_t TCPServerSocketPrivate::Accept(const CompletionCallbackWithOutput<TCPSocketPrivate> &callback) {
    if (!servers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return servers()->Accept(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t TCPServerSocketPrivate::Accept(PP_Resource *connection, const CompletionCallback &callback) {
    if (!servers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return servers()->Accept(pp_resource(), connection, callback.pp_completion_callback());
}

int32_t TCPServerSocketPrivate::GetLocalAddress(PP_NetAddress_Private *address) {
    return servers() ? servers()->GetLocalAddress(pp_resource(), address) : PP_ERROR_NOINTERFACE;
}

void TCPServerSocketPrivate::StopListening() {
    if (servers())
        servers()->StopListening(pp_resource());
}

UDPSocketPrivate::UDPSocketPrivate(const InstanceHandle &instance)
    : Resource(PASS_REF, datagrams() ? datagrams()->Create(instance.pp_instance()) : 0) {}

bool UDPSocketPrivate::IsAvailable() {
    return datagrams() != nullptr;
}

int32_t UDPSocketPrivate::SetSocketFeature(PP_UDPSocketFeature_Private name, const Var &value) {
    return datagrams() ? datagrams()->SetSocketFeature(pp_resource(), name, value.pp_var()) : PP_ERROR_NOINTERFACE;
}

int32_t UDPSocketPrivate::Bind(const PP_NetAddress_Private *address, const CompletionCallback &callback) {
    if (!datagrams())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return datagrams()->Bind(pp_resource(), address, callback.pp_completion_callback());
}

bool UDPSocketPrivate::GetBoundAddress(PP_NetAddress_Private *address) {
    return datagrams() && PP_ToBool(datagrams()->GetBoundAddress(pp_resource(), address));
}

int32_t UDPSocketPrivate::RecvFrom(char *buffer, int32_t size, const CompletionCallback &callback) {
    if (!datagrams())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return datagrams()->RecvFrom(pp_resource(), buffer, size, callback.pp_completion_callback());
}

bool UDPSocketPrivate::GetRecvFromAddress(PP_NetAddress_Private *address) {
    return datagrams() && PP_ToBool(datagrams()->GetRecvFromAddress(pp_resource(), address));
}

int32_t UDPSocketPrivate::SendTo(const char *buffer, int32_t size, const PP_NetAddress_Private *address,
    const CompletionCallback &callback) {
    if (!datagrams())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return datagrams()->SendTo(pp_resource(), buffer, size, address, callback.pp_completion_callback());
}

void UDPSocketPrivate::Close() {
    if (datagrams())
        datagrams()->Close(pp_resource());
}

} // namespace pp
