/* POSIX's functions as those of nacl_io: their headers, and two functions that give them back to the
   host and take them again. Mounts and descriptors stay meanwhile, but the functions ki_* are the
   host's then, too. */
#ifndef _NACL_IO_KERNEL_WRAP_H
#define _NACL_IO_KERNEL_WRAP_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#include "nacl_io/ossignal.h"
#include "nacl_io/ossocket.h"
#include "nacl_io/osstat.h"
#include "nacl_io/ostypes.h"
#include "nacl_io/osutime.h"
#include "sdk_util/macros.h"

EXTERN_C_BEGIN

void kernel_wrap_init(void);
void kernel_wrap_uninit(void);

EXTERN_C_END

#endif
