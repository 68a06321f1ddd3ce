/* What newlib's stdio.h takes from the system: how streams are locked, and functions
   of POSIX that newlib has by other names. */
#ifndef _NEWLIB_STDIO_H
#define _NEWLIB_STDIO_H

#include <sys/_types.h>
#include <sys/cdefs.h>
#include <sys/features.h>
#include <sys/lock.h>

/* newlib's header asks for va_list alone. The SDK's compiler did not know that wish and gave
   everything, so sources of that time call va_start without the header. */
#include <stdarg.h>

/* A stream on a string has no lock. */
#define _flockfile(fp) (((fp)->_flags & __SSTR) ? 0 : __lock_acquire_recursive((fp)->_lock))
#define _funlockfile(fp) (((fp)->_flags & __SSTR) ? 0 : __lock_release_recursive((fp)->_lock))

#if __POSIX_VISIBLE >= 200809
__BEGIN_DECLS
_ssize_t getline(char **__restrict __line, size_t *__restrict __room, FILE *__restrict __stream);
_ssize_t getdelim(char **__restrict __line, size_t *__restrict __room, int __end, FILE *__restrict __stream);
__END_DECLS
#endif

#ifdef __LARGE_NAMES
typedef fpos_t fpos64_t;

__BEGIN_DECLS
FILE *fopen64(const char *__restrict __path, const char *__restrict __mode) __LARGE_NAME_OF(fopen);
FILE *freopen64(const char *__restrict __path, const char *__restrict __mode, FILE *__restrict __stream)
    __LARGE_NAME_OF(freopen);
FILE *tmpfile64(void) __LARGE_NAME_OF(tmpfile);
int fseeko64(FILE *__stream, off_t __offset, int __whence) __LARGE_NAME_OF(fseeko);
off_t ftello64(FILE *__stream) __LARGE_NAME_OF(ftello);
int fgetpos64(FILE *__restrict __stream, fpos_t *__restrict __position) __LARGE_NAME_OF(fgetpos);
int fsetpos64(FILE *__stream, const fpos_t *__position) __LARGE_NAME_OF(fsetpos);
__END_DECLS
#endif

#endif
