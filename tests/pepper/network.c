// Sockets, WebSockets, resolvers and addresses for a page that may not use the network:
// PPB_NetAddress, PPB_TCPSocket, PPB_UDPSocket, PPB_HostResolver, PPB_WebSocket.
#include "check.h"

#include <ppapi/c/ppb_host_resolver.h>
#include <ppapi/c/ppb_net_address.h>
#include <ppapi/c/ppb_tcp_socket.h>
#include <ppapi/c/ppb_udp_socket.h>
#include <ppapi/c/ppb_websocket.h>
#include <ppapi/c/private/ppb_net_address_private.h>

static const PPB_NetAddress *addresses;
static const PPB_TCPSocket *tcp;
static const PPB_UDPSocket *udp;
static const PPB_HostResolver *resolvers;
static const PPB_WebSocket *web;

static void text_of(const char *name, PP_Resource address, PP_Bool with_port, const char *expected) {
    struct PP_Var var = addresses->DescribeAsString(address, with_port);
    CHECK_TEXT(name, var, expected);
    vars->Release(var);
}

static PP_Resource v6(const char *name, const uint8_t bytes[16], const char *expected) {
    struct PP_NetAddress_IPv6 plain;
    plain.port = 0;
    ((uint8_t *) &plain.port)[1] = 80;
    memcpy(plain.addr, bytes, 16);
    PP_Resource address = addresses->CreateFromIPv6Address(instance, &plain);
    text_of(name, address, PP_TRUE, expected);
    return address;
}

static void net_addresses(void) {
    struct PP_NetAddress_IPv4 plain = {0, {192, 168, 0, 254}}, again;
    struct PP_NetAddress_IPv6 plain6;
    ((uint8_t *) &plain.port)[0] = 0x1F;
    ((uint8_t *) &plain.port)[1] = 0x90;
    CHECK("no instance, no address", addresses->CreateFromIPv4Address(DEAD, &plain), 0);
    PP_Resource address = addresses->CreateFromIPv4Address(instance, &plain);
    CHECK_TRUE("an address is one", addresses->IsNetAddress(address));
    CHECK("its family", addresses->GetFamily(address), PP_NETADDRESS_FAMILY_IPV4);
    text_of("its text with the port", address, PP_TRUE, "192.168.0.254:8080");
    text_of("its text without", address, PP_FALSE, "192.168.0.254");
    CHECK_TRUE("its bytes", addresses->DescribeAsIPv4Address(address, &again));
    CHECK("they are the same", memcmp(&plain, &again, sizeof plain), 0);
    CHECK_FALSE("it has none of the other family", addresses->DescribeAsIPv6Address(address, &plain6));
    core->ReleaseResource(address);
    CHECK_FALSE("an address that is gone is none", addresses->IsNetAddress(address));
    CHECK("it has no family", addresses->GetFamily(address), PP_NETADDRESS_FAMILY_UNSPECIFIED);
    CHECK("it has no text", addresses->DescribeAsString(address, PP_TRUE).type, PP_VARTYPE_UNDEFINED);
    CHECK_FALSE("it has no bytes", addresses->DescribeAsIPv4Address(address, &again));
    static const uint8_t local[16] = {[15] = 1}, none[16], mapped[16] = {[10] = 0xFF, 0xFF, 1, 2, 3, 4},
                         holes[16] = {0x20, 1, 0xD, 0xB8, [11] = 1, [15] = 2};
    address = v6("the address of the machine itself", local, "[::0.0.0.1]:80");
    CHECK("the other family", addresses->GetFamily(address), PP_NETADDRESS_FAMILY_IPV6);
    CHECK_FALSE("which is not the first", addresses->DescribeAsIPv4Address(address, &again));
    CHECK_TRUE("it has its bytes", addresses->DescribeAsIPv6Address(address, &plain6));
    CHECK("which are the same", memcmp(plain6.addr, local, 16), 0);
    text_of("without a port there are no brackets", address, PP_FALSE, "::0.0.0.1");
    core->ReleaseResource(address);
    core->ReleaseResource(v6("the address of all", none, "[::0.0.0.0]:80"));
    core->ReleaseResource(v6("the longest row of zeros is left out", holes, "[2001:db8::1:0:2]:80"));
    (void) mapped;
}

static PP_Resource some_address(void) {
    struct PP_NetAddress_IPv4 plain = {0, {10, 0, 0, 1}};
    return addresses->CreateFromIPv4Address(instance, &plain);
}

