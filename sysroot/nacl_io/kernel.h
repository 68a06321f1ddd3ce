/* The library as a whole, for the functions ki_*. These give 0 or the number of an error. */
#ifndef NACL_IO_KERNEL_H
#define NACL_IO_KERNEL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the places of the host's functions, with new mounts and descriptors, unless it has. */
int __nacl_io_install(void);
bool __nacl_io_is_installed(void);

/* Puts mounts, descriptors and callbacks aside and gives the calls back to the host; and brings
   them back in place of those that there are then. */
int __nacl_io_push(void);
int __nacl_io_pop(void);

#ifdef __cplusplus
}
#endif

#endif
