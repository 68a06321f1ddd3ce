/* Sockets of TCP. Bytes are read before they are asked for and written after they were given, by
   the thread of the network. */
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <ppapi/c/ppb_tcp_socket.h>
#include <stdlib.h>
#include <string.h>

#include "libc/readiness.h"
#include "nacl_io/devices.h"
#include "nacl_io/network.h"

#define ROOM 65536
/* Connections that wait to be accepted. */
#define WAITING 16

PEPPER_INTERFACE(tcp, PPB_TCPSocket, PPB_TCPSOCKET_INTERFACE)

enum state { FRESH, CONNECTING, CONNECTED, LISTENING };

/* A connection. The node has a reference, and so has each operation that goes on. */
struct stream {
    int references;
    pthread_mutex_t lock;
    PP_Resource resource;
    enum state state;
    int family;
    /* An error that nobody was told of. */
    int error;
    bool is_closed, is_reading, is_writing, is_accepting;
    /* No more bytes come, or can be given. */
    bool at_end, no_more_output;
    struct ring input, output;
    char in_part[ROOM / 4], out_part[ROOM / 4];
    PP_Resource address, accepting, accepted[WAITING];
    int accepted_count;
};

struct stream_node {
    struct node node;
    struct stream *stream;
};

static struct stream *stream_of(struct node *node) {
    return ((struct stream_node *) node)->stream;
}

