// What programs do: numbers, memory, calls through addresses. `run` does one of them; its result
// depends on all that was computed.
#include <stdint.h>
#include <stdlib.h>

#define SIDE 256
#define PRIMES 4000000
#define ITEMS 200000

static double left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static uint8_t sieve[PRIMES];
static int items[ITEMS];

static double multiply(void) {
    double sum = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            left[row][column] = row + 0.5 * column;
            right[row][column] = row - 0.25 * column;
        }
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            double cell = 0;
            for (int at = 0; at < SIDE; at++)
                cell += left[row][at] * right[at][column];
            product[row][column] = cell;
            sum += cell;
        }
    return sum;
}

static double count_primes(void) {
    int count = 0;
    for (int at = 0; at < PRIMES; at++)
        sieve[at] = 1;
    for (int at = 2; at < PRIMES; at++) {
        if (!sieve[at])
            continue;
        count++;
        for (int multiple = 2 * at; multiple < PRIMES; multiple += at)
            sieve[multiple] = 0;
    }
    return count;
}

static int by_value(const void *left, const void *right) {
    int a = *(const int *) left, b = *(const int *) right;
    return (a > b) - (a < b);
}

/* Heap sort, so that no library is measured. */
static void sort(int *list, int count, int (*compare)(const void *, const void *)) {
    for (int end = count, start = count / 2; end > 1;) {
        int at, item;
        if (start > 0) {
            item = list[--start];
        } else {
            item = list[--end];
            list[end] = list[0];
        }
        for (at = start; 2 * at + 1 < end;) {
            int child = 2 * at + 1;
            if (child + 1 < end && compare(&list[child], &list[child + 1]) < 0)
                child++;
            if (compare(&item, &list[child]) >= 0)
                break;
            list[at] = list[child];
            at = child;
        }
        list[at] = item;
    }
}

static int (*volatile compare)(const void *, const void *) = by_value;

static double sort_items(void) {
    uint32_t state = 1;
    for (int at = 0; at < ITEMS; at++)
        items[at] = (int) (state = state * 1664525 + 1013904223);
    sort(items, ITEMS, compare);
    return items[ITEMS / 3];
}

double run(int what) {
    switch (what) {
        case 0:
            return multiply();
        case 1:
            return count_primes();
        default:
            return sort_items();
    }
}
