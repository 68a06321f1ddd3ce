/* The functions of sockets, for descriptors. */
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>

#include "libc/layer.h"
#include "nacl_io/network.h"

/* The open file of a socket, kept; null with the number of an error, which has the other sign. */
static struct open_file *take(int fd, int *error) {
    struct open_file *file = __nacl_io_take(fd);
    *error = file ? 0 : -EBADF;
    if (file && !file->node->operations->socket) {
        __nacl_io_release_file(file);
        *error = -ENOTSOCK;
        return NULL;
    }
    return file;
}

/* Calls a function of the socket of a descriptor, if its kind has it. */
#define OF_SOCKET(fd, name, ...)                                                        \
    ({                                                                                  \
        int error;                                                                      \
        struct open_file *file = take(fd, &error);                                      \
        if (file) {                                                                     \
            struct node *node = file->node;                                             \
            const struct socket_operations *functions = node->operations->socket;       \
            error = functions->name ? -functions->name(node, ##__VA_ARGS__) : -EOPNOTSUPP; \
            __nacl_io_release_file(file);                                               \
        }                                                                               \
        error;                                                                          \
    })

static int flags_of(int type) {
    return O_RDWR | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0);
}

static int make_socket(int family, int type, int protocol) {
    int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (family != AF_INET && family != AF_INET6)
        return -EAFNOSUPPORT;
    if (kind == SOCK_RAW || kind == SOCK_RDM || kind == SOCK_SEQPACKET)
        return -EPROTONOSUPPORT;
    if (kind != SOCK_STREAM && kind != SOCK_DGRAM)
        return -EINVAL;
    int own = kind == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
    if (protocol != 0 && protocol != own)
        return -EPROTONOSUPPORT;
    struct node *node = kind == SOCK_STREAM ? __nacl_io_make_stream(family) : __nacl_io_make_datagrams(family);
    return node ? __nacl_io_new_descriptor(node, flags_of(type), NULL) : -EACCES;
}

static int make_pair(int family, int type, int protocol, int ends[2]) {
    struct node *nodes[2];
    int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (!ends)
        return -EFAULT;
    if (family == AF_INET || family == AF_INET6)
        return -EOPNOTSUPP;
    if (family != AF_UNIX)
        return -EAFNOSUPPORT;
    if (kind != SOCK_STREAM && kind != SOCK_DGRAM)
        return -EPROTOTYPE;
    if (protocol != 0)
        return -EPROTONOSUPPORT;
    int error = __nacl_io_make_pair(kind, nodes);
    if (error)
        return -error;
    ends[0] = __nacl_io_new_descriptor(nodes[0], flags_of(type), NULL);
    ends[1] = __nacl_io_new_descriptor(nodes[1], flags_of(type), NULL);
    if (ends[0] >= 0 && ends[1] >= 0)
        return 0;
    for (int index = 0; index < 2; ++index) {
        if (ends[index] >= 0)
            __nacl_io_descriptors.fdio.close(ends[index]);
    }
    return -EMFILE;
}

/* Reads an address of the internet that was given for a descriptor. */
static int read_address(int fd, const struct sockaddr *from, socklen_t size, struct sockaddr_storage *to) {
    int error;
    if (!from)
        return -EFAULT;
    struct open_file *file = take(fd, &error);
    if (!file)
        return error;
    __nacl_io_release_file(file);
    socklen_t needed = from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (size < needed)
        return -EINVAL;
    if (from->sa_family != AF_INET && from->sa_family != AF_INET6)
        return -EAFNOSUPPORT;
    memset(to, 0, sizeof(*to));
    memcpy(to, from, needed);
    return 0;
}

/* Gives an address to whoever asked for it, as much as there is room for. */
static void write_address(const struct sockaddr_storage *from, struct sockaddr *to, socklen_t *size) {
    if (!to || !size)
        return;
    socklen_t whole = sizeof(sa_family_t);
    if (from->ss_family == AF_INET)
        whole = sizeof(struct sockaddr_in);
    else if (from->ss_family == AF_INET6)
        whole = sizeof(struct sockaddr_in6);
    memcpy(to, from, *size < whole ? *size : whole);
    *size = whole;
}

static int bind_socket(int fd, const struct sockaddr *address, socklen_t size) {
    struct sockaddr_storage whole;
    int wrong = read_address(fd, address, size, &whole);
    return wrong ? wrong : OF_SOCKET(fd, bind, &whole);
}

static int connect_socket(int fd, const struct sockaddr *address, socklen_t size) {
    struct sockaddr_storage whole;
    int wrong = read_address(fd, address, size, &whole);
    return wrong ? wrong : OF_SOCKET(fd, connect, &whole, file->flags);
}

