/* Native counterpart of spectralnorm.pexe: the largest singular value of the
 * matrix with 1 / ((i + j)(i + j + 1) / 2 + i + 1) in row i and column j, by
 * ten rounds of the power method. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double entry(int i, int j)
{
    return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
}

static void times_matrix(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += entry(i, j) * from[j];
        to[i] = sum;
    }
}

static void times_transpose(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += entry(j, i) * from[j];
        to[i] = sum;
    }
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 100;
    if (n < 1)
        return 1;
    double *u = malloc(3 * sizeof(double) * n);
    if (!u)
        return 1;
    double *v = u + n, *between = v + n;
    for (int i = 0; i < n; i++)
        u[i] = 1;
    for (int round = 0; round < 10; round++) {
        times_matrix(n, u, between);
        times_transpose(n, between, v);
        times_matrix(n, v, between);
        times_transpose(n, between, u);
    }
    double both = 0, square = 0;
    for (int i = 0; i < n; i++) {
        both += u[i] * v[i];
        square += v[i] * v[i];
    }
    printf("%.9f\n", sqrt(both / square));
    free(u);
    return 0;
}
