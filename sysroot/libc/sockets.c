/* Sockets, of which there are none: the IRT has no network, and Pepper's sockets are
   not files. */
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "internal.h"

int socket(int family, int type, int protocol) {
    (void) family;
    (void) type;
    (void) protocol;
    return result_of(ENOSYS);
}

int socketpair(int family, int type, int protocol, int ends[2]) {
    (void) ends;
    return socket(family, type, protocol);
}

/* What is wrong with a descriptor that is no socket, as none is. */
static int no_socket(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 ? result_of(ENOTSOCK) : result_of(EBADF);
}

#define NO_SOCKET(type, name, ...) \
    type name(int fd, ##__VA_ARGS__) { \
        return no_socket(fd); \
    }

#pragma clang diagnostic ignored "-Wunused-parameter"
NO_SOCKET(int, bind, const struct sockaddr *address, socklen_t size)
NO_SOCKET(int, connect, const struct sockaddr *address, socklen_t size)
NO_SOCKET(int, listen, int waiting)
NO_SOCKET(int, accept, struct sockaddr *restrict address, socklen_t *restrict size)
NO_SOCKET(int, accept4, struct sockaddr *restrict address, socklen_t *restrict size, int flags)
NO_SOCKET(int, sockatmark)
NO_SOCKET(int, shutdown, int how)
NO_SOCKET(int, getsockname, struct sockaddr *restrict address, socklen_t *restrict size)
NO_SOCKET(int, getpeername, struct sockaddr *restrict address, socklen_t *restrict size)
NO_SOCKET(int, getsockopt, int level, int name, void *restrict value, socklen_t *restrict size)
NO_SOCKET(int, setsockopt, int level, int name, const void *value, socklen_t size)
NO_SOCKET(ssize_t, send, const void *buffer, size_t size, int flags)
NO_SOCKET(ssize_t, sendto, const void *buffer, size_t size, int flags, const struct sockaddr *address,
    socklen_t address_size)
NO_SOCKET(ssize_t, sendmsg, const struct msghdr *message, int flags)
NO_SOCKET(ssize_t, recv, void *buffer, size_t size, int flags)
NO_SOCKET(ssize_t, recvfrom, void *restrict buffer, size_t size, int flags, struct sockaddr *restrict address,
    socklen_t *restrict address_size)
NO_SOCKET(ssize_t, recvmsg, struct msghdr *message, int flags)