static int listen_socket(int fd, int waiting) {
    return OF_SOCKET(fd, listen, waiting);
}

static int accept_socket(int fd, struct sockaddr *address, socklen_t *size, int flags) {
    struct node *accepted;
    struct sockaddr_storage name;
    int result = OF_SOCKET(fd, accept, file->flags, &accepted);
    if (result < 0)
        return result;
    if (accepted->operations->socket->name(accepted, true, &name) == 0)
        write_address(&name, address, size);
    return __nacl_io_new_descriptor(accepted, flags_of(flags), NULL);
}

static int shutdown_socket(int fd, int how) {
    if (how < SHUT_RD || how > SHUT_RDWR)
        return -EINVAL;
    return OF_SOCKET(fd, shutdown, how);
}

static int name_of(int fd, bool other, struct sockaddr *address, socklen_t *size) {
    struct sockaddr_storage name;
    if (!address || !size)
        return -EFAULT;
    int result = OF_SOCKET(fd, name, other, &name);
    if (result < 0)
        return result;
    if (other && name.ss_family == AF_UNSPEC)
        return -ENOTCONN;
    write_address(&name, address, size);
    return 0;
}

static int get_option(int fd, int level, int name, void *value, socklen_t *size) {
    int error, result = 0;
    if (!value || !size)
        return -EFAULT;
    struct open_file *file = take(fd, &error);
    if (!file)
        return error;
    const struct socket_operations *functions = file->node->operations->socket;
    if (level == SOL_SOCKET && name == SO_TYPE)
        result = functions->type;
    else if (level == SOL_SOCKET && name == SO_ACCEPTCONN)
        result = functions->is_listening && functions->is_listening(file->node);
    else if (level == SOL_SOCKET && name == SO_ERROR)
        result = functions->take_error ? functions->take_error(file->node) : 0;
    else if (functions->get_option)
        error = -functions->get_option(file->node, level, name, &result);
    else
        error = level == SOL_SOCKET && name > 0 ? 0 : -ENOPROTOOPT;
    __nacl_io_release_file(file);
    if (error)
        return error;
    socklen_t room = *size < sizeof(result) ? *size : sizeof(result);
    memcpy(value, &result, room);
    *size = room;
    return 0;
}

static int set_option(int fd, int level, int name, const void *value, socklen_t size) {
    int number = 0;
    if (!value)
        return -EFAULT;
    if (size < sizeof(number))
        return -EINVAL;
    memcpy(&number, value, sizeof(number));
    int result = OF_SOCKET(fd, set_option, level, name, number);
    if (level != SOL_SOCKET || (result != 0 && result != -EOPNOTSUPP))
        return result;
    /* These can only be read. */
    if (name == SO_ERROR || name == SO_TYPE || name == SO_ACCEPTCONN)
        return -ENOPROTOOPT;
    /* Kinds without options have those that change nothing. */
    return 0;
}

static int flags_for(int own, int flags) {
    return own | (flags & MSG_DONTWAIT ? O_NONBLOCK : 0);
}

static ssize_t send_bytes(
    int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t to_size) {
    struct sockaddr_storage whole;
    size_t count = 0;
    if (!bytes && size > 0)
        return -EFAULT;
    int wrong = to ? read_address(fd, to, to_size, &whole) : 0;
    if (wrong)
        return wrong;
    /* As with the SDK, a connection that is closed is no signal. */
    int result = OF_SOCKET(fd, send, bytes, size, flags_for(file->flags, flags), to ? &whole : NULL, &count);
    return result < 0 ? result : (ssize_t) count;
}

static ssize_t receive_bytes(
    int fd, void *bytes, size_t size, int flags, struct sockaddr *from, socklen_t *from_size) {
    struct sockaddr_storage whole;
    size_t count = 0;
    if ((!bytes && size > 0) || (from && !from_size))
        return -EFAULT;
    whole.ss_family = AF_UNSPEC;
    int result = OF_SOCKET(
        fd, receive, bytes, size, flags_for(file->flags, flags), (flags & MSG_PEEK) != 0, &whole, &count);
    if (result < 0)
        return result;
    write_address(&whole, from, from_size);
    return (ssize_t) count;
}

const struct socket_layer __nacl_io_sockets = {
    make_socket,
    make_pair,
    bind_socket,
    connect_socket,
    listen_socket,
    accept_socket,
    shutdown_socket,
    name_of,
    get_option,
    set_option,
    send_bytes,
    receive_bytes,
    __nacl_io_resolve,
};
