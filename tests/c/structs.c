// Structs by value: as parameters, results, in arrays, nested, with padding.
#include <stdio.h>
#include <string.h>

struct pair { int first, second; };
struct mixed { char letter; double number; short small; };
struct large { int values[20]; };
struct nested { struct pair pair; struct { unsigned char byte; long long wide; } inner; };
union either { int integer; float number; unsigned char bytes[4]; };

__attribute__((noinline)) static struct pair swap(struct pair pair)
{
    return (struct pair){pair.second, pair.first};
}

__attribute__((noinline)) static struct mixed scale(struct mixed value, double by)
{
    value.number *= by;
    value.letter++;
    value.small = (short)(value.small - 1);
    return value;
}

__attribute__((noinline)) static struct large fill(int from)
{
    struct large large;
    for (int i = 0; i < 20; i++)
        large.values[i] = from + i * i;
    return large;
}

__attribute__((noinline)) static int sum(struct large large, struct pair pair)
{
    int total = pair.first;
    for (int i = 0; i < 20; i++)
        total += large.values[i] * pair.second;
    large.values[0] = -1; // The caller's copy stays what it is.
    return total;
}

__attribute__((noinline)) static struct nested nest(struct nested outer, int depth)
{
    if (depth == 0)
        return outer;
    outer.inner.wide = outer.inner.wide * 3 + outer.inner.byte;
    outer.pair = swap(outer.pair);
    outer.inner.byte++;
    return nest(outer, depth - 1);
}

static struct pair (*volatile through_pointer)(struct pair) = swap;

int main(void)
{
    struct pair pair = swap((struct pair){1, 2});
    printf("%d %d\n", pair.first, pair.second);
    pair = through_pointer(pair);
    printf("%d %d\n", pair.first, pair.second);
    struct mixed mixed = scale((struct mixed){'a', 1.5, 100}, 3);
    printf("%c %g %d\n", mixed.letter, mixed.number, mixed.small);
    struct large large = fill(5), copy = large;
    printf("%d %d %d\n", sum(large, pair), large.values[0], memcmp(&large, &copy, sizeof large));
    struct nested nested = nest((struct nested){{1, 2}, {250, 7}}, 9);
    printf("%d %d %d %lld\n", nested.pair.first, nested.pair.second, nested.inner.byte,
           nested.inner.wide);
    struct pair table[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct pair reversed[3];
    for (int i = 0; i < 3; i++)
        reversed[2 - i] = table[i];
    printf("%d %d\n", reversed[0].first, reversed[2].second);
    union either either = {.number = 1.0f};
    printf("%08x %d\n", either.integer, either.bytes[3]);
    return 0;
}
