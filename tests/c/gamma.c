// The gamma function, accurate to 13 digits. The older names are those of its logarithm.
#include <errno.h>
#include <math.h>
#include <stdio.h>

static void show(double x) {
    volatile double given = x;
    errno = 0;
    double result = tgamma(given);
    const char *said = errno == EDOM ? " EDOM" : errno == ERANGE ? " ERANGE" : "";
    printf("%g: %.13g%s\n", x, fabs(result), said);
}

int main(void) {
    for (volatile double whole = 1; whole <= 23; ++whole)
        printf("%.0f: %.13g\n", whole, tgamma(whole));
    const double others[] = {0.5, 1e-300, 1.7, 15.9, 16.1, 25.3, 99.99, 171.6, -0.5, -15.5, -16.5, -150.25, -170.5};
    for (unsigned index = 0; index < sizeof(others) / sizeof(others[0]); ++index)
        show(others[index]);
    const double edges[] = {INFINITY, 0, 172, 1e308, -200.5};
    for (unsigned index = 0; index < sizeof(edges) / sizeof(edges[0]); ++index)
        show(edges[index]);
    volatile double pole = -3;
    printf("%d\n", isnan(tgamma(pole)));
    volatile float small = 3.5f, large = 36;
    printf("%.6g %.6g\n", tgammaf(small), tgammaf(large));
    volatile double x = 4.5;
    printf("%.13g %.13g %.6g\n", gamma(x), lgamma(x), gammaf((float) x));
    return 0;
}