static void release(struct stream *stream) {
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

static void keep(struct stream *stream) {
    __atomic_fetch_add(&stream->references, 1, __ATOMIC_RELAXED);
}

static void unlock_changed(struct stream *stream) {
    pthread_mutex_unlock(&stream->lock);
    __readiness_changed();
}

/* Has a function called in the thread of the network, with a reference. */
static void schedule(struct stream *stream, PP_CompletionCallback_Func function) {
    keep(stream);
    int error = __nacl_io_in_network(function, stream);
    if (error) {
        stream->error = error;
        release(stream);
    }
}

/* Reading. */

static void start_reading(struct stream *stream);

static void was_read(void *data, int32_t result) {
    struct stream *stream = data;
    pthread_mutex_lock(&stream->lock);
    stream->is_reading = false;
    if (result > 0)
        __nacl_io_ring_write(&stream->input, stream->in_part, (size_t) result);
    else
        stream->at_end = true;
    if (result < 0 && result != PP_ERROR_ABORTED && result != PP_ERROR_CONNECTION_CLOSED && !stream->is_closed)
        stream->error = __nacl_io_error(result);
    start_reading(stream);
    unlock_changed(stream);
    release(stream);
}

/* Reads on if there is room. Is called in the thread of the network, with the lock. */
static void start_reading(struct stream *stream) {
    size_t room = stream->input.room - stream->input.size;
    if (stream->is_reading || stream->at_end || stream->is_closed || stream->state != CONNECTED || room == 0)
        return;
    room = room < sizeof(stream->in_part) ? room : sizeof(stream->in_part);
    keep(stream);
    stream->is_reading = true;
    int32_t result =
        tcp()->Read(stream->resource, stream->in_part, (int32_t) room, PP_MakeCompletionCallback(was_read, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_reading = false;
        stream->at_end = true;
        stream->error = __nacl_io_error(result);
        release(stream);
    }
}

static void read_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    start_reading(stream);
    unlock_changed(stream);
    release(stream);
}

static int receive_bytes(struct node *node, void *bytes, size_t size, int flags, bool peek, struct sockaddr_storage *from,
    size_t *count) {
    struct stream *stream = stream_of(node);
    int error = 0;
    if (from)
        from->ss_family = AF_UNSPEC;
    pthread_mutex_lock(&stream->lock);
    if (stream->state != CONNECTED)
        error = ENOTCONN;
    while (!error && stream->input.size == 0 && !stream->at_end && !stream->error && size > 0)
        error = __nacl_io_wait(&stream->lock, flags);
    if (!error && stream->input.size == 0 && stream->error) {
        error = stream->error;
        stream->error = 0;
    }
    if (!error) {
        struct ring input = stream->input;
        *count = __nacl_io_ring_read(&input, bytes, size);
        if (!peek)
            stream->input = input;
        if (!peek && *count > 0 && !stream->is_reading)
            schedule(stream, read_on);
    }
    pthread_mutex_unlock(&stream->lock);
    return error;
}

/* Writing. */

static void start_writing(struct stream *stream);

static void was_written(void *data, int32_t result) {
    struct stream *stream = data;
    pthread_mutex_lock(&stream->lock);
    stream->is_writing = false;
    if (result < 0) {
        stream->error = __nacl_io_error(result);
        stream->no_more_output = true;
        stream->output.size = 0;
    } else {
        stream->output.start = (stream->output.start + (size_t) result) % stream->output.room;
        stream->output.size -= (size_t) result;
    }
    start_writing(stream);
    unlock_changed(stream);
    release(stream);
}

/* Writes what waits; a stream that its program has closed ends behind it. */
static void start_writing(struct stream *stream) {
    if (stream->is_writing || stream->state != CONNECTED)
        return;
    struct ring output = stream->output;
    size_t size = __nacl_io_ring_read(&output, stream->out_part, sizeof(stream->out_part));
    if (size == 0) {
        if (stream->is_closed)
            tcp()->Close(stream->resource);
        return;
    }
    keep(stream);
    stream->is_writing = true;
    int32_t result = tcp()->Write(
        stream->resource, stream->out_part, (int32_t) size, PP_MakeCompletionCallback(was_written, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_writing = false;
        stream->no_more_output = true;
        stream->output.size = 0;
        stream->error = __nacl_io_error(result);
        release(stream);
    }
}

static void write_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    start_writing(stream);
    pthread_mutex_unlock(&stream->lock);
    release(stream);
}

static int send_bytes(
    struct node *node, const void *bytes, size_t size, int flags, const struct sockaddr_storage *to, size_t *count) {
    struct stream *stream = stream_of(node);
    int error = 0;
    if (to)
        return EISCONN;
    *count = 0;
    pthread_mutex_lock(&stream->lock);
    if (stream->state != CONNECTED)
        error = ENOTCONN;
    while (!error && *count < size) {
        if (stream->no_more_output || stream->error) {
            error = stream->error ? stream->error : EPIPE;
            stream->error = 0;
            break;
        }
        size_t taken = __nacl_io_ring_write(&stream->output, (const char *) bytes + *count, size - *count);
        *count += taken;
        if (taken > 0 && !stream->is_writing)
            schedule(stream, write_on);
        if (*count < size)
            error = __nacl_io_wait(&stream->lock, flags);
    }
    pthread_mutex_unlock(&stream->lock);
    return *count > 0 ? 0 : error;
}

/* Connecting. */

static void was_connected(void *data, int32_t result) {
    struct stream *stream = data;
    pthread_mutex_lock(&stream->lock);
    stream->state = result == PP_OK ? CONNECTED : FRESH;
    stream->error = __nacl_io_error(result);
    start_reading(stream);
    unlock_changed(stream);
    release(stream);
}

static void start_connecting(void *data, int32_t unused) {
    struct stream *stream = data;
    (void) unused;
    int32_t result = PP_ERROR_ABORTED;
    if (!stream->is_closed)
        result = tcp()->Connect(stream->resource, stream->address, PP_MakeCompletionCallback(was_connected, stream));
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
        schedule(stream, start_connecting);
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

/* Listening. */

static void start_accepting(struct stream *stream);

static void was_accepted(void *data, int32_t result) {
    struct stream *stream = data;
    pthread_mutex_lock(&stream->lock);
    stream->is_accepting = false;
    if (result == PP_OK)
        stream->accepted[stream->accepted_count++] = stream->accepting;
    else if (result != PP_ERROR_ABORTED)
        stream->error = __nacl_io_error(result);
    if (result == PP_OK)
        start_accepting(stream);
    unlock_changed(stream);
    release(stream);
}

static void start_accepting(struct stream *stream) {
    if (stream->is_accepting || stream->is_closed || stream->accepted_count == WAITING)
        return;
    keep(stream);
    stream->is_accepting = true;
    int32_t result =
        tcp()->Accept(stream->resource, &stream->accepting, PP_MakeCompletionCallback(was_accepted, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_accepting = false;
        stream->error = __nacl_io_error(result);
        release(stream);
    }
}

static void accept_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    start_accepting(stream);
    pthread_mutex_unlock(&stream->lock);
    release(stream);
}

static int bind_stream(struct node *node, const struct sockaddr_storage *address) {
    PP_Resource resource = __nacl_io_to_address(address);
    int32_t result = tcp()->Bind(stream_of(node)->resource, resource, PP_BlockUntilComplete());
    __nacl_io_release_resource(resource);
    return __nacl_io_error(result);
}

static int listen_stream(struct node *node, int waiting) {
    struct stream *stream = stream_of(node);
    int32_t result = tcp()->Listen(stream->resource, waiting > 0 ? waiting : 1, PP_BlockUntilComplete());
    if (result != PP_OK)
        return __nacl_io_error(result);
    pthread_mutex_lock(&stream->lock);
    stream->state = LISTENING;
    schedule(stream, accept_on);
    pthread_mutex_unlock(&stream->lock);
    return 0;
}

static struct node *make(PP_Resource resource, enum state state, int family);

static int accept_stream(struct node *node, int flags, struct node **made) {
    struct stream *stream = stream_of(node);
    PP_Resource resource = 0;
    pthread_mutex_lock(&stream->lock);
    int error = stream->state == LISTENING ? 0 : EINVAL;
    while (!error && stream->accepted_count == 0 && !stream->error)
        error = __nacl_io_wait(&stream->lock, flags);
    if (!error && stream->accepted_count > 0) {
        resource = stream->accepted[0];
        --stream->accepted_count;
        memmove(stream->accepted, stream->accepted + 1, (size_t) stream->accepted_count * sizeof(resource));
        schedule(stream, accept_on);
    } else if (!error) {
        error = stream->error;
        stream->error = 0;
    }
    pthread_mutex_unlock(&stream->lock);
    if (error)
        return error;
    *made = make(resource, CONNECTED, stream->family);
    if (!*made)
        return ENOMEM;
    schedule(stream_of(*made), read_on);
    return 0;
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
        schedule(stream, write_on);
    }
    unlock_changed(stream);
    return error;
}

static int name_of(struct node *node, bool other, struct sockaddr_storage *address) {
    PP_Resource socket = stream_of(node)->resource;
    PP_Resource resource = other ? tcp()->GetRemoteAddress(socket) : tcp()->GetLocalAddress(socket);
    __nacl_io_from_address(resource, address);
    __nacl_io_release_resource(resource);
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
        return level == SOL_SOCKET ? 0 : ENOPROTOOPT;
    }
    return __nacl_io_error(tcp()->SetOption(stream_of(node)->resource, option, var, PP_BlockUntilComplete()));
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
    return receive_bytes(node, bytes, size, flags, false, NULL, count);
}

