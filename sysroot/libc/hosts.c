/* Names of hosts and services: those written as numbers are known, and those of hosts that a library
   can look up (`layer.h`). */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"

int h_errno;

/* An address with room for what it points to. */
struct entry {
    struct addrinfo information;
    union {
        struct sockaddr any;
        struct sockaddr_in internet;
        struct sockaddr_in6 internet6;
    } address;
};

/* The most addresses that a host can have here. */
#define MOST 16

/* The addresses of a host that has a name. Gives their number, 0 without one, or the number of an
   error with the sign changed if names cannot be looked up. */
static int look_up(const char *host, int family, struct sockaddr_storage *found) {
    const struct socket_layer *sockets = __file_layer ? __file_layer->sockets : NULL;
    int count = sockets ? sockets->resolve(host, family, found, MOST) : 0;
    return count == -ENOENT ? 0 : count;
}

/* The addresses of a host that is written as numbers, is the machine itself, or is missing. Gives
   their number, 0 for a host with another name. */
static int find_plain(const char *host, int family, int flags, struct sockaddr_storage *found) {
    struct sockaddr_in *internet = (struct sockaddr_in *) found;
    bool is_local = host && strcmp(host, "localhost") == 0 && !(flags & AI_NUMERICHOST);
    int count = 0;
    memset(found, 0, 2 * sizeof(*found));
    if (family != AF_INET6) {
        internet->sin_family = AF_INET;
        internet->sin_addr.s_addr = htonl(flags & AI_PASSIVE ? INADDR_ANY : INADDR_LOOPBACK);
        count = !host || is_local || inet_aton(host, &internet->sin_addr);
    }
    if (family != AF_INET && (!host || count == 0)) {
        // `::` or `::1`, unless the host is given.
        struct sockaddr_in6 *internet6 = (struct sockaddr_in6 *) &found[count];
        internet6->sin6_family = AF_INET6;
        internet6->sin6_addr.s6_addr[15] = !(flags & AI_PASSIVE);
        count += !host || inet_pton(AF_INET6, host, &internet6->sin6_addr) == 1;
    }
    return count;
}

/* A list of one address after another. */
static struct addrinfo *make_list(
    const struct sockaddr_storage *addresses, int count, const struct addrinfo *hints, in_port_t port) {
    struct addrinfo *first = NULL, **place = &first;
    for (int index = 0; index < count; ++index) {
        struct entry *entry = calloc(1, sizeof(*entry));
        if (!entry) {
            freeaddrinfo(first);
            return NULL;
        }
        bool is_6 = addresses[index].ss_family == AF_INET6;
        memcpy(&entry->address, &addresses[index], sizeof(entry->address));
        if (is_6)
            entry->address.internet6.sin6_port = port;
        else
            entry->address.internet.sin_port = port;
        entry->information = (struct addrinfo) {
            .ai_family = addresses[index].ss_family,
            .ai_socktype = hints && hints->ai_socktype ? hints->ai_socktype : SOCK_STREAM,
            .ai_protocol = hints ? hints->ai_protocol : 0,
            .ai_addrlen = is_6 ? sizeof(entry->address.internet6) : sizeof(entry->address.internet),
            .ai_addr = &entry->address.any,
        };
        *place = &entry->information;
        place = &entry->information.ai_next;
    }
    return first;
}

int getaddrinfo(
    const char *restrict host,
    const char *restrict service,
    const struct addrinfo *restrict hints,
    struct addrinfo **restrict result) {
    CALL_CLASS(getaddrinfo(host, service, hints, result));
    int family = hints ? hints->ai_family : AF_UNSPEC;
    int flags = hints ? hints->ai_flags : 0;
    struct sockaddr_storage found[MOST];
    if (!host && !service)
        return EAI_NONAME;
    unsigned long port = 0;
    if (service) {
        char *end;
        port = strtoul(service, &end, 10);
        if (end == service || *end || port > 65535)
            return EAI_SERVICE;
    }
    int count = find_plain(host, family, flags, found);
    if (count == 0 && host && !(flags & AI_NUMERICHOST))
        count = look_up(host, family, found);
    if (count < 0) {
        errno = -count;
        return EAI_SYSTEM;
    }
    if (count == 0)
        return EAI_NONAME;
    *result = make_list(found, count, hints, htons((uint16_t) port));
    return *result ? 0 : EAI_MEMORY;
}

void freeaddrinfo(struct addrinfo *list) {
    CALL_CLASS(freeaddrinfo(list));
    while (list) {
        struct addrinfo *next = list->ai_next;
        free(list);
        list = next;
    }
}

const char *gai_strerror(int error) {
    switch (error) {
    case 0:
        return "Success";
    case EAI_NONAME:
        return "Name or service not known";
    case EAI_SERVICE:
        return "Servname not supported for ai_socktype";
    case EAI_MEMORY:
        return "Memory allocation failure";
    case EAI_FAMILY:
        return "ai_family not supported";
    case EAI_OVERFLOW:
        return "Argument buffer overflow";
    default:
        return "Unknown error";
    }
}

int getnameinfo(
    const struct sockaddr *restrict address,
    socklen_t size,
    char *restrict host,
    socklen_t host_size,
    char *restrict service,
    socklen_t service_size,
    int flags) {
    CALL_CLASS(getnameinfo(address, size, host, host_size, service, service_size, (unsigned) flags));
    const void *bytes = &((const struct sockaddr_in *) address)->sin_addr;
    if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6))
        bytes = &((const struct sockaddr_in6 *) address)->sin6_addr;
    else if (address->sa_family != AF_INET || size < sizeof(struct sockaddr_in))
        return EAI_FAMILY;
    if (flags & NI_NAMEREQD || (!host && !service))
        return EAI_NONAME;
    if (host && host_size && !inet_ntop(address->sa_family, bytes, host, host_size))
        return EAI_OVERFLOW;
    unsigned port = ntohs(((const struct sockaddr_in *) address)->sin_port);
    if (service && service_size && (socklen_t) snprintf(service, service_size, "%u", port) >= service_size)
        return EAI_OVERFLOW;
    return 0;
}

struct hostent *gethostbyname(const char *name) {
    CALL_CLASS(gethostbyname(name));
    static __thread struct in_addr address;
    static __thread char *addresses[2];
    static char *no_aliases[1];
    static __thread struct hostent entry;
    struct sockaddr_storage found[MOST];
    int count = find_plain(name, AF_INET, 0, found);
    if (count == 0)
        count = look_up(name, AF_INET, found);
    if (count <= 0) {
        h_errno = count == 0 ? HOST_NOT_FOUND : NO_RECOVERY;
        return NULL;
    }
    address = ((const struct sockaddr_in *) &found[0])->sin_addr;
    addresses[0] = (char *) &address;
    entry = (struct hostent) {(char *) name, no_aliases, AF_INET, sizeof(address), addresses};
    return &entry;
}

struct hostent *gethostbyaddr(const void *address, socklen_t size, int family) {
    (void) address;
    (void) size;
    (void) family;
    h_errno = HOST_NOT_FOUND;
    return NULL;
}

struct servent *getservbyname(const char *name, const char *protocol) {
    (void) name;
    (void) protocol;
    return NULL;
}

struct servent *getservbyport(int port, const char *protocol) {
    (void) port;
    (void) protocol;
    return NULL;
}

struct protoent *getprotobyname(const char *name) {
    (void) name;
    return NULL;
}

const char *hstrerror(int error) {
    return error == HOST_NOT_FOUND ? "Unknown host" : "Unknown resolver error";
}

void herror(const char *text) {
    fprintf(stderr, "%s: %s\n", text, hstrerror(h_errno));
}
