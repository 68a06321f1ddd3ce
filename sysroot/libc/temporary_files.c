/* Files without a name. A program need not have the folder for them: it may have only the one
   that it is in. newlib's tmpfile knows /tmp alone. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "internal.h"

FILE *tmpfile(void) {
    const char *folders[] = {getenv("TMPDIR"), P_tmpdir, "."};
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
        char name[PATH_MAX];
        int size = folders[i] ? snprintf(name, sizeof(name), "%s/tmp.XXXXXX", folders[i]) : -1;
        int fd = size > 0 && size < (int) sizeof(name) ? mkstemp(name) : -1;
        if (fd < 0)
            continue;
        unlink(name);
        FILE *file = fdopen(fd, "w+");
        if (!file)
            close(fd);
        return file;
    }
    return NULL;
}
