/* Random numbers whose state a program can put aside: the sums of two earlier numbers, as the C
   libraries of BSD and GNU make them, so that a seed gives the same numbers. */
#include <stdlib.h>

#include "internal.h"

/* How many numbers a state has, by its size in bytes, and how far apart the two are. */
static const struct kind {
    size_t size;
    int degree, distance;
} kinds[] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

#define KINDS ((int) (sizeof(kinds) / sizeof(kinds[0])))

/* The first number of a state tells the kind, and where it stands while another is in use. */
static int32_t first_state[32] = {3};
static int32_t *state = first_state;
static int kind = 3, front, rear;
static bool is_seeded;
static struct __lock lock;

static long next(void) {
    uint32_t *numbers = (uint32_t *) state + 1;
    if (kinds[kind].degree == 0)
        return numbers[0] = (numbers[0] * 1103515245 + 12345) & 0x7fffffff;
    numbers[front] += numbers[rear];
    long result = numbers[front] >> 1;
    front = (front + 1) % kinds[kind].degree;
    rear = (rear + 1) % kinds[kind].degree;
    return result;
}

static void seed_state(unsigned seed) {
    int32_t *numbers = state + 1;
    int degree = kinds[kind].degree;
    is_seeded = true;
    numbers[0] = seed ? (int32_t) seed : 1;
    for (int index = 1; index < degree; ++index) {
        int64_t word = 16807 * ((int64_t) numbers[index - 1] % 127773) - 2836 * ((int64_t) numbers[index - 1] / 127773);
        numbers[index] = (int32_t) (word < 0 ? word + 2147483647 : word);
    }
    front = kinds[kind].distance;
    rear = 0;
    for (int discarded = 0; discarded < 10 * degree; ++discarded)
        next();
}

/* The state that was in use, made ready for its return. */
static char *put_aside(void) {
    if (!is_seeded)
        seed_state(1);
    state[0] = kind + KINDS * rear;
    return (char *) state;
}

long random(void) {
    __lock_acquire(lock);
    if (!is_seeded)
        seed_state(1);
    long result = next();
    __lock_release(lock);
    return result;
}

void srandom(unsigned seed) {
    __lock_acquire(lock);
    seed_state(seed);
    __lock_release(lock);
}

char *initstate(unsigned seed, char *memory, size_t size) {
    if (size < kinds[0].size) {
        errno = EINVAL;
        return NULL;
    }
    __lock_acquire(lock);
    char *before = put_aside();
    kind = 0;
    while (kind + 1 < KINDS && kinds[kind + 1].size <= size)
        ++kind;
    state = (int32_t *) memory;
    seed_state(seed);
    put_aside();
    __lock_release(lock);
    return before;
}

char *setstate(char *memory) {
    int32_t *wanted = (int32_t *) memory;
    int wanted_kind = wanted[0] % KINDS, wanted_rear = wanted[0] / KINDS;
    if (wanted[0] < 0 || wanted_rear > kinds[wanted_kind].degree) {
        errno = EINVAL;
        return NULL;
    }
    __lock_acquire(lock);
    char *before = put_aside();
    state = wanted;
    kind = wanted_kind;
    rear = wanted_rear;
    front = kinds[kind].degree ? (rear + kinds[kind].distance) % kinds[kind].degree : 0;
    __lock_release(lock);
    return before;
}
