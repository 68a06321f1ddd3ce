/* What clang calls for a power with an exponent that is an integer. */
double __powidf2(double base, int exponent) {
    unsigned count = exponent < 0 ? -(unsigned) exponent : (unsigned) exponent;
    double result = 1;
    for (; count; count >>= 1, base *= base) {
        if (count & 1)
            result *= base;
    }
    return exponent < 0 ? 1 / result : result;
}

float __powisf2(float base, int exponent) {
    unsigned count = exponent < 0 ? -(unsigned) exponent : (unsigned) exponent;
    float result = 1;
    for (; count; count >>= 1, base *= base) {
        if (count & 1)
            result *= base;
    }
    return exponent < 0 ? 1 / result : result;
}
