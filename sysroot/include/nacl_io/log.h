/* What nacl_io tells whoever debugs a program. */
#ifndef _NACL_IO_LOG_H
#define _NACL_IO_LOG_H

#include "sdk_util/macros.h"

#define LOG_PREFIX "nacl_io: "

#ifdef NDEBUG
#define LOG_ERROR(format, ...)
#define LOG_WARN(format, ...)
#else
#define LOG_ERROR(format, ...) \
    nacl_io_log(LOG_PREFIX "%s:%d: error: " format "\n", __FILE__, __LINE__, ##__VA_ARGS__)
#define LOG_WARN(format, ...) \
    nacl_io_log(LOG_PREFIX "%s:%d: warning: " format "\n", __FILE__, __LINE__, ##__VA_ARGS__)
#endif

#if defined(NACL_IO_LOGGING) && !defined(NDEBUG)
#define LOG_TRACE(format, ...) nacl_io_log(LOG_PREFIX format "\n", ##__VA_ARGS__)
#else
#define LOG_TRACE(format, ...)
#endif

EXTERN_C_BEGIN

/* Writes to the standard output of the host, whatever descriptor 1 is. */
void nacl_io_log(const char *__format, ...) PRINTF_LIKE(1, 2);

EXTERN_C_END

#endif
