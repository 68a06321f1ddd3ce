/* Sockets of TCP: their life, connecting, names and options. */
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>

#include "libc/readiness.h"
#include "nacl_io/streams.h"

PEPPER_INTERFACE(tcp, PPB_TCPSocket, PPB_TCPSOCKET_INTERFACE)

const PPB_TCPSocket *__nacl_io_tcp(void) {
    return tcp();
}

void __nacl_io_release_stream(struct stream *stream) {
    if (__atomic_sub_fetch(&stream->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (int index = 0; index < stream->accepted_count; ++index)
        __nacl_io_release_resource(stream->accepted[index]);
    __nacl_io_release_resource(stream->resource);
    __nacl_io_release_resource(stream->address);
    pthread_mutex_destroy(&stream->lock);
    free(stream->input.bytes);
    free(stream->output.bytes);
    free(stream);
}

void __nacl_io_keep_stream(struct stream *stream) {
    __atomic_fetch_add(&stream->references, 1, __ATOMIC_RELAXED);
}

void __nacl_io_unlock_stream(struct stream *stream) {
    pthread_mutex_unlock(&stream->lock);
    __readiness_changed();
}

/* Has a function called in the thread of the network, with a reference. */
void __nacl_io_schedule_stream(struct stream *stream, PP_CompletionCallback_Func function) {
    __nacl_io_keep_stream(stream);
    int error = __nacl_io_in_network(function, stream);
    if (error) {
        stream->error = error;
        __nacl_io_release_stream(stream);
    }
}

static void was_connected(void *data, int32_t result) {
    struct stream *stream = data;
    pthread_mutex_lock(&stream->lock);
    stream->state = result == PP_OK ? CONNECTED : FRESH;
    stream->error = __nacl_io_error(result);
    __nacl_io_start_reading(stream);
    __nacl_io_unlock_stream(stream);
    __nacl_io_release_stream(stream);
}

static void start_connecting(void *data, int32_t unused) {
    struct stream *stream = data;
    (void) unused;
    int32_t result = PP_ERROR_ABORTED;
    if (!stream->is_closed)
        result = __nacl_io_tcp()->Connect(stream->resource, stream->address, PP_MakeCompletionCallback(was_connected, stream));
    if (result != PP_OK_COMPLETIONPENDING)
        was_connected(stream, result);
}

static int connect_stream(struct node *node, const struct sockaddr_storage *address, int flags) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    int error = stream->state == CONNECTING ? EALREADY : stream->state != FRESH ? EISCONN : 0;
    if (!error) {
        __nacl_io_release_resource(stream->address);
        stream->address = __nacl_io_to_address(address);
        stream->state = CONNECTING;
        stream->error = 0;
        __nacl_io_schedule_stream(stream, start_connecting);
        if (flags & O_NONBLOCK)
            error = EINPROGRESS;
    }
    while (!error && stream->state == CONNECTING && !stream->error)
        error = __nacl_io_wait(&stream->lock, flags);
    if (!error) {
        error = stream->error;
        stream->error = 0;
    }
    pthread_mutex_unlock(&stream->lock);
    return error;
}

static int bind_stream(struct node *node, const struct sockaddr_storage *address) {
    PP_Resource resource = __nacl_io_to_address(address);
    int32_t result = __nacl_io_tcp()->Bind(stream_of(node)->resource, resource, PP_BlockUntilComplete());
    __nacl_io_release_resource(resource);
    return __nacl_io_error(result);
}

/* The other end is not told before the socket is closed, because the browser cannot. */
static int shutdown_stream(struct node *node, int how) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    int error = stream->state == CONNECTED ? 0 : ENOTCONN;
    if (!error && how != SHUT_WR)
        stream->at_end = true;
    if (!error && how != SHUT_RD)
        stream->no_more_output = true;
    if (!error && how == SHUT_RDWR && !stream->is_closed) {
        stream->is_closed = true;
        __nacl_io_schedule_stream(stream, __nacl_io_write_on);
    }
    __nacl_io_unlock_stream(stream);
    return error;
}

static int name_of(struct node *node, bool other, struct sockaddr_storage *address) {
    PP_Resource socket = stream_of(node)->resource;
    PP_Resource resource = other ? __nacl_io_tcp()->GetRemoteAddress(socket) : __nacl_io_tcp()->GetLocalAddress(socket);
    __nacl_io_from_address(resource, address);
    __nacl_io_release_resource(resource);
    if (!other && address->ss_family == AF_UNSPEC)
        address->ss_family = (sa_family_t) stream_of(node)->family;
    return 0;
}

