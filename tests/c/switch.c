// Switches: dense, sparse, of wide and narrow types, with ranges, falling through.
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int dense(int number)
{
    switch (number) {
    case 0: return 10;
    case 1: return 21;
    case 2: return 32;
    case 3: // falls through
    case 4: return 43;
    case 5: number += 100; // falls through
    case 6: return number;
    default: return -1;
    }
}

__attribute__((noinline)) static const char *sparse(long long number)
{
    switch (number) {
    case -9000000000LL: return "far below";
    case -1: return "minus one";
    case 0: return "zero";
    case 1000: return "thousand";
    case 1LL << 40: return "far above";
    case INT64_MIN: return "least";
    }
    return "other";
}

__attribute__((noinline)) static int narrow(signed char letter)
{
    switch (letter) {
    case 'a' ... 'f': return letter - 'a' + 10;
    case '0' ... '9': return letter - '0';
    case -128: return -128;
    case 127: return 127;
    default: return -1;
    }
}

__attribute__((noinline)) static int truth(_Bool value)
{
    switch (value) {
    case 0: return 5;
    case 1: return 6;
    }
    return 7;
}

int main(void)
{
    for (int i = -1; i < 8; i++)
        printf("%d ", dense(i));
    const long long numbers[] = {-9000000000LL, -1, 0, 1000, 1LL << 40, INT64_MIN, 7};
    for (int i = 0; i < 7; i++)
        printf("%s, ", sparse(numbers[i]));
    const signed char letters[] = {'c', '7', -128, 127, 'z'};
    for (int i = 0; i < 5; i++)
        printf("%d ", narrow(letters[i]));
    printf("%d %d\n", truth(0), truth(1));
    return 0;
}
