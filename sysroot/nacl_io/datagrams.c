/* UDP sockets. The network thread receives datagrams ahead of the program's calls, and sends those
   that wait in a queue. */
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <ppapi/c/ppb_udp_socket.h>
#include <stdlib.h>
#include <string.h>

#include "libc/readiness.h"
#include "nacl_io/network.h"

/* Room for any datagram, and how many wait to be received. */
#define LARGEST 65536
#define WAITING 64
/* The most bytes of a datagram, without the heads of the protocols. */
#define LARGEST_IPV4 65507
#define LARGEST_IPV6 65527
/* The size of the queue in bytes. SO_SNDBUF does not change it. */
#define OUTPUT_ROOM (8 * LARGEST)

PEPPER_INTERFACE(udp, PPB_UDPSocket, PPB_UDPSOCKET_INTERFACE)

struct datagram {
    /* The sender of a received datagram, or the receiver of a queued one. */
    struct sockaddr_storage address;
    size_t size;
    struct datagram *next;
    char bytes[];
};

/* The node has a reference, and so has each operation that goes on. */
struct datagrams {
    int references;
    pthread_mutex_t lock;
    PP_Resource resource;
    int family, error;
    struct socket_switches switches;
    bool is_bound, is_closed, is_receiving, is_sending;
    /* Whom it is connected to; the family is AF_UNSPEC if to nobody. */
    struct sockaddr_storage other;
    PP_Resource sender;
    struct datagram *waiting[WAITING];
    int count;
    /* What waits to be sent. The first is kept until the browser has taken it. */
    struct datagram *output, **output_end;
    size_t output_size;
    char bytes[LARGEST];
};

struct datagram_node {
    struct node node;
    struct datagrams *socket;
};

static struct datagrams *socket_of(struct node *node) {
    return ((struct datagram_node *) node)->socket;
}

static void drop_first_output(struct datagrams *socket) {
    struct datagram *first = socket->output;
    socket->output = first->next;
    if (!socket->output)
        socket->output_end = &socket->output;
    socket->output_size -= first->size;
    free(first);
}

