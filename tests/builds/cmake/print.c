#include <stdio.h>
int main(void) { printf("%d", (int) sizeof(void *)); return 7; }
