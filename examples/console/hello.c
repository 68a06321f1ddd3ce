/* The usual first program.
 *
 *   pinnacle cc -O2 hello.c -o hello.pexe
 *   pinnacle run hello.pexe
 */

#include <stdio.h>

int main(void) {
    puts("Hello, world!");
    return 0;
}
