/* The thread of the network, and addresses. */
#include <fcntl.h>
#include <netinet/in.h>
#include <ppapi/c/ppb_host_resolver.h>
#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/c/ppb_net_address.h>
#include <string.h>

#include "libc/readiness.h"
#include "nacl_io/network.h"

PEPPER_INTERFACE(loops, PPB_MessageLoop, PPB_MESSAGELOOP_INTERFACE)
PEPPER_INTERFACE(addresses, PPB_NetAddress, PPB_NETADDRESS_INTERFACE)
PEPPER_INTERFACE(resolvers, PPB_HostResolver, PPB_HOSTRESOLVER_INTERFACE)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static PP_Resource loop;

static void *run(void *unused) {
    (void) unused;
    if (loops()->AttachToCurrentThread(loop) == PP_OK)
        loops()->Run(loop);
    return NULL;
}

/* Starts the thread when it is first needed. */
static int start(void) {
    pthread_t thread;
    if (loop)
        return 0;
    if (!loops())
        return ENOSYS;
    loop = loops()->Create(__nacl_io_instance);
    int error = loop ? pthread_create(&thread, NULL, run, NULL) : ENOMEM;
    if (error) {
        __nacl_io_release_resource(loop);
        loop = 0;
        return error;
    }
    return pthread_detach(thread);
}

int __nacl_io_in_network(PP_CompletionCallback_Func function, void *data) {
    pthread_mutex_lock(&lock);
    int error = start();
    pthread_mutex_unlock(&lock);
    return error ? error : __nacl_io_error(loops()->PostWork(loop, PP_MakeCompletionCallback(function, data), 0));
}

int __nacl_io_wait(pthread_mutex_t *held, int flags) {
    if (flags & O_NONBLOCK)
        return EAGAIN;
    int before = __readiness();
    pthread_mutex_unlock(held);
    __readiness_wait(before, NULL);
    pthread_mutex_lock(held);
    return 0;
}

int __nacl_io_socket_status(struct node *node, struct nacl_irt_stat *status) {
    *status = (struct nacl_irt_stat) {
        .st_ino = node->number,
        .st_mode = node->mode,
        .st_nlink = 1,
        .st_blksize = 4096,
    };
    return 0;
}

PP_Resource __nacl_io_to_address(const struct sockaddr_storage *address) {
    if (!addresses())
        return 0;
    if (address->ss_family == AF_INET6) {
        const struct sockaddr_in6 *from = (const struct sockaddr_in6 *) address;
        struct PP_NetAddress_IPv6 plain = {.port = from->sin6_port};
        memcpy(plain.addr, &from->sin6_addr, sizeof(plain.addr));
        return addresses()->CreateFromIPv6Address(__nacl_io_instance, &plain);
    }
    const struct sockaddr_in *from = (const struct sockaddr_in *) address;
    struct PP_NetAddress_IPv4 plain = {.port = from->sin_port};
    memcpy(plain.addr, &from->sin_addr, sizeof(plain.addr));
    return addresses()->CreateFromIPv4Address(__nacl_io_instance, &plain);
}

void __nacl_io_from_address(PP_Resource resource, struct sockaddr_storage *address) {
    struct PP_NetAddress_IPv4 plain;
    struct PP_NetAddress_IPv6 plain6;
    memset(address, 0, sizeof(*address));
    if (resource && addresses()->DescribeAsIPv4Address(resource, &plain)) {
        struct sockaddr_in *to = (struct sockaddr_in *) address;
        to->sin_family = AF_INET;
        to->sin_port = plain.port;
        memcpy(&to->sin_addr, plain.addr, sizeof(plain.addr));
    } else if (resource && addresses()->DescribeAsIPv6Address(resource, &plain6)) {
        struct sockaddr_in6 *to = (struct sockaddr_in6 *) address;
        to->sin6_family = AF_INET6;
        to->sin6_port = plain6.port;
        memcpy(&to->sin6_addr, plain6.addr, sizeof(plain6.addr));
    }
}

int __nacl_io_resolve(const char *host, int family, struct sockaddr_storage *found, int room) {
    if (!resolvers() || !addresses())
        return -ENOSYS;
    PP_Resource resolver = resolvers()->Create(__nacl_io_instance);
    struct PP_HostResolver_Hint hint = {PP_NETADDRESS_FAMILY_UNSPECIFIED, 0};
    if (family == AF_INET)
        hint.family = PP_NETADDRESS_FAMILY_IPV4;
    else if (family == AF_INET6)
        hint.family = PP_NETADDRESS_FAMILY_IPV6;
    int32_t result = resolvers()->Resolve(resolver, host, 0, &hint, PP_BlockUntilComplete());
    int count = 0, all = result == PP_OK ? (int) resolvers()->GetNetAddressCount(resolver) : 0;
    for (; count < all && count < room; ++count) {
        PP_Resource address = resolvers()->GetNetAddress(resolver, (uint32_t) count);
        __nacl_io_from_address(address, &found[count]);
        __nacl_io_release_resource(address);
    }
    __nacl_io_release_resource(resolver);
    return result == PP_OK ? count : -__nacl_io_error(result);
}
