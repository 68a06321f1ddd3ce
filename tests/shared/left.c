#include "base.h"

int *left_points_to_calls = &base_calls;

static int hidden_from_others(void) { return 10; }

/* In front of that of right, which comes later. */
int chosen(void) { return 5; }

int left_value(void) { return base_value() + hidden_from_others(); }
int left_replaced(void) { return call_replaced() * 10 + replaced(); }

/* Its priority counts among those of this library alone. */
__attribute__((constructor(101))) static void begin(void) { note("left begins"); }
__attribute__((destructor)) static void end(void) { note("left ends"); }
