/* Native counterpart of mandelbrot.pexe: the Mandelbrot set as a bitmap of N by
 * N points, after at most 50 rounds for each. */
#include <stdio.h>
#include <stdlib.h>

static int stays(double real, double imaginary)
{
    double x = 0, y = 0, xx = 0, yy = 0;
    for (int round = 0; round < 50 && xx + yy <= 4; round++) {
        y = 2 * x * y + imaginary;
        x = xx - yy + real;
        xx = x * x;
        yy = y * y;
    }
    return xx + yy <= 4;
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 200;
    printf("P4\n%d %d\n", n, n);
    for (int row = 0; row < n; row++) {
        int bits = 0;
        for (int column = 0; column < n; column++) {
            bits = bits << 1 | stays(2.0 * column / n - 1.5, 2.0 * row / n - 1);
            if (column % 8 == 7 || column == n - 1) {
                putchar(bits << (7 - column % 8) & 255);
                bits = 0;
            }
        }
    }
    return 0;
}
