// What compilers for old sources in C++ took: registers, narrowing by initialisers, macros that
// touch strings.
#include <stdio.h>

#define NUMBER "d"

struct pair {
    unsigned char first;
    int second;
};

static int sum(register int count) {
    register int total = 0;
    for (register int each = 1; each <= count; ++each)
        total += each;
    return total;
}

static pair pair_of(int number) {
    pair made = {number, number};
    return made;
}

int main() {
    pair made = pair_of(300);
    printf("%"NUMBER" %"NUMBER" %"NUMBER"\n", sum(10), made.first, made.second);
    return 0;
}