static void tcp_sockets(void) {
    char buffer[4];
    PP_Resource address = some_address(), accepted = 7;
    PP_Resource socket = tcp->Create(instance);
    CHECK("no instance, no socket", tcp->Create(0), 0);
    CHECK_TRUE("a socket is one", tcp->IsTCPSocket(socket));
    CHECK_FALSE("an address is none", tcp->IsTCPSocket(address));
    CHECK("a socket of nowhere has no address", tcp->GetLocalAddress(socket), 0);
    CHECK("nor is it connected to one", tcp->GetRemoteAddress(socket), 0);
    CHECK("it does not read", tcp->Read(socket, buffer, 4, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor write", tcp->Write(socket, "abcd", 4, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor listen", tcp->Listen(socket, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor accept", tcp->Accept(socket, &accepted, BLOCKING), PP_ERROR_FAILED);
    CHECK("nothing to connect to", tcp->Connect(socket, 0, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("nothing to bind to", tcp->Bind(socket, DEAD, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("what is no socket does not connect", tcp->Connect(address, address, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("nothing does not read", tcp->Read(DEAD, buffer, 4, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("a page may not connect", tcp->Connect(socket, address, BLOCKING), PP_ERROR_NOACCESS);
    PP_Resource other = tcp->Create(instance);
    CHECK("nor bind", tcp->Bind(other, address, BLOCKING), PP_ERROR_NOACCESS);
    CHECK("an option of another type",
          tcp->SetOption(other, PP_TCPSOCKET_OPTION_NO_DELAY, PP_MakeInt32(1), BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("an unknown option",
          tcp->SetOption(other, (PP_TCPSocket_Option) 9, PP_MakeInt32(1), BLOCKING), PP_ERROR_BADARGUMENT);
    tcp->Close(other);
    tcp->Close(other);
    CHECK("a closed socket does not connect", tcp->Connect(other, address, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(other);
    core->ReleaseResource(socket);
    core->ReleaseResource(address);
}

static void udp_sockets(void) {
    char buffer[4];
    PP_Resource address = some_address(), from = 0;
    PP_Resource socket = udp->Create(instance);
    CHECK_TRUE("a socket of datagrams is one", udp->IsUDPSocket(socket));
    CHECK_FALSE("and no other", tcp->IsTCPSocket(socket));
    CHECK("it has no address", udp->GetBoundAddress(socket), 0);
    CHECK("it receives nothing", udp->RecvFrom(socket, buffer, 4, &from, BLOCKING), PP_ERROR_FAILED);
    CHECK("it sends nothing", udp->SendTo(socket, "abc", 3, address, BLOCKING), PP_ERROR_FAILED);
    CHECK("a page may not bind it", udp->Bind(socket, address, BLOCKING), PP_ERROR_NOACCESS);
    CHECK("to nothing anyway", udp->Bind(socket, 0, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("nothing cannot be bound", udp->Bind(DEAD, address, BLOCKING), PP_ERROR_BADRESOURCE);
    udp->Close(socket);
    udp->Close(socket);
    core->ReleaseResource(socket);
    core->ReleaseResource(address);
}

static void host_resolvers(void) {
    PP_Resource resolver = resolvers->Create(instance);
    struct PP_HostResolver_Hint hint = {PP_NETADDRESS_FAMILY_UNSPECIFIED, 0};
    CHECK_TRUE("a resolver is one", resolvers->IsHostResolver(resolver));
    CHECK("it knows nothing", resolvers->GetNetAddressCount(resolver), 0);
    CHECK("no address", resolvers->GetNetAddress(resolver, 0), 0);
    CHECK("a page may not ask it", resolvers->Resolve(resolver, "localhost", 80, &hint, BLOCKING), PP_ERROR_NOACCESS);
    CHECK("it knows nothing then", resolvers->GetNetAddressCount(resolver), 0);
    CHECK("nothing cannot be asked", resolvers->Resolve(DEAD, "localhost", 80, &hint, BLOCKING), PP_ERROR_BADRESOURCE);
    core->ReleaseResource(resolver);
}

static int32_t connect_to(const char *url, const char *first, const char *second) {
    PP_Resource socket = web->Create(instance);
    struct PP_Var address = text_var(url), protocols[2] = {PP_MakeUndefined(), PP_MakeUndefined()};
    uint32_t count = 0;
    if (first)
        protocols[count++] = text_var(first);
    if (second)
        protocols[count++] = text_var(second);
    int32_t result = web->Connect(socket, address, protocols, count, BLOCKING);
    vars->Release(address);
    vars->Release(protocols[0]);
    vars->Release(protocols[1]);
    core->ReleaseResource(socket);
    return result;
}

static void web_text(const char *name, struct PP_Var var) {
    CHECK_TEXT(name, var, "");
    vars->Release(var);
}

static void web_sockets(void) {
    PP_Resource socket = web->Create(instance);
    struct PP_Var message = PP_MakeUndefined(), text = text_var("text");
    CHECK("no instance, no WebSocket", web->Create(DEAD), 0);
    CHECK_TRUE("a WebSocket is one", web->IsWebSocket(socket));
    CHECK_FALSE("nothing is none", web->IsWebSocket(DEAD));
    CHECK("it has no state at first", web->GetReadyState(socket), PP_WEBSOCKETREADYSTATE_INVALID);
    CHECK("nor a code", web->GetCloseCode(socket), 0);
    CHECK_FALSE("nor has it ended cleanly", web->GetCloseWasClean(socket));
    CHECK("nothing is on its way", web->GetBufferedAmount(socket), 0);
    web_text("it has no reason", web->GetCloseReason(socket));
    web_text("nor extensions", web->GetExtensions(socket));
    web_text("nor a protocol", web->GetProtocol(socket));
    web_text("nor an address", web->GetURL(socket));
    CHECK("it sends nothing", web->SendMessage(socket, text), PP_ERROR_BADARGUMENT);
    CHECK("it receives nothing", web->ReceiveMessage(socket, &message, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("it cannot be closed", web->Close(socket, 1000, PP_MakeUndefined(), BLOCKING), PP_ERROR_FAILED);
    CHECK("nothing cannot be closed", web->Close(DEAD, 1000, PP_MakeUndefined(), BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("an address is a text", web->Connect(socket, PP_MakeInt32(1), NULL, 0, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("it may be tried once", web->Connect(socket, text, NULL, 0, BLOCKING), PP_ERROR_INPROGRESS);
    core->ReleaseResource(socket);
    CHECK("http is no WebSocket", connect_to("http://host/", NULL, NULL), PP_ERROR_BADARGUMENT);
    CHECK("nor is no address", connect_to("", NULL, NULL), PP_ERROR_BADARGUMENT);
    CHECK("an address has no fragment", connect_to("ws://host/#a", NULL, NULL), PP_ERROR_BADARGUMENT);
    CHECK("not all ports can be used", connect_to("ws://host:25/", NULL, NULL), PP_ERROR_BADARGUMENT);
    CHECK("a protocol has a name", connect_to("ws://host/", "", NULL), PP_ERROR_BADARGUMENT);
    CHECK("without spaces", connect_to("ws://host/", "a b", NULL), PP_ERROR_BADARGUMENT);
    CHECK("each another one", connect_to("ws://host/", "a", "a"), PP_ERROR_BADARGUMENT);
    CHECK_TRUE("without a network nothing is connected", connect_to("ws://host/", "a", "b") < PP_OK);
    CHECK("nothing has no state", web->GetReadyState(DEAD), PP_WEBSOCKETREADYSTATE_INVALID);
    CHECK("nothing sends nothing", web->SendMessage(DEAD, text), PP_ERROR_BADRESOURCE);
    vars->Release(text);
}

static void on_thread(void) {
    net_addresses();
    tcp_sockets();
    udp_sockets();
    host_resolvers();
    web_sockets();
}

static PP_Resource resolver;

static void refused(void *data, int32_t result) {
    (void) data;
    CHECK("what a page may not do it learns later", result, PP_ERROR_NOACCESS);
    core->ReleaseResource(resolver);
    finish();
}

static void on_main(void) {
    struct PP_HostResolver_Hint hint = {PP_NETADDRESS_FAMILY_UNSPECIFIED, 0};
    resolver = resolvers->Create(instance);
    CHECK("asking takes its time",
          resolvers->Resolve(resolver, "localhost", 80, &hint, CALLBACK(refused, NULL)), PP_OK_COMPLETIONPENDING);
}

static void begin(void) {
    addresses = ask(PPB_NETADDRESS_INTERFACE);
    tcp = ask(PPB_TCPSOCKET_INTERFACE);
    udp = ask(PPB_UDPSOCKET_INTERFACE);
    resolvers = ask(PPB_HOSTRESOLVER_INTERFACE);
    web = ask(PPB_WEBSOCKET_INTERFACE);
    in_thread(on_thread, on_main);
}
