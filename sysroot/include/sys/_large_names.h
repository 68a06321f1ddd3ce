/* The names of _large_files.h for C++, which always has _GNU_SOURCE. Macros would rename members of
   classes, so these are types, and functions with the symbols of those without 64. The basic types
   and the functions for descriptors are here; other headers have theirs. */
#ifndef _SYS__LARGE_NAMES_H
#define _SYS__LARGE_NAMES_H

#if defined(__cplusplus) && defined(_GNU_SOURCE) && !defined(_LARGEFILE64_SOURCE) && !defined(_COMPILING_NEWLIB)

#define __LARGE_NAMES 1
#define __LARGE_NAME_OF(name) __asm__(#name)

typedef off_t off64_t;
typedef ino_t ino64_t;
typedef blkcnt_t blkcnt64_t;

__BEGIN_DECLS
off_t lseek64(int __fd, off_t __offset, int __whence) __LARGE_NAME_OF(lseek);
ssize_t pread64(int __fd, void *__buffer, size_t __size, off_t __offset) __LARGE_NAME_OF(pread);
ssize_t pwrite64(int __fd, const void *__buffer, size_t __size, off_t __offset) __LARGE_NAME_OF(pwrite);
int truncate64(const char *__path, off_t __size) __LARGE_NAME_OF(truncate);
int ftruncate64(int __fd, off_t __size) __LARGE_NAME_OF(ftruncate);
__END_DECLS

#endif
#endif
