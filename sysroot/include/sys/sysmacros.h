/* The two numbers of a device. */
#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H

#include <sys/types.h>

#define major(device) ((unsigned) ((unsigned long long) (device) >> 8 & 0xfff))
#define minor(device) \
    ((unsigned) (((unsigned long long) (device) & 0xff) | ((unsigned long long) (device) >> 12 & 0xfff00)))
#define makedev(major, minor) \
    ((dev_t) (((minor) & 0xff) | (((major) & 0xfff) << 8) | ((unsigned long long) ((minor) & 0xfff00) << 12)))

#endif
