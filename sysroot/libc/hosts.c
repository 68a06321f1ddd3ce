/* Names of hosts and services: only those written as numbers are known. */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

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

int getaddrinfo(
    const char *restrict host,
    const char *restrict service,
    const struct addrinfo *restrict hints,
    struct addrinfo **restrict result) {
    int family = hints ? hints->ai_family : AF_UNSPEC;
    int flags = hints ? hints->ai_flags : 0;
    if (!host && !service)
        return EAI_NONAME;
    unsigned long port = 0;
    if (service) {
        char *end;
        port = strtoul(service, &end, 10);
        if (end == service || *end || port > 65535)
            return EAI_SERVICE;
    }
    struct entry *entry = calloc(1, sizeof(*entry));
    if (!entry)
        return EAI_MEMORY;
    in_addr_t usual = htonl(flags & AI_PASSIVE ? INADDR_ANY : INADDR_LOOPBACK);
    struct in_addr address = {usual};
    struct in6_addr address6;
    entry->information.ai_socktype = hints && hints->ai_socktype ? hints->ai_socktype : SOCK_STREAM;
    entry->information.ai_protocol = hints ? hints->ai_protocol : 0;
    entry->information.ai_addr = &entry->address.any;
    bool is_local = host && strcmp(host, "localhost") == 0 && !(flags & AI_NUMERICHOST);
    if (family != AF_INET6 && (!host || is_local || inet_aton(host, &address))) {
        entry->information.ai_family = AF_INET;
        entry->information.ai_addrlen = sizeof(entry->address.internet);
        entry->address.internet = (struct sockaddr_in) {AF_INET, htons((uint16_t) port), address, {0}};
    } else if (family != AF_INET && host && inet_pton(AF_INET6, host, &address6) == 1) {
        entry->information.ai_family = AF_INET6;
        entry->information.ai_addrlen = sizeof(entry->address.internet6);
        entry->address.internet6 =
            (struct sockaddr_in6) {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t) port), .sin6_addr = address6};
    } else {
        free(entry);
        return EAI_NONAME;
    }
    *result = &entry->information;
    return 0;
}

void freeaddrinfo(struct addrinfo *list) {
    free(list);
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
    const void *bytes = &((const struct sockaddr_in *) address)->sin_addr;
    if (address->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *) address)->sin6_addr;
    else if (address->sa_family != AF_INET)
        return EAI_FAMILY;
    (void) size;
    if (flags & NI_NAMEREQD)
        return EAI_NONAME;
    if (host && host_size && !inet_ntop(address->sa_family, bytes, host, host_size))
        return EAI_OVERFLOW;
    unsigned port = ntohs(((const struct sockaddr_in *) address)->sin_port);
    if (service && service_size && (socklen_t) snprintf(service, service_size, "%u", port) >= service_size)
        return EAI_OVERFLOW;
    return 0;
}

struct hostent *gethostbyname(const char *name) {
    static __thread struct in_addr address;
    static __thread char *addresses[2];
    static char *no_aliases[1];
    static __thread struct hostent entry;
    address.s_addr = htonl(INADDR_LOOPBACK);
    if (strcmp(name, "localhost") != 0 && !inet_aton(name, &address)) {
        h_errno = HOST_NOT_FOUND;
        return NULL;
    }
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
