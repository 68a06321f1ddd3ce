// Products and quotients of complex numbers: to the last bit for floats, near the ends of the range,
// and what annex G of the standard of C says of infinities.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

static const float FLOATS[] = {0.0f, -0.0f, 1.0f, -3.0f, 0.1f, 1e-38f, -3e38f, 7e-42f, 2.5e19f};
static const double EXACT[] = {0.0, 1.0, -4.0, 0.5, 0x1p1000, -0x1p-1000, INFINITY, NAN};
enum { FLOATS_COUNT = sizeof FLOATS / sizeof *FLOATS, EXACT_COUNT = sizeof EXACT / sizeof *EXACT };

static const char *kind(double part) {
    return isnan(part) ? "nan" : isinf(part) ? (part > 0 ? "inf" : "-inf") : "finite";
}

static volatile float _Complex left, right;
static volatile double _Complex wide_left, wide_right;

int main(void) {
    unsigned sum = 0;
    for (int index = 0; index < FLOATS_COUNT * FLOATS_COUNT; index++) {
        __real__ left = FLOATS[index % FLOATS_COUNT];
        __imag__ left = FLOATS[index / FLOATS_COUNT];
        for (int other = 0; other < FLOATS_COUNT * FLOATS_COUNT; other++) {
            __real__ right = FLOATS[other % FLOATS_COUNT];
            __imag__ right = FLOATS[other / FLOATS_COUNT];
            float _Complex quotient = left / right;
            float parts[] = {crealf(quotient), cimagf(quotient)};
            if (other % 11 == index % 7)
                printf("%a %a / %a %a = %a %a\n", crealf(left), cimagf(left), crealf(right), cimagf(right),
                       isnan(parts[0]) ? 0 : parts[0], isnan(parts[1]) ? 0 : parts[1]);
        }
    }
    for (int index = 0; index < EXACT_COUNT * EXACT_COUNT; index++) {
        __real__ wide_left = EXACT[index % EXACT_COUNT];
        __imag__ wide_left = EXACT[index / EXACT_COUNT];
        for (int other = 0; other < EXACT_COUNT * EXACT_COUNT; other++) {
            __real__ wide_right = EXACT[other % EXACT_COUNT];
            __imag__ wide_right = EXACT[other / EXACT_COUNT];
            double _Complex product = wide_left * wide_right;
            sum = sum * 31 + (unsigned) kind(creal(product))[0] + (unsigned) kind(cimag(product))[0];
        }
    }
    printf("%u\n", sum);
    // Numbers whose products and squares are outside of the range.
    static const double DISTANT[][4] = {{3e300, -7e-300, 2e250, 5e-290},
                                        {-4e-310, 6e250, 8e221, -9e-100},
                                        {5e-255, 1e-310, 2e-247, -3e-176},
                                        {1e-107, 2e-200, -3e-7, 4e-220},
                                        {1e308, 1e308, 1e308, -1e308}};
    for (unsigned index = 0; index < sizeof DISTANT / sizeof *DISTANT; index++) {
        __real__ wide_left = DISTANT[index][0];
        __imag__ wide_left = DISTANT[index][1];
        __real__ wide_right = DISTANT[index][2];
        __imag__ wide_right = DISTANT[index][3];
        double _Complex quotient = wide_left / wide_right;
        printf("%.10e %.10e\n", creal(quotient), cimag(quotient));
    }
    return 0;
}
