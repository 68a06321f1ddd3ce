/* Files that a library of the program has, such as nacl_io: what of them the IRT has no functions
   for. The rest goes through the tables of an IRT that the library has instead of the host's
   (`__irt_replace`). All descriptors are the library's then. */
#ifndef LAYER_H
#define LAYER_H

#include <sys/socket.h>

#include "internal.h"

/* Results below zero are numbers of errors with the other sign. */
struct socket_layer {
    int (*socket)(int family, int type, int protocol);
    int (*pair)(int family, int type, int protocol, int ends[2]);
    int (*bind)(int fd, const struct sockaddr *address, socklen_t size);
    int (*connect)(int fd, const struct sockaddr *address, socklen_t size);
    int (*listen)(int fd, int waiting);
    int (*accept)(int fd, struct sockaddr *address, socklen_t *size, int flags);
    int (*shutdown)(int fd, int how);
    /* Its own name, or that of the other end. */
    int (*name)(int fd, bool other, struct sockaddr *address, socklen_t *size);
    int (*get_option)(int fd, int level, int name, void *value, socklen_t *size);
    int (*set_option)(int fd, int level, int name, const void *value, socklen_t size);
    ssize_t (*send)(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t to_size);
    ssize_t (*receive)(int fd, void *bytes, size_t size, int flags, struct sockaddr *from, socklen_t *from_size);
    /* Looks up the addresses of a host, at most `room`. Gives their number. */
    int (*resolve)(const char *host, int family, struct sockaddr_storage *addresses, int room);
};

struct file_layer {
    /* The flags that a file was opened with; set_flags sets O_APPEND and O_NONBLOCK. */
    int (*get_flags)(int fd);
    int (*set_flags)(int fd, int flags);
    /* What poll says of it, POLLNVAL if it is not open. */
    short (*events)(int fd);
    int (*control)(int fd, unsigned long request, void *argument);
    const struct socket_layer *sockets;
};

/* Null as long as no library has files. */
extern const struct file_layer *__file_layer;

static inline int layer_result(int result) {
    return result < 0 ? result_of(-result) : result;
}

#endif
