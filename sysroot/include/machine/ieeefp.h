/* The floating point formats of the stable subset: IEEE 754, little-endian,
   in hardware, which is what newlib's newer functions expect. */
#ifndef _MACHINE_IEEEFP_H
#define _MACHINE_IEEEFP_H

#define __IEEE_LITTLE_ENDIAN 1
#define __OBSOLETE_MATH_DEFAULT 0
#define __OBSOLETE_MATH 0

#endif
