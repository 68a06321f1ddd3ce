/* Square roots and absolute values are intrinsics of the stable subset. */
#include <errno.h>
#include <math.h>

/* By name, since the builtin functions of clang are calls of those below. */
double intrinsic_sqrt(double value) __asm__("llvm.sqrt.f64");
float intrinsic_sqrtf(float value) __asm__("llvm.sqrt.f32");

double sqrt(double value) {
    if (value < 0)
        errno = EDOM;
    return intrinsic_sqrt(value);
}

float sqrtf(float value) {
    if (value < 0)
        errno = EDOM;
    return intrinsic_sqrtf(value);
}

/* What newlib's own functions call, whose arguments are never negative or
   who check them. */
double __ieee754_sqrt(double value) {
    return intrinsic_sqrt(value);
}

float __ieee754_sqrtf(float value) {
    return intrinsic_sqrtf(value);
}

double fabs(double value) {
    return __builtin_fabs(value);
}

float fabsf(float value) {
    return __builtin_fabsf(value);
}
