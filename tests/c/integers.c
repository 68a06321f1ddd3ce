// Integers of every width: arithmetic, shifts, conversions, comparisons.
#include <inttypes.h>
#include <stdio.h>

#define OPERATIONS(type, wrapping, name, format)                                         \
    static void name(volatile type left, volatile type right)                  \
    {                                                                          \
        type a = left, b = right;                                              \
        printf(#name ": %" format " %" format " %" format " %" format          \
                     " %" format " %" format "\n",                             \
               (type)((wrapping)a + (wrapping)b),                              \
               (type)((wrapping)a - (wrapping)b),                              \
               (type)((wrapping)a * (wrapping)b), (type)(a & b),               \
               (type)(a | b), (type)(a ^ b));                                  \
        if (b != 0)                                                            \
            printf("  %" format " %" format "\n", (type)(a / b),               \
                   (type)(a % b));                                             \
        printf("  %" format " %" format " %" format " %d%d%d%d\n",             \
               (type)((wrapping)a << (b & 7)), (type)(a >> (b & 7)), (type)~a, a < b,    \
               a <= b, a == b, !a);                                            \
    }

OPERATIONS(uint8_t, unsigned, u8, PRIu8)
OPERATIONS(uint16_t, unsigned, u16, PRIu16)
OPERATIONS(uint32_t, uint32_t, u32, PRIu32)
OPERATIONS(uint64_t, uint64_t, u64, PRIu64)
OPERATIONS(int8_t, unsigned, s8, PRId8)
OPERATIONS(int16_t, unsigned, s16, PRId16)
OPERATIONS(int32_t, uint32_t, s32, PRId32)
OPERATIONS(int64_t, uint64_t, s64, PRId64)

// Small types as parameters and results are extended by the caller.
__attribute__((noinline)) static int8_t narrow(int16_t wide) { return (int8_t)wide; }
__attribute__((noinline)) static uint8_t unsigned_narrow(uint16_t wide) { return (uint8_t)wide; }
__attribute__((noinline)) static _Bool odd(unsigned number) { return number & 1; }

int main(void)
{
    u8(200, 100), u16(60000, 30000), u32(4000000000u, 3), u64(UINT64_MAX, 10);
    s8(-100, 7), s16(-30000, 123), s32(-2000000, 987), s64(INT64_MIN, 1000003);
    for (int i = 0; i < 4; i++) {
        volatile int value = 1000 * i - 1500;
        printf("%d %d %d\n", narrow((int16_t)value), unsigned_narrow((uint16_t)value),
               odd((unsigned)value));
    }
    volatile int32_t minus = -5;
    volatile uint32_t large = 3000000000u;
    printf("%" PRId64 " %" PRIu64 " %" PRId64 "\n", (int64_t)minus, (uint64_t)large,
           (int64_t)(int32_t)large);
    printf("%d %d %d %d\n", __builtin_clz(large), __builtin_ctz(large), __builtin_popcount(large),
           __builtin_popcountll((uint64_t)minus));
    printf("%08" PRIx32 " %016" PRIx64 "\n", __builtin_bswap32(large),
           __builtin_bswap64((uint64_t)large << 7));
    return 0;
}
