/* What compilers for old sources in C took, and said at most a warning of: functions and variables
   without types, returns without values, pointers and numbers for each other. */
#include <stdio.h>

static counter;

twice(number) {
    return number * 2;
}

int leaves(int early) {
    if (early)
        return;
    counter = counter + 1;
    return counter;
}

void nothing(void) {
    return counter;
}

int main() {
    char *text = 65;
    int number = text;
    unsigned char *bytes = "abc";
    int (*function)(char *) = leaves;
    leaves(0);
    leaves(1);
    nothing();
    printf("%d %d %d %d\n", twice(21), number, *bytes, function(0));
    return defined_below(counter) - 6;
}

int defined_below(int number) {
    return number * 3;
}
