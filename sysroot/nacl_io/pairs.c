/* Pairs of sockets that are connected to each other. */
#include <poll.h>
#include <stdlib.h>

#include "libc/readiness.h"
#include "nacl_io/devices.h"
#include "nacl_io/network.h"

#define ROOM 65536

/* Both directions; the nodes of both ends have it. */
struct pair {
    /* Whether each write is a message, which has its size before it. */
    bool has_messages;
    int ends;
    pthread_mutex_t lock;
    /* What each end is to read, and whether it is closed or gives no more. */
    struct ring input[2];
    bool is_closed[2], no_more_output[2];
};

struct pair_node {
    struct node node;
    struct pair *pair;
    int end;
};

static struct pair_node *end_of(struct node *node) {
    return (struct pair_node *) node;
}

static bool is_at_end(const struct pair *pair, int end) {
    return pair->is_closed[!end] || pair->no_more_output[!end];
}

/* Takes the next message out of a ring. Returns how much of it there was room for. */
static size_t read_message(struct ring *input, void *bytes, size_t room) {
    uint32_t size;
    if (__nacl_io_ring_read(input, (char *) &size, sizeof(size)) == 0)
        return 0;
    size_t count = __nacl_io_ring_read(input, bytes, size < room ? size : room);
    input->start = (input->start + size - count) % input->room;
    input->size -= size - count;
    return count;
}

static int receive_bytes(struct node *node, void *bytes, size_t size, int flags, bool peek, struct sockaddr_storage *from,
    size_t *count) {
    struct pair *pair = end_of(node)->pair;
    int end = end_of(node)->end, error = 0;
    if (from)
        from->ss_family = AF_UNSPEC;
    pthread_mutex_lock(&pair->lock);
    while (!error && pair->input[end].size == 0 && !is_at_end(pair, end) && size > 0)
        error = __nacl_io_wait(&pair->lock, flags);
    if (!error) {
        struct ring input = pair->input[end];
        if (pair->has_messages)
            *count = read_message(&input, bytes, size);
        else
            *count = __nacl_io_ring_read(&input, bytes, size);
        if (!peek)
            pair->input[end] = input;
    }
    pthread_mutex_unlock(&pair->lock);
    __readiness_changed();
    return error;
}

/* Sends a whole message. Is called with the lock. */
static int send_message(struct pair *pair, int end, const void *bytes, size_t size, int flags) {
    struct ring *output = &pair->input[!end];
    uint32_t length = (uint32_t) size;
    if (size > ROOM - sizeof(length))
        return EMSGSIZE;
    for (;;) {
        if (pair->is_closed[!end] || pair->no_more_output[end])
            return EPIPE;
        if (output->room - output->size >= sizeof(length) + size)
            break;
        int error = __nacl_io_wait(&pair->lock, flags);
        if (error)
            return error;
    }
    __nacl_io_ring_write(output, (const char *) &length, sizeof(length));
    __nacl_io_ring_write(output, bytes, size);
    return 0;
}

static int send_bytes(
    struct node *node, const void *bytes, size_t size, int flags, const struct sockaddr_storage *to, size_t *count) {
    struct pair *pair = end_of(node)->pair;
    int end = end_of(node)->end, error = 0;
    if (to)
        return EISCONN;
    *count = 0;
    pthread_mutex_lock(&pair->lock);
    if (pair->has_messages) {
        error = send_message(pair, end, bytes, size, flags);
        pthread_mutex_unlock(&pair->lock);
        __readiness_changed();
        *count = error ? 0 : size;
        return error;
    }
    /* Like the SDK's, a send ends when there is no more room, so that two ends that only send after a
       select do not wait for each other. */
    while (!error && *count == 0 && size > 0) {
        if (pair->is_closed[!end] || pair->no_more_output[end]) {
            error = EPIPE;
            break;
        }
        *count = __nacl_io_ring_write(&pair->input[!end], bytes, size);
        __readiness_changed();
        if (*count == 0)
            error = __nacl_io_wait(&pair->lock, flags);
    }
    pthread_mutex_unlock(&pair->lock);
    return *count > 0 ? 0 : error;
}

