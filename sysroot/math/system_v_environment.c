/* The environment of floating-point arithmetic by the names of System V (`ieeefp.h`). It never
   changes: results are rounded to the nearest number, conversions to whole numbers cut off, nothing
   traps, and there are no flags. Each function that sets returns what was and still is set. */
#include <ieeefp.h>

fp_rnd fpgetround(void) {
    return FP_RN;
}

fp_rnd fpsetround(fp_rnd direction) {
    (void) direction;
    return FP_RN;
}

fp_rdi fpgetroundtoi(void) {
    return FP_RDI_TOZ;
}

fp_rdi fpsetroundtoi(fp_rdi direction) {
    (void) direction;
    return FP_RDI_TOZ;
}

fp_except fpgetmask(void) {
    return 0;
}

fp_except fpsetmask(fp_except traps) {
    (void) traps;
    return 0;
}

fp_except fpgetsticky(void) {
    return 0;
}

fp_except fpsetsticky(fp_except flags) {
    (void) flags;
    return 0;
}
