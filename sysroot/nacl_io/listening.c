/* Sockets of TCP that listen: connections are accepted before they are asked for. */
#include <string.h>

#include "nacl_io/streams.h"

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
    __nacl_io_unlock_stream(stream);
    __nacl_io_release_stream(stream);
}

static void start_accepting(struct stream *stream) {
    if (stream->is_accepting || stream->is_closed || stream->accepted_count == STREAMS_WAITING)
        return;
    __nacl_io_keep_stream(stream);
    stream->is_accepting = true;
    int32_t result =
        __nacl_io_tcp()->Accept(stream->resource, &stream->accepting, PP_MakeCompletionCallback(was_accepted, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_accepting = false;
        stream->error = __nacl_io_error(result);
        __nacl_io_release_stream(stream);
    }
}

static void accept_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    start_accepting(stream);
    pthread_mutex_unlock(&stream->lock);
    __nacl_io_release_stream(stream);
}

int __nacl_io_listen(struct node *node, int waiting) {
    struct stream *stream = stream_of(node);
    int32_t result = __nacl_io_tcp()->Listen(stream->resource, waiting > 0 ? waiting : 1, PP_BlockUntilComplete());
    if (result != PP_OK)
        return __nacl_io_error(result);
    pthread_mutex_lock(&stream->lock);
    stream->state = LISTENING;
    __nacl_io_schedule_stream(stream, accept_on);
    pthread_mutex_unlock(&stream->lock);
    return 0;
}

int __nacl_io_accept(struct node *node, int flags, struct node **made) {
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
        __nacl_io_schedule_stream(stream, accept_on);
    } else if (!error) {
        error = stream->error;
        stream->error = 0;
    }
    pthread_mutex_unlock(&stream->lock);
    if (error)
        return error;
    *made = __nacl_io_stream(resource, CONNECTED, stream->family);
    if (!*made)
        return ENOMEM;
    __nacl_io_schedule_stream(stream_of(*made), __nacl_io_read_on);
    return 0;
}

