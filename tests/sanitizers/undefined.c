// options: -fsanitize=undefined,float-divide-by-zero,unsigned-integer-overflow,implicit-conversion
// run: none => 0
// run: overflow => 0
// says: undefined.c:99:; runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: difference => 0
// says: undefined.c:101:; runtime error: signed integer overflow: -2147483648 - 1 cannot be represented in type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: product => 0
// says: undefined.c:103:; runtime error: signed integer overflow: 9223372036854775807 * 2 cannot be represented in type 'long long'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: negation => 0
// says: undefined.c:105:; runtime error: negation of -2147483648 cannot be represented in type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: unsigned => 0
// says: undefined.c:107:; runtime error: unsigned integer overflow: 4294967295 + 2 cannot be represented in type 'unsigned int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: shift => 0
// says: undefined.c:109:; runtime error: shift exponent 40 is too large for 32-bit type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: shift_back => 0
// says: undefined.c:111:; runtime error: shift exponent -3 is negative; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: shift_out => 0
// says: undefined.c:113:; runtime error: left shift of 3 by 31 places cannot be represented in type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: bounds => 0
// says: undefined.c:115:; runtime error: index 4 out of bounds for type 'int[4]'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: vla => 0
// says: undefined.c:117:; runtime error: variable length array bound evaluates to non-positive value 0; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: float_cast => 0
// says: undefined.c:119:; runtime error: 1e+10 is outside the range of representable values of type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: float_division => 0
// says: undefined.c:121:; runtime error: division by zero; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: conversion => 0
// says: undefined.c:123:; runtime error: implicit conversion from type 'int' of value 300 (32-bit, signed) to type 'unsigned char' changed the value to 44 (8-bit, unsigned); SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: truth => 0
// says: undefined.c:125:; runtime error: load of value 5, which is not a valid value for type; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: alignment => 0
// says: undefined.c:127:; runtime error: load of misaligned address 0x; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: zeros => 0
// says: undefined.c:129:; runtime error: passing zero to ctz(), which is not a valid argument; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: null_offset => 0
// says: undefined.c:131:; runtime error: applying non-zero offset 4 to null pointer; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: null_argument => 0
// says: undefined.c:133:; runtime error: null pointer passed as argument 1, which is declared to never be null; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: null_result => 0
// says: undefined.c:; runtime error: null pointer returned from function declared to never return null; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: unreachable => 1
// says: undefined.c:; runtime error: execution reached an unreachable program point; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: null => 139
// says: undefined.c:139:; runtime error: member access within null pointer of type 'struct pair'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: division => 136
// says: undefined.c:141:; runtime error: division by zero; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
// run: quotient => 136
// says: undefined.c:143:; runtime error: division of -2147483648 by -1 cannot be represented in type 'int'; SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior
#include <limits.h>
#include <string.h>

struct pair { int first, second; };

static int table[4] = {1, 2, 3, 4};

/* The compiler knows no result of these. */
static int number(int value) {
    volatile int result = value;
    return result;
}

static long long wide(long long value) {
    volatile long long result = value;
    return result;
}

static double real(double value) {
    volatile double result = value;
    return result;
}

static void *pointer(void *value) {
    void *volatile result = value;
    return result;
}

static int never(int value) {
    if (value)
        return 1;
    __builtin_unreachable();
}

__attribute__((noinline, nonnull)) static int takes_no_null(int *argument) {
    return number(0) + (argument == pointer(table));
}

__attribute__((noinline, returns_nonnull)) static int *gives_no_null(void) {
    static volatile int calls;
    return calls++ == 0 ? pointer(0) : table;
}

#define CASE(name) if (strcmp(which, name) == 0)

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
    volatile int result = 0;
    (void) argc;
    CASE("overflow")
        result = number(INT_MAX) + number(1);
    CASE("difference")
        result = number(INT_MIN) - number(1);
    CASE("product")
        result = wide(LLONG_MAX) * number(2) != 0;
    CASE("negation")
        result = -number(INT_MIN);
    CASE("unsigned")
        result = (unsigned) number(-1) + 2u == 1;
    CASE("shift")
        result = 1 << number(40);
    CASE("shift_back")
        result = 1 << number(-3);
    CASE("shift_out")
        result = number(3) << 31;
    CASE("bounds")
        result = table[number(4)];
    CASE("vla")
        { int list[number(0)]; result = sizeof(list) == 0; }
    CASE("float_cast")
        result = (int) real(1e10);
    CASE("float_division")
        result = real(1) / real(0) > 1;
    CASE("conversion")
        { unsigned char byte = number(300); result = byte; }
    CASE("truth")
        { union { char byte; _Bool truth; } both = {(char) number(5)}; result = both.truth; }
    CASE("alignment")
        result = *(int *) ((char *) table + number(1));
    CASE("zeros")
        result = __builtin_ctz((unsigned) number(0));
    CASE("null_offset")
        result = (char *) pointer(0) + number(4) == 0;
    CASE("null_argument")
        result = takes_no_null(pointer(0));
    CASE("null_result")
        result = gives_no_null() != 0;
    CASE("unreachable")
        result = never(number(0));
    CASE("null")
        result = ((struct pair *) pointer(0))->second;
    CASE("division")
        result = number(1) / number(0);
    CASE("quotient")
        result = number(INT_MIN) / number(-1);
    (void) result;
    return 0;
}