static int set_option(struct node *node, int level, int name, int value) {
    PP_TCPSocket_Option option;
    struct PP_Var var = PP_MakeInt32(value);
    if (level == IPPROTO_TCP && name == TCP_NODELAY) {
        option = PP_TCPSOCKET_OPTION_NO_DELAY;
        var = PP_MakeBool(PP_FromBool(value != 0));
    } else if (level == SOL_SOCKET && name == SO_SNDBUF) {
        option = PP_TCPSOCKET_OPTION_SEND_BUFFER_SIZE;
    } else if (level == SOL_SOCKET && name == SO_RCVBUF) {
        option = PP_TCPSOCKET_OPTION_RECV_BUFFER_SIZE;
    } else {
        bool *on = socket_switch(&stream_of(node)->switches, level, name);
        if (on)
            *on = value != 0;
        return level == SOL_SOCKET ? 0 : ENOPROTOOPT;
    }
    int error = __nacl_io_error(
        __nacl_io_tcp()->SetOption(stream_of(node)->resource, option, var, PP_BlockUntilComplete()));
    if (!error && option == PP_TCPSOCKET_OPTION_NO_DELAY)
        stream_of(node)->switches.has_no_delay = value != 0;
    return error;
}

static int get_option(struct node *node, int level, int name, int *value) {
    return get_socket_switch(&stream_of(node)->switches, level, name, value);
}

static int take_error(struct node *node) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    int error = stream->error;
    stream->error = 0;
    pthread_mutex_unlock(&stream->lock);
    return error;
}

static short events(struct node *node) {
    struct stream *stream = stream_of(node);
    int events = 0;
    pthread_mutex_lock(&stream->lock);
    if (stream->input.size > 0 || stream->at_end || stream->accepted_count > 0)
        events |= POLLIN | POLLRDNORM;
    if (stream->state == CONNECTED && stream->output.size < stream->output.room)
        events |= POLLOUT | POLLWRNORM;
    if (stream->error)
        events |= POLLERR | POLLOUT | POLLIN;
    if (stream->at_end && stream->no_more_output)
        events |= POLLHUP;
    pthread_mutex_unlock(&stream->lock);
    return (short) events;
}

static int read_stream(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) position;
    return __nacl_io_receive_bytes(node, bytes, size, flags, false, NULL, count);
}

static int write_stream(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) position;
    return __nacl_io_send_bytes(node, bytes, size, flags, NULL, count);
}

/* What was written is sent before the connection ends. */
static void destroy_stream(struct node *node) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    stream->is_closed = true;
    if (stream->state == CONNECTED)
        __nacl_io_schedule_stream(stream, __nacl_io_write_on);
    else
        __nacl_io_tcp()->Close(stream->resource);
    pthread_mutex_unlock(&stream->lock);
    __nacl_io_release_stream(stream);
    free(node);
}

static bool is_listening(struct node *node) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    bool is_so = stream->state == LISTENING;
    pthread_mutex_unlock(&stream->lock);
    return is_so;
}

static const struct socket_operations socket_functions = {
    .type = SOCK_STREAM,
    .bind = bind_stream,
    .connect = connect_stream,
    .listen = __nacl_io_listen,
    .is_listening = is_listening,
    .accept = __nacl_io_accept,
    .shutdown = shutdown_stream,
    .name = name_of,
    .send = __nacl_io_send_bytes,
    .receive = __nacl_io_receive_bytes,
    .set_option = set_option,
    .get_option = get_option,
    .take_error = take_error,
};

static const struct node_operations operations = {
    .read = read_stream,
    .write = write_stream,
    .status = __nacl_io_socket_status,
    .events = events,
    .destroy = destroy_stream,
    .socket = &socket_functions,
};

/* Makes a socket of a resource, which it takes over. */
struct node *__nacl_io_stream(PP_Resource resource, enum state state, int family) {
    struct stream_node *made = calloc(1, sizeof(*made));
    struct stream *stream = calloc(1, sizeof(*stream));
    if (!made || !stream || !resource || !__nacl_io_ring_make(&stream->input, STREAM_ROOM) ||
        !__nacl_io_ring_make(&stream->output, STREAM_ROOM)) {
        if (stream)
            free(stream->input.bytes);
        free(stream);
        free(made);
        __nacl_io_release_resource(resource);
        return NULL;
    }
    *stream = (struct stream) {
        .references = 1,
        .resource = resource,
        .state = state,
        .family = family,
        .input = stream->input,
        .output = stream->output,
    };
    pthread_mutex_init(&stream->lock, NULL);
    __nacl_io_begin_node(&made->node, &operations, S_IFSOCK | 0666, NULL);
    made->node.is_stream = true;
    made->stream = stream;
    return &made->node;
}

struct node *__nacl_io_make_stream(int family) {
    return __nacl_io_tcp() ? __nacl_io_stream(__nacl_io_tcp()->Create(__nacl_io_instance), FRESH, family) : NULL;
}
