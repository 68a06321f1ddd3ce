/* The bytes of connections: reading, and writing. */
#include <string.h>

#include "libc/readiness.h"
#include "nacl_io/streams.h"

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
    __nacl_io_start_reading(stream);
    __nacl_io_unlock_stream(stream);
    __nacl_io_release_stream(stream);
}

/* Reads on if there is room. Is called in the thread of the network, with the lock. */
void __nacl_io_start_reading(struct stream *stream) {
    size_t room = stream->input.room - stream->input.size;
    if (stream->is_reading || stream->at_end || stream->is_closed || stream->state != CONNECTED || room == 0)
        return;
    room = room < sizeof(stream->in_part) ? room : sizeof(stream->in_part);
    __nacl_io_keep_stream(stream);
    stream->is_reading = true;
    int32_t result =
        __nacl_io_tcp()->Read(stream->resource, stream->in_part, (int32_t) room, PP_MakeCompletionCallback(was_read, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_reading = false;
        stream->at_end = true;
        stream->error = __nacl_io_error(result);
        __nacl_io_release_stream(stream);
    }
}

void __nacl_io_read_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    __nacl_io_start_reading(stream);
    __nacl_io_unlock_stream(stream);
    __nacl_io_release_stream(stream);
}

int __nacl_io_receive_bytes(struct node *node, void *bytes, size_t size, int flags, bool peek, struct sockaddr_storage *from,
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
            __nacl_io_schedule_stream(stream, __nacl_io_read_on);
    }
    pthread_mutex_unlock(&stream->lock);
    return error;
}

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
    __nacl_io_unlock_stream(stream);
    __nacl_io_release_stream(stream);
}

/* Writes what waits; a stream that its program has closed ends after it. */
static void start_writing(struct stream *stream) {
    if (stream->is_writing || stream->state != CONNECTED)
        return;
    struct ring output = stream->output;
    size_t size = __nacl_io_ring_read(&output, stream->out_part, sizeof(stream->out_part));
    if (size == 0) {
        if (stream->is_closed)
            __nacl_io_tcp()->Close(stream->resource);
        return;
    }
    __nacl_io_keep_stream(stream);
    stream->is_writing = true;
    int32_t result = __nacl_io_tcp()->Write(
        stream->resource, stream->out_part, (int32_t) size, PP_MakeCompletionCallback(was_written, stream));
    if (result != PP_OK_COMPLETIONPENDING) {
        stream->is_writing = false;
        stream->no_more_output = true;
        stream->output.size = 0;
        stream->error = __nacl_io_error(result);
        __nacl_io_release_stream(stream);
    }
}

void __nacl_io_write_on(void *data, int32_t result) {
    struct stream *stream = data;
    (void) result;
    pthread_mutex_lock(&stream->lock);
    start_writing(stream);
    pthread_mutex_unlock(&stream->lock);
    __nacl_io_release_stream(stream);
}

int __nacl_io_send_bytes(
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
            __nacl_io_schedule_stream(stream, __nacl_io_write_on);
        if (*count < size)
            error = __nacl_io_wait(&stream->lock, flags);
    }
    pthread_mutex_unlock(&stream->lock);
    return *count > 0 ? 0 : error;
}

