/* A text that grows by what is printed to it. */
#ifndef _ERROR_HANDLING_STRING_STREAM_H
#define _ERROR_HANDLING_STRING_STREAM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "sdk_util/macros.h"

EXTERN_C_BEGIN

/* `data` ends with a null, which `length` does not count. */
typedef struct {
    char *data;
    size_t length;
} sstream_t;

void ssinit(sstream_t *__stream);
void ssfree(sstream_t *__stream);

/* Add formatted text, and give how many bytes; -1 without memory, and then the text is as it was. */
int ssvprintf(sstream_t *__stream, const char *__format, va_list __arguments);
int ssprintf(sstream_t *__stream, const char *__format, ...) PRINTF_LIKE(2, 3);

EXTERN_C_END

#endif
