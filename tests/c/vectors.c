// Vector extensions: legal and other sizes, shuffles, comparisons, conversions.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int32_t four_ints __attribute__((vector_size(16)));
typedef float four_floats __attribute__((vector_size(16)));
typedef int16_t eight_shorts __attribute__((vector_size(16)));
typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef double two_doubles __attribute__((vector_size(16)));
typedef int64_t two_wides __attribute__((vector_size(16)));
typedef float two_floats __attribute__((vector_size(8)));
typedef int32_t eight_ints __attribute__((vector_size(32)));

__attribute__((noinline)) static four_ints combine(four_ints a, four_ints b)
{
    return a * b + (a << 2) - (b & 3);
}

__attribute__((noinline)) static four_floats choose(four_floats a, four_floats b)
{
    four_ints smaller = a < b;
    return (four_floats)((smaller & (four_ints)a) | (~smaller & (four_ints)b));
}

__attribute__((noinline)) static int element(four_ints vector, int index) { return vector[index]; }

__attribute__((noinline)) static eight_ints wide(eight_ints a, int by) { return a * by + 1; }

int main(void)
{
    four_ints a = {1, -2, 3, 400}, b = {5, 6, -7, 8}, c = combine(a, b);
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    four_floats f = {1.5f, -2, 8, 0}, g = {1, 2, 9, -1}, h = choose(f, g);
    printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
    int total = 0;
    for (volatile int i = 0; i < 4; i++)
        total = total * 7 + element(c, i);
    printf("%d\n", total);
    four_ints shuffled = __builtin_shufflevector(a, b, 3, 4, 0, 7);
    printf("%d %d %d %d\n", shuffled[0], shuffled[1], shuffled[2], shuffled[3]);
    eight_shorts shorts = {1, 2, 3, 4, 5, 6, 7, 30000};
    shorts = shorts * 3 - 1;
    sixteen_bytes bytes = (sixteen_bytes)shorts;
    unsigned sum = 0;
    for (int i = 0; i < 16; i++)
        sum = sum * 3 + bytes[i];
    printf("%d %u\n", shorts[7], sum);
    two_doubles d = {0.5, 4}, e = d * d + 1;
    two_wides w = {1LL << 40, -5};
    w = w * 3 + (d < e);
    printf("%g %g %lld %lld\n", e[0], e[1], (long long)w[0], (long long)w[1]);
    two_floats t = {1, 2};
    t = t / 4;
    printf("%g %g\n", t[0], t[1]);
    eight_ints eight = wide((eight_ints){1, 2, 3, 4, 5, 6, 7, 8}, 11);
    four_floats converted = __builtin_convertvector(a, four_floats);
    printf("%d %d %g\n", eight[0], eight[7], converted[3]);
    a[total & 3] = 99;
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
