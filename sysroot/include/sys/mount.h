/* File systems of the library nacl_io, which says what they are in <nacl_io/nacl_io.h>. */
#ifndef _SYS_MOUNT_H
#define _SYS_MOUNT_H

#include <sys/cdefs.h>

__BEGIN_DECLS
int mount(const char *__source, const char *__target, const char *__type, unsigned long __flags, const void *__data);
int umount(const char *__target);
__END_DECLS

#endif
