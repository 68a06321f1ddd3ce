// Functions of mathematics tell in errno what is outside their domain or range.
#include <errno.h>
#include <math.h>
#include <stdio.h>

static volatile double zero = 0, one = 1, two = 2, half = 0.5, large = 1e308;

#define TRY(call) \
    do { \
        errno = 0; \
        double result = (call); \
        const char *said = errno == EDOM ? "EDOM" : errno == ERANGE ? "ERANGE" : errno ? "another" : "none"; \
        printf(#call ": %s %s\n", isnan(result) ? "nan" : isinf(result) ? "inf" : "a number", said); \
    } while (0)

int main(void) {
    TRY(asin(two));
    TRY(acos(two));
    TRY(acosh(half));
    TRY(atanh(two));
    TRY(remainder(one, zero));
    TRY(fmod(one, zero));
    TRY(log(-one));
    TRY(log(zero));
    TRY(log10(-one));
    TRY(log10(zero));
    TRY(sqrt(-one));
    TRY(pow(-one, half));
    TRY(pow(large, two));
    TRY(exp(large));
    TRY(asinf((float) two));
    TRY(acosf((float) two));
    TRY(fmodf((float) one, (float) zero));
    TRY(log10f((float) zero));
    TRY(asin(half));
    TRY(fmod(large, two));
    return 0;
}
