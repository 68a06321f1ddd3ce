/* The calls of the host itself, whatever nacl_io does. They give 0 or the number of an error, ENOSYS
   for a call that the host does not have; _real_open_resource always gives it. They need libc++. */
#ifndef _NACL_IO_KERNEL_WRAP_REAL_H
#define _NACL_IO_KERNEL_WRAP_REAL_H

#include <stdint.h>

#include "nacl_io/osstat.h"
#include "nacl_io/ostypes.h"
#include "sdk_util/macros.h"

EXTERN_C_BEGIN

int _real_close(int __fd);
void _real_exit(int __status);
int _real_fstat(int __fd, struct stat *__status);
int _real_getdents(int __fd, void *__entries, size_t __size, size_t *__count);
int _real_isatty(int __fd, int *__result);
int _real_lseek(int __fd, int64_t __offset, int __whence, int64_t *__position);
int _real_mkdir(const char *__path, mode_t __mode);
int _real_mmap(void **__address, size_t __length, int __protection, int __flags, int __fd, int64_t __offset);
int _real_munmap(void *__address, size_t __length);
int _real_open(const char *__path, int __flags, mode_t __mode, int *__fd);
int _real_open_resource(const char *__name, int *__fd);
int _real_read(int __fd, void *__bytes, size_t __size, size_t *__count);
int _real_rmdir(const char *__path);
int _real_write(int __fd, const void *__bytes, size_t __size, size_t *__count);
int _real_getcwd(char *__path, size_t __size);

EXTERN_C_END

#endif
