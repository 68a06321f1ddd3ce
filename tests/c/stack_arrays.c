// Arrays of variable length and alloca: in loops, of two dimensions, aligned.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int sum(int length)
{
    int squares[length];
    for (int i = 0; i < length; i++)
        squares[i] = i * i;
    int total = 0;
    for (int i = 0; i < length; i++)
        total += squares[i];
    return total;
}

__attribute__((noinline)) static double trace(int size)
{
    double matrix[size][size];
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            matrix[row][column] = row * 10 + column;
    double total = 0;
    for (int i = 0; i < size; i++)
        total += matrix[i][i];
    return total;
}

__attribute__((noinline)) static unsigned reverse(const char *text)
{
    size_t length = strlen(text);
    char *copy = alloca(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = text[length - 1 - i];
    copy[length] = 0;
    puts(copy);
    return (unsigned)((uintptr_t)copy % 16);
}

int main(void)
{
    long total = 0;
    // In a loop the room must be given back each time: this takes 800 MB in all.
    for (int i = 1; i < 20000; i++)
        total += sum(i % 1000 + 1) % 1000;
    printf("%ld %g %g\n", total, trace(3), trace(40));
    printf("%u\n", reverse("abcdef"));
    for (int i = 0; i < 100; i++) {
        char buffer[i + 1];
        memset(buffer, i, sizeof buffer);
        total += buffer[i];
    }
    printf("%ld\n", total);
    return 0;
}
