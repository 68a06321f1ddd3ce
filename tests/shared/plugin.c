/* A library that the browser and the system call back. */
#include "base.h"

#include <stdint.h>

static _Thread_local int calls;

/* A completion callback. */
void plugin_called(void *data, int32_t result) { *(int *) data += 10 * result + base_value(); }

/* What a thread runs. */
void *plugin_thread(void *data) {
    calls++;
    *(int *) data += calls + base_of_thread;
    return &base_calls;
}

/* Much code: a table of 4,096 functions. */
#define ONE(n) static int large_##n(int x) { return ((x ^ 0x##n) * (x + 3 * 0x##n) >> (0x##n & 7)) - 5 * 0x##n; }
#define SIXTEEN(of, n) \
    of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
    of(n##8) of(n##9) of(n##A) of(n##B) of(n##C) of(n##D) of(n##E) of(n##F)
#define ROW(n) SIXTEEN(ONE, n)
#define NAME(n) large_##n,
#define NAMES(n) SIXTEEN(NAME, n)
#define SIXTEEN_ROWS(of, n) \
    of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
    of(n##8) of(n##9) of(n##A) of(n##B) of(n##C) of(n##D) of(n##E) of(n##F)
#define ALL(of) \
    SIXTEEN_ROWS(of, 0) SIXTEEN_ROWS(of, 1) SIXTEEN_ROWS(of, 2) SIXTEEN_ROWS(of, 3) \
    SIXTEEN_ROWS(of, 4) SIXTEEN_ROWS(of, 5) SIXTEEN_ROWS(of, 6) SIXTEEN_ROWS(of, 7) \
    SIXTEEN_ROWS(of, 8) SIXTEEN_ROWS(of, 9) SIXTEEN_ROWS(of, A) SIXTEEN_ROWS(of, B) \
    SIXTEEN_ROWS(of, C) SIXTEEN_ROWS(of, D) SIXTEEN_ROWS(of, E) SIXTEEN_ROWS(of, F)

ALL(ROW)

static int (*const large[])(int) = {ALL(NAMES)};

int plugin_large(void) {
    unsigned sum = 0;
    for (unsigned index = 0; index < sizeof large / sizeof *large; index++)
        sum = sum * 31 + (unsigned) large[index]((int) index);
    return (int) (sum >> 16);
}
