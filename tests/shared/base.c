#include "base.h"
#include <stdio.h>

int base_calls;
_Thread_local int base_of_thread = 40;
const char *base_name = "base";
static int noted;

/* The program has another one, which counts for calls from here as well. */
int replaced(void) { return 1; }

int call_replaced(void) { return replaced(); }

__attribute__((weak)) int chosen(void) { return 3; }

static int hidden_from_others(void) { return 100; }

int base_value(void) {
    base_calls++;
    return hidden_from_others() + call_replaced();
}

static int (*const table[])(void) = {base_value, call_replaced};

int base_indirect(void) { return table[1]() + chosen(); }

void note(const char *what) {
    noted++;
    printf("%d %s\n", noted, what);
    fflush(stdout);
}

int notes(void) { return noted; }

__attribute__((constructor)) static void begin(void) { note("base begins"); }
__attribute__((constructor(101))) static void begin_early(void) { note("base begins early"); }
__attribute__((destructor)) static void end(void) { note("base ends"); }
