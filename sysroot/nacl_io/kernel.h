/* The library as a whole, for the functions ki_*. These give 0 or the number of an error. */
#ifndef NACL_IO_KERNEL_H
#define NACL_IO_KERNEL_H

#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the places of the host's functions, with new mounts and without descriptors. EALREADY if it
   has them. */
int __nacl_io_install(void);

/* Take the places of the host's functions or give them back, while mounts and descriptors stay. */
void __nacl_io_take_calls(void);
void __nacl_io_give_calls(void);

bool __nacl_io_is_installed(void);

/* Puts mounts, descriptors and callbacks aside and gives the calls back to the host; and brings
   them back in place of those that there are then. */
int __nacl_io_push(void);
int __nacl_io_pop(void);

struct file_system;

/* The number of a new device. */
dev_t __nacl_io_new_device(void);

/* Mounts a file system, whose reference it takes over, also if it fails. The rest is for the
   program's callback. */
int __nacl_io_mount_system(struct file_system *system, dev_t device, const char *source, const char *target,
    const char *type, unsigned long flags, const void *data);

/* The file system of a path, kept, and the path in it. */
int __nacl_io_find_system(const char *path, struct file_system **system, char *inside, size_t room);
void __nacl_io_release_system(struct file_system *system);

#ifdef __cplusplus
}
#endif

#endif
