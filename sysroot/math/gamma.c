/* The gamma function, and the names for its logarithm that are older than C99. newlib computes the
   former as the exponential of the latter, which loses three digits of it, and gives both names
   the same meaning. */
#include <errno.h>
#include <math.h>

/* Stirling's series is used from here on, where four terms of it are exact enough. */
#define LARGE 16

/* The largest whole number whose factorial is a double without rounding. */
#define LAST_EXACT 23

/* Arguments below this have a result that is too small for a double. */
#define SMALLEST (-184)

#define ROOT_OF_TWO_PI 2.5066282746310005024

/* Two numbers whose product is gamma(x), for an x from LARGE to -SMALLEST: their own sizes are half
   of it, so that they exist although the product may not. */
struct halves {
    double larger, smaller;
};

static struct halves stirling(double x) {
    double inverse = 1 / x, square = inverse * inverse;
    double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square * (1.0 / 1188)))));
    /* The exponent is exact, so the error of the power is that of its last digit. */
    struct halves result = {pow(x, x / 2 - 0.25), exp(-x)};
    result.smaller *= result.larger * ROOT_OF_TWO_PI * exp(series);
    return result;
}

/* For a number above 0 and below LARGE: that of a larger one, divided by the steps between. */
static double moved_up(double x) {
    double steps = 1, above = x;
    int count = 0;
    for (; above < LARGE; above = x + ++count)
        steps *= above;
    /* What rounding the sum took from x, times the derivative of the logarithm. */
    double lost = x - (above - count);
    struct halves halves = stirling(above);
    double result = halves.larger * halves.smaller / steps;
    return result + result * lost * (log(above) - 0.5 / above);
}

static double positive(double x) {
    if (x == floor(x) && x <= LAST_EXACT) {
        double product = 1;
        for (int factor = 2; factor < (int) x; ++factor)
            product *= factor;
        return product;
    }
    if (x < LARGE)
        return moved_up(x);
    struct halves halves = stirling(x);
    return halves.larger * halves.smaller;
}

/* The sine of pi times x, for an x that is not negative. */
static double sine_of_turns(double x) {
    double part = fmod(x, 2);
    double sign = part >= 1 ? -1 : 1;
    part = fmod(part, 1);
    return sign * sin(M_PI * (part > 0.5 ? 1 - part : part));
}

/* For a number below 0, by its reflection. */
static double negative(double x) {
    double size = -x, sine = sine_of_turns(size);
    if (x < SMALLEST)
        return copysign(0, -sine);
    double factor = -M_PI / (size * sine);
    if (size < LARGE)
        return factor / positive(size);
    struct halves halves = stirling(size);
    return factor / halves.smaller / halves.larger;
}

double tgamma(double x) {
    if (isnan(x) || x == INFINITY)
        return x;
    if (x == 0) {
        errno = ERANGE;
        return copysign(INFINITY, x);
    }
    if (x < 0 && x == floor(x)) {
        errno = EDOM;
        return NAN;
    }
    if (x > -SMALLEST) {
        errno = ERANGE;
        return INFINITY;
    }
    double result = x > 0 ? positive(x) : negative(x);
    if (result == 0 || isinf(result))
        errno = ERANGE;
    return result;
}

float tgammaf(float x) {
    double wide = tgamma(x);
    float result = (float) wide;
    if (isfinite(wide) && wide != 0 && (result == 0 || isinf(result)))
        errno = ERANGE;
    return result;
}

double gamma(double x) {
    return lgamma(x);
}

float gammaf(float x) {
    return lgammaf(x);
}

double gamma_r(double x, int *sign) {
    return lgamma_r(x, sign);
}

float gammaf_r(float x, int *sign) {
    return lgammaf_r(x, sign);
}
