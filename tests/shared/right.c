#include "base.h"

static _Thread_local int own = 2;
static _Thread_local int zero;

int chosen(void) { return 7; }

int right_value(void) { return base_indirect() + base_name[0]; }

int right_thread(void) {
    zero++;
    base_of_thread += own;
    return base_of_thread * 10 + zero;
}

__attribute__((constructor)) static void begin(void) { note("right begins"); }
__attribute__((destructor)) static void end(void) { note("right ends"); }
