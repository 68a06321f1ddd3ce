// Labels as values: an interpreter of a small machine, tables of differences.
#include <stdio.h>

enum { PUSH, ADD, MULTIPLY, DUPLICATE, LESS, JUMP_IF, PRINT, HALT };

__attribute__((noinline)) static int run(const int *code)
{
    static const void *const targets[] = {&&push,     &&add,  &&multiply, &&duplicate,
                                          &&less_than, &&jump, &&print,    &&halt};
    int stack[32], top = 0, steps = 0;
    const int *at = code;
#define NEXT goto *targets[(steps++, *at++)]
    NEXT;
push: stack[top++] = *at++; NEXT;
add: top--; stack[top - 1] += stack[top]; NEXT;
multiply: top--; stack[top - 1] *= stack[top]; NEXT;
duplicate: stack[top] = stack[top - 1]; top++; NEXT;
less_than: top--; stack[top - 1] = stack[top - 1] < stack[top]; NEXT;
jump: at = stack[--top] ? code + *at : at + 1; NEXT;
print: printf("%d ", stack[top - 1]); NEXT;
halt: printf("| %d\n", stack[0]); return steps;
}

__attribute__((noinline)) static int states(const char *text)
{
    const void *state = &&even;
    int changes = 0;
    for (; *text; text++) {
        goto *state;
    even:
        if (*text == '1')
            state = &&odd, changes++;
        continue;
    odd:
        if (*text == '1')
            state = &&even, changes++;
    }
    return state == &&even ? changes : -changes;
}

int main(void)
{
    const int program[] = {PUSH, 1, PRINT, PUSH, 3, MULTIPLY, PUSH, 1, ADD,
                           DUPLICATE, PUSH, 5000, LESS, JUMP_IF, 2, HALT};
    printf("%d\n", run(program));
    printf("%d %d\n", states("0110101"), states("11011"));
    return 0;
}