static void release(struct datagrams *socket) {
    if (__atomic_sub_fetch(&socket->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (int index = 0; index < socket->count; ++index)
        free(socket->waiting[index]);
    while (socket->output)
        drop_first_output(socket);
    __nacl_io_release_resource(socket->resource);
    pthread_mutex_destroy(&socket->lock);
    free(socket);
}

static void start_receiving(struct datagrams *socket);

/* What comes without room or memory for it is lost, as datagrams may be. */
static void was_received(void *data, int32_t result) {
    struct datagrams *socket = data;
    pthread_mutex_lock(&socket->lock);
    socket->is_receiving = false;
    struct datagram *datagram = result >= 0 ? malloc(sizeof(*datagram) + (size_t) result) : NULL;
    if (datagram) {
        datagram->size = (size_t) result;
        memcpy(datagram->bytes, socket->bytes, datagram->size);
        __nacl_io_from_address(socket->sender, &datagram->address);
        socket->waiting[socket->count++] = datagram;
    }
    __nacl_io_release_resource(socket->sender);
    socket->sender = 0;
    if (result < 0 && result != PP_ERROR_ABORTED)
        socket->error = __nacl_io_error(result);
    if (result >= 0)
        start_receiving(socket);
    pthread_mutex_unlock(&socket->lock);
    __readiness_changed();
    release(socket);
}

static void start_receiving(struct datagrams *socket) {
    if (socket->is_receiving || socket->is_closed || !socket->is_bound || socket->count == WAITING)
        return;
    __atomic_fetch_add(&socket->references, 1, __ATOMIC_RELAXED);
    socket->is_receiving = true;
    int32_t result = udp()->RecvFrom(socket->resource, socket->bytes, LARGEST, &socket->sender,
        PP_MakeCompletionCallback(was_received, socket));
    if (result != PP_OK_COMPLETIONPENDING) {
        socket->is_receiving = false;
        socket->error = __nacl_io_error(result);
        release(socket);
    }
}

static void receive_on(void *data, int32_t result) {
    struct datagrams *socket = data;
    (void) result;
    pthread_mutex_lock(&socket->lock);
    start_receiving(socket);
    pthread_mutex_unlock(&socket->lock);
    release(socket);
}

static void start_sending(struct datagrams *socket);

/* A datagram that is refused is lost, and a later call fails with its error. */
static void end_sending(struct datagrams *socket, int32_t result) {
    socket->is_sending = false;
    drop_first_output(socket);
    if (result < 0 && result != PP_ERROR_ABORTED)
        socket->error = __nacl_io_error(result);
}

static void was_sent(void *data, int32_t result) {
    struct datagrams *socket = data;
    pthread_mutex_lock(&socket->lock);
    end_sending(socket, result);
    start_sending(socket);
    pthread_mutex_unlock(&socket->lock);
    __readiness_changed();
    release(socket);
}

static void start_sending(struct datagrams *socket) {
    while (socket->output && !socket->is_sending) {
        struct datagram *first = socket->output;
        PP_Resource address = __nacl_io_to_address(&first->address);
        __atomic_fetch_add(&socket->references, 1, __ATOMIC_RELAXED);
        int32_t result = udp()->SendTo(socket->resource, first->bytes, (int32_t) first->size, address,
            PP_MakeCompletionCallback(was_sent, socket));
        __nacl_io_release_resource(address);
        socket->is_sending = true;
        if (result != PP_OK_COMPLETIONPENDING) {
            end_sending(socket, result);
            release(socket);
        }
    }
    if (socket->is_closed && !socket->output)
        udp()->Close(socket->resource);
}

static void send_on(void *data, int32_t result) {
    struct datagrams *socket = data;
    (void) result;
    pthread_mutex_lock(&socket->lock);
    start_sending(socket);
    pthread_mutex_unlock(&socket->lock);
    __readiness_changed();
    release(socket);
}

/* Has a function called in the thread of the network, with a reference, which it releases. */
static void schedule(struct datagrams *socket, PP_CompletionCallback_Func function) {
    __atomic_fetch_add(&socket->references, 1, __ATOMIC_RELAXED);
    int error = __nacl_io_in_network(function, socket);
    if (error) {
        socket->error = error;
        release(socket);
    }
}

static int bind_socket(struct node *node, const struct sockaddr_storage *address) {
    struct datagrams *socket = socket_of(node);
    if (socket->is_bound)
        return EINVAL;
    PP_Resource resource = __nacl_io_to_address(address);
    int32_t result = udp()->Bind(socket->resource, resource, PP_BlockUntilComplete());
    __nacl_io_release_resource(resource);
    if (result != PP_OK)
        return __nacl_io_error(result);
    pthread_mutex_lock(&socket->lock);
    socket->is_bound = true;
    schedule(socket, receive_on);
    pthread_mutex_unlock(&socket->lock);
    return 0;
}

/* A socket that sends has an address, any one if the program gave none. */
static int bind_to_any(struct node *node) {
    struct sockaddr_storage any = {.ss_family = (sa_family_t) socket_of(node)->family};
    return socket_of(node)->is_bound ? 0 : bind_socket(node, &any);
}

static int connect_socket(struct node *node, const struct sockaddr_storage *address, int flags) {
    (void) flags;
    struct datagrams *socket = socket_of(node);
    pthread_mutex_lock(&socket->lock);
    socket->other = *address;
    pthread_mutex_unlock(&socket->lock);
    return 0;
}

static int send_bytes(
    struct node *node, const void *bytes, size_t size, int flags, const struct sockaddr_storage *to, size_t *count) {
    struct datagrams *socket = socket_of(node);
    struct sockaddr_storage address = to ? *to : socket->other;
    if (address.ss_family == AF_UNSPEC)
        return EDESTADDRREQ;
    if (size > (address.ss_family == AF_INET ? LARGEST_IPV4 : LARGEST_IPV6))
        return EMSGSIZE;
    int error = bind_to_any(node);
    if (error)
        return error;
    struct datagram *datagram = malloc(sizeof(*datagram) + size);
    if (!datagram)
        return ENOBUFS;
    datagram->address = address;
    datagram->size = size;
    datagram->next = NULL;
    memcpy(datagram->bytes, bytes, size);
    pthread_mutex_lock(&socket->lock);
    while (!error && !socket->error && socket->output_size >= OUTPUT_ROOM)
        error = __nacl_io_wait(&socket->lock, flags);
    if (!error) {
        error = socket->error;
        socket->error = 0;
    }
    if (!error) {
        *socket->output_end = datagram;
        socket->output_end = &datagram->next;
        socket->output_size += size;
        *count = size;
        if (!socket->is_sending)
            schedule(socket, send_on);
    }
    pthread_mutex_unlock(&socket->lock);
    if (error)
        free(datagram);
    return error;
}

/* What does not fit is dropped. */
static int receive_bytes(struct node *node, void *bytes, size_t size, int flags, bool peek, struct sockaddr_storage *from,
    size_t *count) {
    struct datagrams *socket = socket_of(node);
    int error = 0;
    pthread_mutex_lock(&socket->lock);
    while (!error && socket->count == 0 && !socket->error)
        error = __nacl_io_wait(&socket->lock, flags);
    if (!error && socket->count == 0) {
        error = socket->error;
        socket->error = 0;
    } else if (!error) {
        struct datagram *first = socket->waiting[0];
        *count = size < first->size ? size : first->size;
        memcpy(bytes, first->bytes, *count);
        if (from)
            *from = first->address;
        if (!peek) {
            --socket->count;
            memmove(socket->waiting, socket->waiting + 1, (size_t) socket->count * sizeof(first));
            free(first);
            schedule(socket, receive_on);
        }
    }
    pthread_mutex_unlock(&socket->lock);
    return error;
}

static int name_of(struct node *node, bool other, struct sockaddr_storage *address) {
    struct datagrams *socket = socket_of(node);
    if (other) {
        *address = socket->other;
        return 0;
    }
    PP_Resource resource = udp()->GetBoundAddress(socket->resource);
    __nacl_io_from_address(resource, address);
    __nacl_io_release_resource(resource);
    /* A socket without an address has that of its family whose parts are all zero. */
    if (address->ss_family == AF_UNSPEC)
        address->ss_family = (sa_family_t) socket->family;
    return 0;
}

static int set_option(struct node *node, int level, int name, int value) {
    PP_UDPSocket_Option option;
    struct PP_Var var = PP_MakeBool(PP_FromBool(value != 0));
    if (level == IPPROTO_IP && name == IP_MULTICAST_TTL) {
        if (value < 0 || value > UINT8_MAX)
            return EINVAL;
        option = PP_UDPSOCKET_OPTION_MULTICAST_TTL;
        var = PP_MakeInt32(value);
    } else if (level == IPPROTO_IP && name == IP_MULTICAST_LOOP) {
        option = PP_UDPSOCKET_OPTION_MULTICAST_LOOP;
    } else if (level != SOL_SOCKET) {
        return ENOPROTOOPT;
    } else if (name == SO_REUSEADDR) {
        option = PP_UDPSOCKET_OPTION_ADDRESS_REUSE;
    } else if (name == SO_BROADCAST) {
        option = PP_UDPSOCKET_OPTION_BROADCAST;
    } else if (name == SO_SNDBUF || name == SO_RCVBUF) {
        option = name == SO_SNDBUF ? PP_UDPSOCKET_OPTION_SEND_BUFFER_SIZE : PP_UDPSOCKET_OPTION_RECV_BUFFER_SIZE;
        var = PP_MakeInt32(value);
    } else {
        return 0;
    }
    int error = __nacl_io_error(
        udp()->SetOption(socket_of(node)->resource, option, var, PP_BlockUntilComplete()));
    bool *on = socket_switch(&socket_of(node)->switches, level, name);
    if (!error && on)
        *on = value != 0;
    return error;
}

static int get_option(struct node *node, int level, int name, int *value) {
    if (level == IPPROTO_TCP)
        return ENOPROTOOPT;
    return get_socket_switch(&socket_of(node)->switches, level, name, value);
}

static int take_error(struct node *node) {
    struct datagrams *socket = socket_of(node);
    pthread_mutex_lock(&socket->lock);
    int error = socket->error;
    socket->error = 0;
    pthread_mutex_unlock(&socket->lock);
    return error;
}

static short events(struct node *node) {
    struct datagrams *socket = socket_of(node);
    pthread_mutex_lock(&socket->lock);
    int events = (socket->output_size < OUTPUT_ROOM ? POLLOUT | POLLWRNORM : 0) |
        (socket->count > 0 ? POLLIN | POLLRDNORM : 0) | (socket->error ? POLLERR : 0);
    pthread_mutex_unlock(&socket->lock);
    return (short) events;
}

static int read_datagram(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) position;
    return receive_bytes(node, bytes, size, flags, false, NULL, count);
}

static int write_datagram(
    struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) position;
    return send_bytes(node, bytes, size, flags, NULL, count);
}

