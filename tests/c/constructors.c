// Constructors and destructors in the order of their priorities, and atexit.
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(300))) static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor)) static void last(void) { order = order * 10 + 4; }
__attribute__((destructor(101))) static void ends_last(void) { puts("last destructor"); }
__attribute__((destructor(200))) static void ends_first(void) { puts("first destructor"); }

static void at_exit(void) { puts("at exit"); }
static void before(void) { puts("before"); }

int main(void)
{
    printf("%d\n", order);
    atexit(at_exit);
    atexit(before);
    return 3;
}
