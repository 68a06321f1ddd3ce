// Division of 64 bits, by constants and variables, signed and not.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int64_t numbers[] = {1, -1, 7, -7, 1000000007, INT64_MAX, INT64_MIN, 123456789012345};
static volatile int64_t divisors[] = {1, 2, -3, 10, 4294967296, -4294967297, INT64_MAX};

int main(void)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t n = numbers[i];
        printf("%" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 "\n", n / 10, n % 1000,
               (uint64_t)n / 7, (uint64_t)n % 1000000);
        for (unsigned j = 0; j < sizeof divisors / sizeof *divisors; j++) {
            int64_t d = divisors[j];
            hash = hash * 31 + (uint64_t)(n / d);
            hash = hash * 31 + (uint64_t)(n % d);
            hash = hash * 31 + (uint64_t)n / (uint64_t)d;
            hash = hash * 31 + (uint64_t)n % (uint64_t)d;
        }
    }
    printf("%016" PRIx64 "\n", hash);
    lldiv_t result = lldiv(numbers[7], divisors[2]);
    printf("%lld %lld\n", result.quot, result.rem);
    volatile int32_t small = -100;
    volatile uint32_t natural = 4000000000u;
    printf("%d %d %u %u\n", small / 7, small % 7, natural / 3, natural % 7);
    return 0;
}
