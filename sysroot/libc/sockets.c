/* Sockets, which a library may have (`layer.h`). Without one there are none: the IRT has no
   network, and Pepper's sockets are not files. */
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "layer.h"

static const struct socket_layer *sockets(void) {
    return __file_layer ? __file_layer->sockets : NULL;
}

int socket(int family, int type, int protocol) {
    CALL_CLASS(socket(family, type, protocol));
    return sockets() ? layer_result(sockets()->socket(family, type, protocol)) : result_of(ENOSYS);
}

int socketpair(int family, int type, int protocol, int ends[2]) {
    CALL_CLASS(socketpair(family, type, protocol, ends));
    return sockets() ? layer_result(sockets()->pair(family, type, protocol, ends)) : result_of(ENOSYS);
}

/* What is wrong with a descriptor that is no socket, as none is. */
static int no_socket(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 ? result_of(ENOTSOCK) : result_of(EBADF);
}

#define SOCKET(call) (sockets() ? layer_result(sockets()->call) : no_socket(fd))

int bind(int fd, const struct sockaddr *address, socklen_t size) {
    CALL_CLASS(bind(fd, address, size));
    return SOCKET(bind(fd, address, size));
}

int connect(int fd, const struct sockaddr *address, socklen_t size) {
    CALL_CLASS(connect(fd, address, size));
    return SOCKET(connect(fd, address, size));
}

int listen(int fd, int waiting) {
    CALL_CLASS(listen(fd, waiting));
    return SOCKET(listen(fd, waiting));
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict size, int flags) {
    return SOCKET(accept(fd, address, size, flags));
}

int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    CALL_CLASS(accept(fd, address, size));
    return accept4(fd, address, size, 0);
}

/* No bytes come out of their order. */
int sockatmark(int fd) {
    int type;
    socklen_t size = sizeof(type);
    return SOCKET(get_option(fd, SOL_SOCKET, SO_TYPE, &type, &size));
}

int shutdown(int fd, int how) {
    CALL_CLASS(shutdown(fd, how));
    return SOCKET(shutdown(fd, how));
}

int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    CALL_CLASS(getsockname(fd, address, size));
    return SOCKET(name(fd, false, address, size));
}

int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    CALL_CLASS(getpeername(fd, address, size));
    return SOCKET(name(fd, true, address, size));
}

int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
    CALL_CLASS(getsockopt(fd, level, name, value, size));
    return SOCKET(get_option(fd, level, name, value, size));
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
    CALL_CLASS(setsockopt(fd, level, name, value, size));
    return SOCKET(set_option(fd, level, name, value, size));
}

ssize_t sendto(
    int fd, const void *buffer, size_t size, int flags, const struct sockaddr *address, socklen_t address_size) {
    CALL_CLASS(sendto(fd, buffer, size, flags, address, address_size));
    return SOCKET(send(fd, buffer, size, flags, address, address_size));
}

ssize_t send(int fd, const void *buffer, size_t size, int flags) {
    CALL_CLASS(send(fd, buffer, size, flags));
    return sendto(fd, buffer, size, flags, NULL, 0);
}

ssize_t recvfrom(
    int fd,
    void *restrict buffer,
    size_t size,
    int flags,
    struct sockaddr *restrict address,
    socklen_t *restrict address_size) {
    CALL_CLASS(recvfrom(fd, buffer, size, flags, address, address_size));
    return SOCKET(receive(fd, buffer, size, flags, address, address_size));
}

ssize_t recv(int fd, void *buffer, size_t size, int flags) {
    CALL_CLASS(recv(fd, buffer, size, flags));
    return recvfrom(fd, buffer, size, flags, NULL, NULL);
}

/* The bytes of all pieces of a message; -1 if they are more than fit. */
static ssize_t size_of(const struct msghdr *message) {
    if (!message)
        return result_of(EFAULT);
    size_t total = 0;
    for (int index = 0; index < message->msg_iovlen; ++index) {
        if (message->msg_iov[index].iov_len > INT32_MAX - total)
            return result_of(EMSGSIZE);
        total += message->msg_iov[index].iov_len;
    }
    return (ssize_t) total;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    CALL_CLASS(sendmsg(fd, message, flags));
    ssize_t size = sockets() ? size_of(message) : no_socket(fd);
    if (size < 0)
        return -1;
    char *all = malloc(size > 0 ? (size_t) size : 1);
    if (!all)
        return result_of(ENOMEM);
    char *end = all;
    for (int index = 0; index < message->msg_iovlen; ++index)
        end = (char *) mempcpy(end, message->msg_iov[index].iov_base, message->msg_iov[index].iov_len);
    ssize_t count = sendto(fd, all, (size_t) size, flags, message->msg_name, message->msg_namelen);
    free(all);
    return count;
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    CALL_CLASS(recvmsg(fd, message, flags));
    ssize_t size = sockets() ? size_of(message) : no_socket(fd);
    if (size < 0)
        return -1;
    char *all = malloc(size > 0 ? (size_t) size : 1);
    if (!all)
        return result_of(ENOMEM);
    struct sockaddr *name = message->msg_name;
    ssize_t count = recvfrom(fd, all, (size_t) size, flags, name, name ? &message->msg_namelen : NULL);
    message->msg_flags = 0;
    message->msg_controllen = 0;
    const char *next = all;
    for (int index = 0; count > 0 && index < message->msg_iovlen; ++index) {
        size_t left = (size_t) (all + count - next), length = message->msg_iov[index].iov_len;
        length = left < length ? left : length;
        memcpy(message->msg_iov[index].iov_base, next, length);
        next += length;
    }
    free(all);
    return count;
}
