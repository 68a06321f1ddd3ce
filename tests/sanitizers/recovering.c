// options: -fsanitize=address,undefined -fsanitize-recover=address -fno-sanitize-recover=undefined
// run: none => 0
// run: overflow => 1
// says: recovering.c:14:26: runtime error: signed integer overflow; SUMMARY: UndefinedBehaviorSanitizer
#include <limits.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
    volatile int largest = INT_MAX;
    volatile int result = 0;

    if (strcmp(which, "overflow") == 0)
        result = largest + 1;
    return result != 0;
}
