// Floating point: arithmetic, comparisons with NaN, conversions, the library.
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t bits(float number)
{
    uint32_t result;
    memcpy(&result, &number, sizeof result);
    return result;
}

static uint64_t wide_bits(double number)
{
    uint64_t result;
    memcpy(&result, &number, sizeof result);
    return result;
}

static void compare(volatile double left, volatile double right)
{
    printf("%d%d%d%d%d%d %d\n", left < right, left <= right, left == right, left != right,
           left > right, left >= right, isunordered(left, right));
}

int main(void)
{
    volatile float third = 1.0f / 3, big = 1e30f;
    volatile double tenth = 0.1, huge = 1e300;
    printf("%08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", bits(third * 3), bits(big * big),
           bits(-third));
    printf("%016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", wide_bits(tenth * 3),
           wide_bits(huge * huge), wide_bits(-huge / tenth));
    compare(1, 2), compare(2, 2), compare(NAN, 1), compare(-0.0, 0.0), compare(INFINITY, huge);
    printf("%.17g %.9g %g %e %a\n", tenth, third, huge, tenth, tenth);
    volatile double negative = -123456.789;
    printf("%d %" PRId64 " %u %" PRIu64 "\n", (int)negative, (int64_t)negative,
           (unsigned)-negative, (uint64_t)(1e18 + tenth));
    volatile int64_t integer = INT64_C(-9007199254740993);
    volatile uint64_t natural = UINT64_C(18446744073709551615);
    printf("%.1f %.1f %.1f %.1f\n", (double)integer, (double)natural, (float)integer,
           (float)natural);
    printf("%.15g %.15g %.15g %.15g\n", sqrt(2), floor(-1.5), ceil(-1.5), fabs(negative));
    printf("%.15g %.15g %.15g\n", fmod(10, 3.5), copysign(3, -0.0), trunc(2.7));
    printf("%.12g %.12g %.12g %.12g\n", sin(1), exp(1), log(10), pow(2, 0.5));
    printf("%.12g %.12g %.12g\n", fmin(1, NAN), fmax(2, 3), round(-2.5));
    int exponent;
    double fraction = frexp(48, &exponent);
    printf("%g %d %g\n", fraction, exponent, ldexp(fraction, 3));
    printf("%.17g %.17g %d\n", strtod("1e-5", NULL), atof("3.14159265358979312"),
           signbit(-0.0) != 0);
    printf("%d %d %g\n", FLT_DIG, DBL_MANT_DIG, (double)FLT_EPSILON);
    return 0;
}
