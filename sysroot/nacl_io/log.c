/* Messages for whoever debugs a program. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <nacl_io/log.h>

#include "nacl_io/files.h"

void nacl_io_log(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    const struct nacl_irt_fdio *host = __nacl_io_host_files();
    size_t size = length < 0 ? 0 : (size_t) length < sizeof(text) ? (size_t) length : sizeof(text) - 1, count;
    if (host)
        host->write(STDOUT_FILENO, text, size, &count);
    else
        write(STDOUT_FILENO, text, size);
}
