// Shifts bits out of a number, forgets memory, and uses memory that was freed. docs/debugging.md has
// sanitizers find that.

#include <stdio.h>
#include <stdlib.h>

static int *powers(int count) {
    int *list = malloc(count * sizeof *list);
    for (int i = 0; i < count; i++) {
        list[i] = 1 << i;
    }
    return list;
}

static int last(int *list, int count) {
    free(list);
    return list[count - 1];
}

int main(int argc, char **argv) {
    (void) argv;
    // With any argument, only the memory of this call is forgotten.
    int *forgotten = powers(50000);
    printf("%d\n", forgotten[10]);
    forgotten = NULL;
    if (argc == 1) {
        printf("%d\n", last(powers(10), 10));
    }
    return 0;
}
