// options: -fvectorize -fslp-vectorize
// Loops and operations in a row that vectorisers join, for all types of elements.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1003
#define APART __attribute__((noinline))

static uint8_t bytes[COUNT], other_bytes[COUNT];
static int8_t signed_bytes[COUNT];
static int16_t halves[COUNT];
static uint16_t other_halves[COUNT];
static int32_t words[COUNT], other_words[COUNT];
static uint32_t naturals[COUNT];
static int64_t wides[COUNT];
static float singles[COUNT], other_singles[COUNT], pairs[2 * COUNT];
static double doubles[COUNT], other_doubles[COUNT];

static uint32_t state = 1;

static uint32_t next(void) {
    state = state * 1664525 + 1013904223;
    return state >> 3;
}

static void fill(void) {
    for (int i = 0; i < COUNT; i++) {
        bytes[i] = next();
        other_bytes[i] = next();
        signed_bytes[i] = next();
        halves[i] = next();
        other_halves[i] = next();
        words[i] = (int)(next() % (1 << 20)) - (1 << 19);
        other_words[i] = next() % 1000 + 1;
        naturals[i] = next();
        wides[i] = (int64_t)(((uint64_t)next() << 30) ^ next());
        singles[i] = (int)(next() % 2001) / 8.0f - 125;
        other_singles[i] = next() % 100 + 0.5f;
        doubles[i] = (int)(next() % 2001) / 16.0 - 60;
        other_doubles[i] = next() % 100 + 0.25;
    }
    for (int i = 0; i < 2 * COUNT; i++)
        pairs[i] = next() % 64;
}

static uint64_t sum_of(const void *data, size_t size) {
    const uint8_t *at = data;
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * 1099511628211u;
    return sum;
}

#define SHOW(array) \
    printf("%-14s %016llx\n", #array, (unsigned long long)sum_of(array, sizeof array))

// Each element by itself.
APART static void elements(int n) {
    for (int i = 0; i < n; i++)
        bytes[i] = (bytes[i] + other_bytes[i] + 1) >> 1;
    for (int i = 0; i < n; i++)
        signed_bytes[i] = abs(signed_bytes[i]) - 3;
    for (int i = 0; i < n; i++)
        halves[i] = halves[i] * other_halves[i] >> 3;
    for (int i = 0; i < n; i++)
        words[i] = (int)((unsigned)words[i] << (other_words[i] & 7)) + words[i] / other_words[i];
    for (int i = 0; i < n; i++)
        naturals[i] = __builtin_bswap32(naturals[i]) + __builtin_popcount(naturals[i]);
    for (int i = 0; i < n; i++)
        wides[i] = wides[i] * 3 + (wides[i] >> 5);
    for (int i = 0; i < n; i++)
        singles[i] = singles[i] * other_singles[i] + 0.5f;
    for (int i = 0; i < n; i++)
        doubles[i] = doubles[i] / other_doubles[i] - 1;
}

// Mathematical functions of each element.
APART static void functions(int n) {
    for (int i = 0; i < n; i++)
        singles[i] = sqrtf(fabsf(singles[i])) + floorf(singles[i]);
    for (int i = 0; i < n; i++)
        doubles[i] = sqrt(fabs(doubles[i])) + ceil(doubles[i]);
    for (int i = 0; i < n; i++)
        other_singles[i] = copysignf(other_singles[i], singles[i]);
}

// From one type to another.
APART static void conversions(int n) {
    for (int i = 0; i < n; i++)
        words[i] += signed_bytes[i] + bytes[i] * halves[i];
    for (int i = 0; i < n; i++)
        other_singles[i] += words[i] + (float)naturals[i];
    for (int i = 0; i < n; i++)
        other_words[i] = (int)singles[i];
    for (int i = 0; i < n; i++)
        other_doubles[i] += singles[i] + (double)other_words[i];
    for (int i = 0; i < n; i++)
        other_bytes[i] = words[i];
    for (int i = 0; i < n; i++)
        wides[i] += other_words[i];
}

// Values that depend on a condition.
APART static void conditions(int n, int least, int most) {
    for (int i = 0; i < n; i++)
        words[i] = words[i] < least ? least : words[i] > most ? most : words[i];
    for (int i = 0; i < n; i++)
        if (other_halves[i] > 300)
            other_halves[i] -= 300;
    for (int i = 0; i < n; i++)
        singles[i] = singles[i] > other_singles[i] ? singles[i] : -other_singles[i];
    for (int i = 0; i < n; i++)
        bytes[i] = bytes[i] + other_bytes[i] > 255 ? 255 : bytes[i] + other_bytes[i];
}

// One value from all elements.
APART static void reductions(int n) {
    uint32_t sum = 0, any = 0, all = ~0u, odd = 0;
    int least = words[0], most = words[0], equal = 0;
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        sum += bytes[i];
        any |= naturals[i] & 0xf0f;
        all &= naturals[i] | 0xffff0000;
        odd ^= naturals[i];
    }
    for (int i = 0; i < n; i++) {
        least = words[i] < least ? words[i] : least;
        most = words[i] > most ? words[i] : most;
        equal += halves[i] == 7;
    }
    for (int i = 0; i < n; i++)
        total += (int64_t)words[i] * other_words[i];
    float largest = singles[0];
    for (int i = 0; i < n; i++)
        largest = singles[i] > largest ? singles[i] : largest;
    printf("%u %x %x %x %d %d %d %lld %g\n", sum, any, all, odd, least, most, equal,
           (long long)total, largest);
}

// Elements that are not next to each other, backwards, and at odd addresses.
APART static void orders(int n) {
    for (int i = 0; i < n; i++) {
        float first = pairs[2 * i], second = pairs[2 * i + 1];
        pairs[2 * i] = first - second;
        pairs[2 * i + 1] = first * second;
    }
    for (int i = 0; i < n; i++)
        words[n - 1 - i] ^= i;
    for (int i = 0; i + 3 < n; i += 3)
        other_words[i] += words[i + 1];
    struct __attribute__((packed)) {
        char first;
        int rest[200];
    } odd;
    for (int i = 0; i < 200; i++)
        odd.rest[i] = words[i] + i;
    for (int i = 0; i < 200; i++)
        naturals[i] -= odd.rest[i];
}

// Ranges that may overlap.
APART static void moved(int *to, const int *from, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

// Operations in a row.
APART static void row(float *out, const float *a, const float *b, int *counts) {
    out[0] = a[0] * b[0] + 1;
    out[1] = a[1] * b[1] + 2;
    out[2] = a[2] * b[2] + 3;
    out[3] = a[3] * b[3] + 4;
    counts[0] += 5;
    counts[1] += 6;
    counts[2] += 7;
    counts[3] += 8;
}

int main(void) {
    fill();
    elements(COUNT);
    conversions(COUNT - 2);
    conditions(COUNT - 1, -100000, 4000000);
    functions(COUNT);
    reductions(COUNT - 5);
    orders(COUNT);
    moved(words + 1, words, 100);
    moved(words + 300, words + 304, 100);
    row(singles, other_singles, pairs, other_words);
    SHOW(bytes);
    SHOW(other_bytes);
    SHOW(signed_bytes);
    SHOW(halves);
    SHOW(other_halves);
    SHOW(words);
    SHOW(other_words);
    SHOW(naturals);
    SHOW(wides);
    SHOW(singles);
    SHOW(other_singles);
    SHOW(pairs);
    SHOW(doubles);
    SHOW(other_doubles);
    return 0;
}
