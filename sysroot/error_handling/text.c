/* A text that grows by what is printed to it. */
#include <error_handling/string_stream.h>
#include <stdio.h>
#include <stdlib.h>

void ssinit(sstream_t *stream) {
    stream->data = calloc(1, 1);
    stream->length = 0;
}

void ssfree(sstream_t *stream) {
    free(stream->data);
    stream->data = NULL;
    stream->length = 0;
}

int ssvprintf(sstream_t *stream, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    char *more = size < 0 ? NULL : realloc(stream->data, stream->length + (size_t) size + 1);
    if (more) {
        stream->data = more;
        vsnprintf(more + stream->length, (size_t) size + 1, format, again);
        stream->length += (size_t) size;
    }
    va_end(again);
    return more ? size : -1;
}

int ssprintf(sstream_t *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = ssvprintf(stream, format, arguments);
    va_end(arguments);
    return size;
}
