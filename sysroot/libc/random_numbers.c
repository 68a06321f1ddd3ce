/* rand and the family of drand48. Their state belongs to the program, as C says: newlib keeps one
   for each thread, so that a thread would not see the seed that another has set, and all threads
   would draw the same numbers. The numbers are newlib's. */
#include <stdint.h>
#include <stdlib.h>

static uint64_t state_of_rand = 1;

void srand(unsigned seed) {
    state_of_rand = seed;
}

int rand(void) {
    uint64_t state = state_of_rand * 6364136223846793005u + 1;
    state_of_rand = state;
    return (int) ((state >> 32) & RAND_MAX);
}

#define MASK_48 (((uint64_t) 1 << 48) - 1)
#define DEFAULT_MULTIPLIER 0x5deece66du
#define DEFAULT_ADDEND 0xbu

static uint64_t state_of_48 = 0x1234abcd330e, multiplier = DEFAULT_MULTIPLIER;
static unsigned short addend = DEFAULT_ADDEND;

static uint64_t from_words(const unsigned short words[3]) {
    return words[0] | (uint64_t) words[1] << 16 | (uint64_t) words[2] << 32;
}

static void to_words(uint64_t value, unsigned short words[3]) {
    words[0] = (unsigned short) value;
    words[1] = (unsigned short) (value >> 16);
    words[2] = (unsigned short) (value >> 32);
}

static uint64_t following(uint64_t state) {
    return (state * multiplier + addend) & MASK_48;
}

static uint64_t next(void) {
    return state_of_48 = following(state_of_48);
}

static uint64_t next_of(unsigned short words[3]) {
    uint64_t state = following(from_words(words));
    to_words(state, words);
    return state;
}

static double as_fraction(uint64_t state) {
    return (double) state * 0x1p-48;
}

double drand48(void) { return as_fraction(next()); }
double erand48(unsigned short words[3]) { return as_fraction(next_of(words)); }
long lrand48(void) { return (long) (next() >> 17); }
long nrand48(unsigned short words[3]) { return (long) (next_of(words) >> 17); }
long mrand48(void) { return (int32_t) (next() >> 16); }
long jrand48(unsigned short words[3]) { return (int32_t) (next_of(words) >> 16); }

static void seed(uint64_t state) {
    state_of_48 = state;
    multiplier = DEFAULT_MULTIPLIER;
    addend = DEFAULT_ADDEND;
}

void srand48(long number) {
    seed((uint64_t) (uint32_t) number << 16 | 0x330e);
}

unsigned short *seed48(unsigned short words[3]) {
    static unsigned short before[3];
    uint64_t state = from_words(words);
    to_words(state_of_48, before);
    seed(state);
    return before;
}

void lcong48(unsigned short words[7]) {
    state_of_48 = from_words(words);
    multiplier = from_words(words + 3);
    addend = words[6];
}
