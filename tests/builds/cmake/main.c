#include <stdio.h>
#include "made.h"
int main(void) { printf("%d\n", MADE); return MADE != 42; }
