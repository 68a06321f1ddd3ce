// setjmp and longjmp: values, nested, out of deep calls, volatile locals.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

__attribute__((noinline)) static int deep(int depth, int value)
{
    volatile char frame[64];
    frame[depth % 64] = (char)depth;
    if (depth == 0)
        longjmp(outer, value);
    return deep(depth - 1, value) + frame[depth % 64];
}

__attribute__((noinline)) static int guarded(int value)
{
    int code = setjmp(inner);
    if (code == 0) {
        if (value % 2)
            longjmp(inner, value);
        return -1;
    }
    return code * 10;
}

int main(void)
{
    volatile int rounds = 0;
    int code = setjmp(outer);
    rounds++;
    if (code < 3) {
        printf("round %d code %d\n", rounds, code);
        deep(20, code + 1);
    }
    printf("ended with %d after %d\n", code, rounds);
    for (int i = 0; i < 4; i++)
        printf("%d\n", guarded(i));
    if (setjmp(outer) == 0)
        longjmp(outer, 0);
    else
        puts("zero became one");
    volatile long sum = 0;
    for (volatile int i = 0; i < 1000; i++)
        if (setjmp(inner) == 0)
            longjmp(inner, 1);
        else
            sum += i;
    printf("%ld\n", sum);
    return 0;
}
