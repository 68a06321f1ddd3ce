/* Files of POSIX for programs of the browser. Once this library is initialised, the calls of the C
   library that deal with descriptors and paths are its own: it has file systems that are mounted
   with mount of <sys/mount.h>, and sockets over the browser's.

   | type           | files | data: `name=value` between commas |
   |----------------|-------|-----------------------------------|
   | `memfs`        | in memory; one is mounted at `/` | |
   | `dev`          | devices; one is mounted at `/dev`: `null`, `zero`, `full`, `urandom`, `console0` to `console3`, `stdin`, `stdout`, `stderr`, `tty`, `jspipe1` to `jspipe3` | |
   | `html5fs`      | the browser's; the source is a folder of them, before all paths | `type`: PERSISTENT or TEMPORARY; `expected_size`; `filesystem_resource`: the number of an open file system |
   | `httpfs`       | what a server has below the source, to read | `allow_cross_origin_requests`, `allow_credentials`: true or false; other names are headers of requests |
   | `passthroughfs`| those of the host | |

   Files of `html5fs` and `httpfs` wait for the browser, which the main thread may not. */
#ifndef _NACL_IO_NACL_IO_H
#define _NACL_IO_NACL_IO_H

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/ppb.h>

#include "nacl_io/ostypes.h"
#include "sdk_util/macros.h"

EXTERN_C_BEGIN

typedef void (*nacl_io_exit_callback_t)(int __status, void *__user_data);

/* Is called after each successful mount with its arguments and the number of the device. */
typedef void (*nacl_io_mount_callback_t)(const char *__source, const char *__target, const char *__type,
    unsigned long __flags, const void *__data, dev_t __device, void *__user_data);

/* Initialises the library, without the browser or with it: the instance, and the function that
   PPP_InitializeModule gets. Again it changes nothing but, where there was no browser, that there
   is one. Gives 0. */
int nacl_io_init(void);
int nacl_io_init_ppapi(PP_Instance __instance, PPB_GetInterface __get_interface);

/* Gives the calls back to the host: 0, or 1 if the library was not initialised. */
int nacl_io_uninit(void);

/* Has a function called with the status when the program exits. */
void nacl_io_set_exit_callback(nacl_io_exit_callback_t __callback, void *__user_data);

void nacl_io_set_mount_callback(nacl_io_mount_callback_t __callback, void *__user_data);

struct fuse_operations;

/* Makes a type of file systems of the functions of <nacl_io/fuse.h>, which stay where they are.
   Gives
   1, or 0 if there is such a type; to unregister, 0 if it is missing. */
int nacl_io_register_fs_type(const char *__type, struct fuse_operations *__operations);
int nacl_io_unregister_fs_type(const char *__type);

EXTERN_C_END

#endif
