// Unions whose initialisers set a small member: the other bytes are zero, as they were in programs
// that compilers of their time made, at every level of optimisation.
#include <stdio.h>

union value {
    char letter;
    unsigned char bytes[12];
    struct { int first, second, third; } whole;
    struct { char head[4]; const char *text; } pair;
};

static const union value constant = {'a'};
static union value variable = {'b'};
static const struct { int kind; union value value; } table[] = {{1, {'c'}}, {2, {'d'}}};
static const char *const names[] = {"zero", "one", "two"};

static int sum(const union value *value) {
    int sum = 0;
    for (int i = 0; i < 12; ++i)
        if (value->bytes[i])
            sum += value->bytes[i];
    return sum;
}

int main(void) {
    union value local = {'e'};
    static union value kept[2] = {{'f'}};
    printf("%d %d\n", constant.whole.first, constant.whole.second);
    printf("%d %d %d %d\n", sum(&constant), sum(&variable), sum(&local), sum(kept));
    for (int i = 0; i < 2; ++i)
        printf("%d: %d\n", table[i].kind, sum(&table[i].value));
    printf("%s\n", names[constant.whole.second]);
    printf("%d\n", 100 / (1 + constant.whole.third));
    puts(local.pair.text ? "a text" : "no text");
    for (int i = 0; i < constant.whole.third; ++i)
        puts("never");
    switch (local.whole.second) {
    case 0: puts("as expected"); break;
    default: puts("otherwise");
    }
    /* Without zeros the optimiser drops what follows: a branch by an undefined byte never
       comes anywhere. */
    if (constant.bytes[9])
        puts("set");
    while (constant.bytes[10])
        puts("never");
    puts("the end");
    return 0;
}