/* Datagrams in the queue are still sent. */
static void destroy_socket(struct node *node) {
    struct datagrams *socket = socket_of(node);
    pthread_mutex_lock(&socket->lock);
    socket->is_closed = true;
    if (!socket->output)
        udp()->Close(socket->resource);
    pthread_mutex_unlock(&socket->lock);
    release(socket);
    free(node);
}

static const struct socket_operations socket_functions = {
    .type = SOCK_DGRAM,
    .bind = bind_socket,
    .connect = connect_socket,
    .name = name_of,
    .send = send_bytes,
    .receive = receive_bytes,
    .set_option = set_option,
    .get_option = get_option,
    .take_error = take_error,
};

static const struct node_operations operations = {
    .read = read_datagram,
    .write = write_datagram,
    .status = __nacl_io_socket_status,
    .events = events,
    .destroy = destroy_socket,
    .socket = &socket_functions,
};

struct node *__nacl_io_make_datagrams(int family) {
    struct datagram_node *made = calloc(1, sizeof(*made));
    struct datagrams *socket = calloc(1, sizeof(*socket));
    PP_Resource resource = udp() ? udp()->Create(__nacl_io_instance) : 0;
    if (!made || !socket || !resource) {
        __nacl_io_release_resource(resource);
        free(socket);
        free(made);
        return NULL;
    }
    socket->references = 1;
    socket->resource = resource;
    socket->family = family;
    socket->output_end = &socket->output;
    pthread_mutex_init(&socket->lock, NULL);
    __nacl_io_begin_node(&made->node, &operations, S_IFSOCK | 0666, NULL);
    made->node.is_stream = true;
    made->socket = socket;
    return &made->node;
}
