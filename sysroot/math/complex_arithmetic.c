/* What clang calls to multiply and divide complex numbers, by annex G of the
   standard of C: infinities stay infinities though parts may be NaN. */
#include <complex.h>
#include <math.h>

/* A number whose exponent has no bounds: part times two to the exponent. */
struct wide {
    double part;
    int exponent;
};

static struct wide widened(double x) {
    struct wide result;
    result.part = frexp(x, &result.exponent);
    return result;
}

static struct wide product(struct wide x, struct wide y) {
    return (struct wide) {x.part * y.part, x.exponent + y.exponent};
}

static struct wide sum(struct wide x, struct wide y) {
    if (x.part == 0)
        return y;
    if (y.part == 0)
        return x;
    if (x.exponent < y.exponent)
        return sum(y, x);
    return (struct wide) {x.part + scalbn(y.part, y.exponent - x.exponent), x.exponent};
}

static double ratio(struct wide x, struct wide y) {
    return scalbn(x.part / y.part, x.exponent - y.exponent);
}

/* Returns true if products of a number with others of this kind are doubles that lose nothing. */
static int is_moderate(double x) {
    double size = __builtin_fabs(x);
    return size == 0 || (size > 0x1p-200 && size < 0x1p200);
}

/* The quotient of two doubles. None of its products overflows or vanishes. */
static double _Complex quotient(double a, double b, double c, double d) {
    double _Complex result;
    int is_finite = __builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c) && __builtin_isfinite(d);
    int is_plain = is_moderate(a) && is_moderate(b) && is_moderate(c) && is_moderate(d);
    if (is_plain || !is_finite || (c == 0 && d == 0)) {
        double square = c * c + d * d;
        __real__ result = (a * c + b * d) / square;
        __imag__ result = (b * c - a * d) / square;
        return result;
    }
    struct wide wa = widened(a), wb = widened(b), wc = widened(c), wd = widened(d);
    struct wide square = sum(product(wc, wc), product(wd, wd)), opposite = {-wa.part, wa.exponent};
    __real__ result = ratio(sum(product(wa, wc), product(wb, wd)), square);
    __imag__ result = ratio(sum(product(wb, wc), product(opposite, wd)), square);
    return result;
}

/* That of two floats: the squares of all of them are doubles. */
static float _Complex quotientf(double a, double b, double c, double d) {
    double square = c * c + d * d;
    float _Complex result;
    __real__ result = (float) ((a * c + b * d) / square);
    __imag__ result = (float) ((b * c - a * d) / square);
    return result;
}

#define COMPLEX_ARITHMETIC(real, suffix, multiply, divide) \
    /* The sign of a part, and whether it is infinite, as a small number. */ \
    static real box_##multiply(real part) { \
        return __builtin_copysign##suffix(__builtin_isinf(part) ? 1 : 0, part); \
    } \
    static real unnan_##multiply(real part) { \
        return __builtin_isnan(part) ? __builtin_copysign##suffix(0, part) : part; \
    } \
    real _Complex multiply(real a, real b, real c, real d) { \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
        real x = ac - bd, y = ad + bc; \
        if (__builtin_isnan(x) && __builtin_isnan(y)) { \
            int again = 0; \
            if (__builtin_isinf(a) || __builtin_isinf(b)) { \
                a = box_##multiply(a), b = box_##multiply(b); \
                c = unnan_##multiply(c), d = unnan_##multiply(d); \
                again = 1; \
            } \
            if (__builtin_isinf(c) || __builtin_isinf(d)) { \
                c = box_##multiply(c), d = box_##multiply(d); \
                a = unnan_##multiply(a), b = unnan_##multiply(b); \
                again = 1; \
            } \
            if (!again && \
                (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
                a = unnan_##multiply(a), b = unnan_##multiply(b); \
                c = unnan_##multiply(c), d = unnan_##multiply(d); \
                again = 1; \
            } \
            if (again) { \
                x = __builtin_inf##suffix() * (a * c - b * d); \
                y = __builtin_inf##suffix() * (a * d + b * c); \
            } \
        } \
        real _Complex result; \
        __real__ result = x; \
        __imag__ result = y; \
        return result; \
    } \
    real _Complex divide(real a, real b, real c, real d) { \
        real _Complex result = quotient##suffix(a, b, c, d); \
        real x = __real__ result, y = __imag__ result; \
        if (__builtin_isnan(x) && __builtin_isnan(y)) { \
            if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) { \
                x = __builtin_copysign##suffix(__builtin_inf##suffix(), c) * a; \
                y = __builtin_copysign##suffix(__builtin_inf##suffix(), c) * b; \
            } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && \
                       __builtin_isfinite(d)) { \
                a = box_##multiply(a), b = box_##multiply(b); \
                x = __builtin_inf##suffix() * (a * c + b * d); \
                y = __builtin_inf##suffix() * (b * c - a * d); \
            } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && \
                       __builtin_isfinite(b)) { \
                c = box_##multiply(c), d = box_##multiply(d); \
                x = 0 * (a * c + b * d); \
                y = 0 * (b * c - a * d); \
            } \
        } \
        __real__ result = x; \
        __imag__ result = y; \
        return result; \
    }

COMPLEX_ARITHMETIC(double, , __muldc3, __divdc3)
COMPLEX_ARITHMETIC(float, f, __mulsc3, __divsc3)
