// Variable arguments of all sorts, forwarded, copied, and through pointers.
#include <stdarg.h>
#include <stdio.h>

struct point { int x; double y; char name; };

__attribute__((noinline)) static void show(const char *types, ...)
{
    va_list list;
    va_start(list, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'l': printf("%lld ", va_arg(list, long long)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 's': printf("%s ", va_arg(list, const char *)); break;
        case 'p': {
            struct point point = va_arg(list, struct point);
            printf("(%d %g %c) ", point.x, point.y, point.name);
            break;
        }
        }
    }
    va_end(list);
    putchar('\n');
}

static int sum_list(int count, va_list list)
{
    int total = 0;
    while (count-- > 0)
        total += va_arg(list, int);
    return total;
}

__attribute__((noinline)) static int twice(int count, ...)
{
    va_list first, second;
    va_start(first, count);
    va_copy(second, first);
    int total = sum_list(count, first) * 1000 + sum_list(count, second);
    va_end(second);
    va_end(first);
    return total;
}

static int (*volatile through_pointer)(int, ...) = twice;

__attribute__((noinline)) static int format(char *text, size_t size, const char *form, ...)
{
    va_list list;
    va_start(list, form);
    int length = vsnprintf(text, size, form, list);
    va_end(list);
    return length;
}

int main(void)
{
    show("iidsl", 1, -2, 2.5, "three", 1LL << 40);
    show("ilidi", 7, -1LL, 8, 0.125, 9);
    show("pip", (struct point){1, 2.5, 'a'}, 42, (struct point){-3, 1e10, 'z'});
    show("");
    signed char small = -5;
    float number = 0.5f;
    show("id", small, number);
    printf("%d %d\n", twice(3, 10, 20, 30), through_pointer(5, 1, 2, 3, 4, 5));
    char text[40];
    int length = format(text, sizeof text, "%s-%05d-%c-%.3f", "abc", 42, 'x', 2.0 / 3);
    printf("%d %s\n", length, text);
    for (int i = 0; i < 100000; i++)
        length += format(text, sizeof text, "%d", i);
    printf("%d\n", length);
    return 0;
}
