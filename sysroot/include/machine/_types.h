/* Types of this target that differ from newlib's defaults: they have the
   widths that the functions of the IRT use. newlib's file is a placeholder. */
#ifndef _MACHINE__TYPES_H
#define _MACHINE__TYPES_H

#include <machine/_default_types.h>

typedef __int64_t _off_t;
#define __machine_off_t_defined
typedef __int64_t _fpos_t;
#define __machine_fpos_t_defined
typedef __int64_t __dev_t;
#define __machine_dev_t_defined
typedef __uint64_t __ino_t;
#define __machine_ino_t_defined
typedef __uint32_t __mode_t;
#define __machine_mode_t_defined
typedef __uint32_t __uid_t;
#define __machine_uid_t_defined
typedef __uint32_t __gid_t;
#define __machine_gid_t_defined

#endif
