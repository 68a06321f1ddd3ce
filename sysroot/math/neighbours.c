/* The next number up or down, and the nearest whole number, to an even one from the middle,
   however rounding is set: it cannot be set. */
#include <math.h>

#define FUNCTIONS(suffix, type)                          \
    type nextup##suffix(type x) {                        \
        return nextafter##suffix(x, (type) INFINITY);    \
    }                                                    \
    type nextdown##suffix(type x) {                      \
        return nextafter##suffix(x, -(type) INFINITY);   \
    }                                                    \
    type roundeven##suffix(type x) {                     \
        return rint##suffix(x);                          \
    }

FUNCTIONS(, double)
FUNCTIONS(f, float)
FUNCTIONS(l, long double)