static int write_stream(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) position;
    return send_bytes(node, bytes, size, flags, NULL, count);
}

/* What was written is sent before the connection ends. */
static void destroy_stream(struct node *node) {
    struct stream *stream = stream_of(node);
    pthread_mutex_lock(&stream->lock);
    stream->is_closed = true;
    if (stream->state == CONNECTED)
        schedule(stream, write_on);
    else
        tcp()->Close(stream->resource);
    pthread_mutex_unlock(&stream->lock);
    release(stream);
    free(node);
}

static const struct socket_operations socket_functions = {
    .type = SOCK_STREAM,
    .bind = bind_stream,
    .connect = connect_stream,
    .listen = listen_stream,
    .accept = accept_stream,
    .shutdown = shutdown_stream,
    .name = name_of,
    .send = send_bytes,
    .receive = receive_bytes,
    .set_option = set_option,
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
static struct node *make(PP_Resource resource, enum state state, int family) {
    struct stream_node *made = calloc(1, sizeof(*made));
    struct stream *stream = calloc(1, sizeof(*stream));
    if (!made || !stream || !resource || !__nacl_io_ring_make(&stream->input, ROOM) ||
        !__nacl_io_ring_make(&stream->output, ROOM)) {
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
    return tcp() ? make(tcp()->Create(__nacl_io_instance), FRESH, family) : NULL;
}
