/* Sockets over the browser's. Their operations go on in a thread of their own, to which results
   come, so that any thread can wait for several of them. */
#ifndef NACL_IO_NETWORK_H
#define NACL_IO_NETWORK_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "nacl_io/files.h"
#include "nacl_io/pepper.h"

/* What sockets of a kind can do; null where they cannot. `flags` are those of the open file, with
   O_NONBLOCK also for MSG_DONTWAIT. */
struct socket_operations {
    int type;
    int (*bind)(struct node *node, const struct sockaddr_storage *address);
    int (*connect)(struct node *node, const struct sockaddr_storage *address, int flags);
    int (*listen)(struct node *node, int waiting);
    bool (*is_listening)(struct node *node);
    int (*accept)(struct node *node, int flags, struct node **accepted);
    int (*shutdown)(struct node *node, int how);
    /* The family is AF_UNSPEC if it has no such name. */
    int (*name)(struct node *node, bool other, struct sockaddr_storage *address);
    int (*send)(
        struct node *node, const void *bytes, size_t size, int flags, const struct sockaddr_storage *to, size_t *count);
    int (*receive)(struct node *node, void *bytes, size_t size, int flags, bool peek, struct sockaddr_storage *from,
        size_t *count);
    /* Options that the browser has; null for those of nobody. */
    int (*set_option)(struct node *node, int level, int name, int value);
    /* Gives what was set, or what it is from the beginning; null for those that have no options. */
    int (*get_option)(struct node *node, int level, int name, int *value);
    /* The error that is pending, which is then no longer. */
    int (*take_error)(struct node *node);
};

/* Options of a socket that are on or off, as they were set. */
struct socket_switches {
    bool reuses_address, keeps_alive, broadcasts, has_no_delay;
};

/* The switch of an option; null for one that is none. */
static inline bool *socket_switch(struct socket_switches *switches, int level, int name) {
    if (level == IPPROTO_TCP)
        return name == TCP_NODELAY ? &switches->has_no_delay : NULL;
    if (level != SOL_SOCKET)
        return NULL;
    return name == SO_REUSEADDR ? &switches->reuses_address
        : name == SO_KEEPALIVE  ? &switches->keeps_alive
        : name == SO_BROADCAST  ? &switches->broadcasts
                                : NULL;
}

/* The value of an option of SOL_SOCKET, or of one that is a switch. Other options of SOL_SOCKET are
   not kept, and read as 0. */
static inline int get_socket_switch(struct socket_switches *switches, int level, int name, int *value) {
    const bool *found = socket_switch(switches, level, name);
    if (!found && (level != SOL_SOCKET || name <= 0))
        return ENOPROTOOPT;
    *value = found && *found;
    return 0;
}

/* Each makes a socket; null without memory or browser. */
struct node *__nacl_io_make_stream(int family);
struct node *__nacl_io_make_datagrams(int family);
/* Makes two ends that are connected: of a stream of bytes, or of messages. */
int __nacl_io_make_pair(int type, struct node *ends[2]);

/* Has a function called in the thread of the network. */
int __nacl_io_in_network(PP_CompletionCallback_Func function, void *data);

/* Addresses of the browser, which the caller releases, and of POSIX. */
PP_Resource __nacl_io_to_address(const struct sockaddr_storage *address);
void __nacl_io_from_address(PP_Resource resource, struct sockaddr_storage *address);

int __nacl_io_resolve(const char *host, int family, struct sockaddr_storage *addresses, int room);

/* Waits for any file to change, with the lock given back; EAGAIN if the flags say not to wait. */
int __nacl_io_wait(pthread_mutex_t *lock, int flags);

int __nacl_io_socket_status(struct node *node, struct nacl_irt_stat *status);

#endif
