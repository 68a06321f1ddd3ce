/* The limits by the names that they had before limits.h and float.h. */
#ifndef _VALUES_H
#define _VALUES_H

#include <float.h>
#include <limits.h>

#define CHARBITS CHAR_BIT
#define SHORTBITS (sizeof(short) * CHAR_BIT)
#define INTBITS (sizeof(int) * CHAR_BIT)
#define LONGBITS (sizeof(long) * CHAR_BIT)
#define PTRBITS (sizeof(char *) * CHAR_BIT)
#define FLOATBITS (sizeof(float) * CHAR_BIT)
#define DOUBLEBITS (sizeof(double) * CHAR_BIT)

#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define HIBITS MINSHORT
#define HIBITL MINLONG

#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MINFLOAT FLT_MIN
#define DMAXEXP DBL_MAX_EXP
#define DMINEXP DBL_MIN_EXP
#define FMAXEXP FLT_MAX_EXP
#define FMINEXP FLT_MIN_EXP

#endif
