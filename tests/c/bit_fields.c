// Bit fields: signed and unsigned, across storage units, of 64 bits.
#include <stdio.h>
#include <string.h>

struct flags { unsigned a : 1, b : 3, c : 7; signed d : 5; unsigned e : 16; };
struct wide { unsigned long long low : 40; unsigned long long high : 24; };
struct split { unsigned char first : 4, second : 4; unsigned short third : 12; int : 0; int last : 3; };
struct __attribute__((packed)) packed { unsigned a : 3; unsigned long long b : 37; unsigned c : 24; };

static volatile int seven = 7;

__attribute__((noinline)) static void change(struct flags *flags, int by)
{
    flags->a ^= 1;
    flags->b += by;
    flags->c -= by;
    flags->d = by - 20;
    flags->e = flags->e * 3 + flags->c;
}

int main(void)
{
    struct flags flags = {1, 2, 3, -4, 50000};
    for (int i = 0; i < 3; i++) {
        change(&flags, seven);
        printf("%u %u %u %d %u\n", flags.a, flags.b, flags.c, flags.d, flags.e);
    }
    struct wide wide = {.low = 0x123456789A, .high = 0xABCDEF};
    wide.low += (unsigned)seven;
    wide.high <<= 4;
    printf("%llx %llx\n", (unsigned long long)wide.low, (unsigned long long)wide.high);
    struct split split = {.first = 9, .second = 6, .third = 0xABC, .last = -2};
    split.second += seven;
    split.third ^= 0xFF;
    printf("%d %d %x %d\n", split.first, split.second, split.third, split.last);
    struct packed packed = {5, 0x1122334455, 0xABCDEF};
    packed.b += packed.a;
    unsigned char bytes[sizeof packed];
    memcpy(bytes, &packed, sizeof packed);
    for (unsigned i = 0; i < sizeof packed; i++)
        printf("%02x", bytes[i]);
    printf(" %u\n", (unsigned)sizeof packed);
    return 0;
}
