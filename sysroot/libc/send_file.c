/* What is in one file, written to another. */
#include <sys/sendfile.h>
#include <unistd.h>

#include "internal.h"

ssize_t sendfile(int to, int from, off_t *position, size_t size) {
    char buffer[8192];
    size_t sent = 0;
    while (sent < size) {
        size_t wanted = size - sent < sizeof(buffer) ? size - sent : sizeof(buffer);
        ssize_t got = position ? pread(from, buffer, wanted, *position) : read(from, buffer, wanted);
        if (got <= 0)
            return sent ? (ssize_t) sent : got;
        ssize_t written = write(to, buffer, (size_t) got);
        /* What was read and not written is to be read again. */
        if (!position && written < got)
            lseek(from, (off_t) (written < 0 ? 0 : written) - got, SEEK_CUR);
        if (written < 0)
            return sent ? (ssize_t) sent : -1;
        if (position)
            *position += written;
        sent += (size_t) written;
        if (written < got)
            break;
    }
    return (ssize_t) sent;
}
