// Function pointers: tables, arguments, results, comparison, sorting.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static double half(double number) { return number / 2; }
static long long square(long long number) { return number * number; }

static const struct { const char *name; operation function; } table[] = {
    {"add", add}, {"subtract", subtract}, {"multiply", multiply}, {"none", NULL},
};

__attribute__((noinline)) static operation choose(const char *name)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].function;
    return NULL;
}

static int by_length(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    int difference = (int)strlen(a) - (int)strlen(b);
    return difference ? difference : strcmp(a, b);
}

static operation (*volatile chooser)(const char *) = choose;
static double (*volatile of_double)(double) = half;
static long long (*volatile of_wide)(long long) = square;

int main(void)
{
    const char *names[] = {"multiply", "add", "none", "subtract"};
    for (int i = 0; i < 4; i++) {
        operation function = chooser(names[i]);
        printf("%s %d\n", names[i], function ? function(12, 5) : -1);
    }
    qsort(names, 4, sizeof *names, by_length);
    printf("%s %s %s %s\n", names[0], names[1], names[2], names[3]);
    printf("%g %lld\n", of_double(5), of_wide(3000000000));
    printf("%d %d\n", choose("add") == add, choose("add") == subtract);
    return 0;
}
