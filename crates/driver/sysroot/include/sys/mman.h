#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <sys/cdefs.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4

#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *) -1)

#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4

#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4

__BEGIN_DECLS
void *mmap(void *__address, size_t __length, int __protection, int __flags, int __fd, off_t __offset);
int munmap(void *__address, size_t __length);
int msync(void *__address, size_t __length, int __flags);
int madvise(void *__address, size_t __length, int __advice);
int mlock(const void *__address, size_t __length);
int munlock(const void *__address, size_t __length);
int mprotect(void *__address, size_t __length, int __protection);
__END_DECLS

#endif
