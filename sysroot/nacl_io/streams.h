/* Connections of TCP. Bytes are read before they are asked for and written after they were given, by
   the thread of the network. */
#ifndef NACL_IO_STREAMS_H
#define NACL_IO_STREAMS_H

#include <ppapi/c/ppb_tcp_socket.h>

#include "nacl_io/devices.h"
#include "nacl_io/network.h"

#define STREAM_ROOM 65536
/* Connections that wait to be accepted. */
#define STREAMS_WAITING 16

enum state { FRESH, CONNECTING, CONNECTED, LISTENING };

/* A connection. The node has a reference, and so has each operation that goes on. */
struct stream {
    int references;
    pthread_mutex_t lock;
    PP_Resource resource;
    enum state state;
    int family;
    struct socket_switches switches;
    /* An error that nobody was told of. */
    int error;
    bool is_closed, is_reading, is_writing, is_accepting;
    /* No more bytes come, or can be given. */
    bool at_end, no_more_output;
    struct ring input, output;
    char in_part[STREAM_ROOM / 4], out_part[STREAM_ROOM / 4];
    PP_Resource address, accepting, accepted[STREAMS_WAITING];
    int accepted_count;
};

struct stream_node {
    struct node node;
    struct stream *stream;
};

static inline struct stream *stream_of(struct node *node) {
    return ((struct stream_node *) node)->stream;
}

const PPB_TCPSocket *__nacl_io_tcp(void);

/* Makes a socket of a resource, which it takes over. */
struct node *__nacl_io_stream(PP_Resource resource, enum state state, int family);

void __nacl_io_keep_stream(struct stream *stream);
void __nacl_io_release_stream(struct stream *stream);

/* Gives the lock back and wakes those who wait. */
void __nacl_io_unlock_stream(struct stream *stream);

/* Has a function called in the thread of the network, with a reference, which the function releases.
   The caller has the lock. */
void __nacl_io_schedule_stream(struct stream *stream, PP_CompletionCallback_Func function);

/* Such functions: they read, write and accept what can be. */
void __nacl_io_read_on(void *stream, int32_t unused);
void __nacl_io_write_on(void *stream, int32_t unused);

/* Reads on. Is called in the thread of the network, with the lock. */
void __nacl_io_start_reading(struct stream *stream);

int __nacl_io_send_bytes(
    struct node *node, const void *bytes, size_t size, int flags, const struct sockaddr_storage *to, size_t *count);
int __nacl_io_receive_bytes(struct node *node, void *bytes, size_t size, int flags, bool peek,
    struct sockaddr_storage *from, size_t *count);
int __nacl_io_listen(struct node *node, int waiting);
int __nacl_io_accept(struct node *node, int flags, struct node **accepted);

#endif