static int shutdown_end(struct node *node, int how) {
    struct pair *pair = end_of(node)->pair;
    pthread_mutex_lock(&pair->lock);
    if (how != SHUT_RD)
        pair->no_more_output[end_of(node)->end] = true;
    if (how != SHUT_WR)
        pair->no_more_output[!end_of(node)->end] = true;
    pthread_mutex_unlock(&pair->lock);
    __readiness_changed();
    return 0;
}

static int no_name(struct node *node, bool other, struct sockaddr_storage *address) {
    (void) node;
    (void) other;
    *address = (struct sockaddr_storage) {.ss_family = AF_UNIX};
    return 0;
}

static short events(struct node *node) {
    struct pair *pair = end_of(node)->pair;
    int end = end_of(node)->end, events = 0;
    pthread_mutex_lock(&pair->lock);
    if (pair->input[end].size > 0 || is_at_end(pair, end))
        events |= POLLIN | POLLRDNORM;
    if (pair->input[!end].size < ROOM || pair->is_closed[!end])
        events |= POLLOUT | POLLWRNORM;
    if (pair->is_closed[!end])
        events |= POLLHUP;
    pthread_mutex_unlock(&pair->lock);
    return (short) events;
}

static int read_end(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) position;
    return receive_bytes(node, bytes, size, flags, false, NULL, count);
}

static int write_end(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) position;
    return send_bytes(node, bytes, size, flags, NULL, count);
}

static void destroy_pair(struct pair *pair) {
    pthread_mutex_destroy(&pair->lock);
    free(pair->input[0].bytes);
    free(pair->input[1].bytes);
    free(pair);
}

static void destroy_end(struct node *node) {
    struct pair *pair = end_of(node)->pair;
    pthread_mutex_lock(&pair->lock);
    pair->is_closed[end_of(node)->end] = true;
    bool is_last = --pair->ends == 0;
    pthread_mutex_unlock(&pair->lock);
    __readiness_changed();
    if (is_last)
        destroy_pair(pair);
    free(node);
}

static const struct socket_operations socket_functions = {
    .type = SOCK_STREAM,
    .shutdown = shutdown_end,
    .name = no_name,
    .send = send_bytes,
    .receive = receive_bytes,
};

static const struct socket_operations message_functions = {
    .type = SOCK_DGRAM,
    .shutdown = shutdown_end,
    .name = no_name,
    .send = send_bytes,
    .receive = receive_bytes,
};

#define OPERATIONS(functions)              \
    {                                      \
        .read = read_end,                  \
        .write = write_end,                \
        .status = __nacl_io_socket_status, \
        .events = events,                  \
        .destroy = destroy_end,            \
        .socket = &functions,              \
    }

static const struct node_operations operations = OPERATIONS(socket_functions);
static const struct node_operations message_operations = OPERATIONS(message_functions);

static struct node *make_end(struct pair *pair, int end) {
    struct pair_node *made = calloc(1, sizeof(*made));
    if (!made)
        return NULL;
    const struct node_operations *own = pair->has_messages ? &message_operations : &operations;
    __nacl_io_begin_node(&made->node, own, S_IFSOCK | 0666, NULL);
    made->node.is_stream = true;
    made->pair = pair;
    made->end = end;
    return &made->node;
}

int __nacl_io_make_pair(int type, struct node *ends[2]) {
    struct pair *pair = calloc(1, sizeof(*pair));
    if (!pair)
        return ENOMEM;
    pthread_mutex_init(&pair->lock, NULL);
    pair->ends = 2;
    pair->has_messages = type == SOCK_DGRAM;
    bool is_whole = __nacl_io_ring_make(&pair->input[0], ROOM) && __nacl_io_ring_make(&pair->input[1], ROOM);
    ends[0] = is_whole ? make_end(pair, 0) : NULL;
    ends[1] = ends[0] ? make_end(pair, 1) : NULL;
    if (ends[1])
        return 0;
    free(ends[0]);
    destroy_pair(pair);
    return ENOMEM;
}
