/* Names of files by patterns, as POSIX has them. */
#include <glob.h>

int __bsd_glob(const char *restrict pattern, int flags, int (*failed)(const char *, int), glob_t *restrict found);

int glob(const char *restrict pattern, int flags, int (*failed)(const char *, int), glob_t *restrict found) {
    int before = flags & GLOB_APPEND ? found->gl_pathc : 0;
    int theirs = flags & ~GLOB_NOESCAPE;
    if (!(flags & GLOB_NOESCAPE))
        theirs |= GLOB_QUOTE;
    int error = __bsd_glob(pattern, theirs, failed, found);
    return error == 0 && found->gl_pathc == before ? GLOB_NOMATCH : error;
}
