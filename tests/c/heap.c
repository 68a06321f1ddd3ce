// The heap: random calls of malloc and its relatives in several threads, which free each other's
// blocks. Each block is filled with a byte of its own, so blocks that overlap are noticed. Then
// the size of the heap: freed blocks are used again, and become larger ones.
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define BLOCKS 150
#define STEPS 4000
#define SHARED 32

struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char fill;
};

struct worker {
    pthread_t thread;
    uint64_t random;
    struct block blocks[BLOCKS];
    int faults;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block shared[SHARED];

static unsigned choose(struct worker *worker, unsigned count)
{
    worker->random ^= worker->random << 13;
    worker->random ^= worker->random >> 7;
    worker->random ^= worker->random << 17;
    return (worker->random >> 32) % count;
}

// Mostly small, sometimes as large as a mapping of its own.
static size_t choose_size(struct worker *worker)
{
    switch (choose(worker, 200)) {
    case 0:
        return 1100000 + choose(worker, 100000);
    case 1 ... 4:
        return choose(worker, 70000);
    case 5 ... 40:
        return choose(worker, 3000);
    case 41 ... 90:
        return choose(worker, 520);
    default:
        return choose(worker, 64);
    }
}

// The bytes of large blocks are compared at intervals.
static int holds(const unsigned char *bytes, size_t size, unsigned char fill)
{
    size_t step = size > 4000 ? 97 : 1;
    for (size_t at = 0; at < size; at += step)
        if (bytes[at] != fill)
            return 0;
    return size == 0 || bytes[size - 1] == fill;
}

static void check(struct worker *worker, int good)
{
    worker->faults += !good;
}

static void fill(struct worker *worker, struct block *block, size_t size, size_t alignment)
{
    check(worker, block->bytes != NULL && (uintptr_t)block->bytes % alignment == 0);
    check(worker, malloc_usable_size(block->bytes) >= size);
    block->size = size;
    block->fill = 1 + choose(worker, 255);
    memset(block->bytes, block->fill, size);
}

static void allocate(struct worker *worker, struct block *block)
{
    size_t size = choose_size(worker) + 1, alignment = 8;
    switch (choose(worker, 8)) {
    case 0:
        block->bytes = calloc(size, 1);
        check(worker, holds(block->bytes, size, 0));
        break;
    case 1:
        alignment = (size_t)8 << choose(worker, 8);
        block->bytes = memalign(alignment, size);
        break;
    case 2:
        alignment = (size_t)8 << choose(worker, 6);
        void *bytes = NULL;
        check(worker, posix_memalign(&bytes, alignment, size) == 0);
        block->bytes = bytes;
        break;
    default:
        block->bytes = malloc(size);
    }
    fill(worker, block, size, alignment);
}

static void resize(struct worker *worker, struct block *block)
{
    size_t size = choose_size(worker) + 1;
    unsigned char *bytes = realloc(block->bytes, size);
    check(worker, bytes && holds(bytes, size < block->size ? size : block->size, block->fill));
    block->bytes = bytes;
    fill(worker, block, size, 8);
}

static void release(struct worker *worker, struct block *block)
{
    check(worker, holds(block->bytes, block->size, block->fill));
    free(block->bytes);
    block->bytes = NULL;
}

static void exchange(struct worker *worker, struct block *block)
{
    struct block *other = &shared[choose(worker, SHARED)];
    pthread_mutex_lock(&lock);
    struct block held = *block;
    *block = *other;
    *other = held;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    for (int step = 0; step < STEPS; step++) {
        struct block *block = &worker->blocks[choose(worker, BLOCKS)];
        unsigned action = choose(worker, 4);
        if (action == 0)
            exchange(worker, block);
        else if (!block->bytes)
            allocate(worker, block);
        else if (action == 1)
            resize(worker, block);
        else
            release(worker, block);
    }
    for (int i = 0; i < BLOCKS; i++)
        if (worker->blocks[i].bytes)
            release(worker, &worker->blocks[i]);
    return NULL;
}

// Bytes of the heap; not known of other libraries.
static size_t heap_size(void)
{
#ifdef __native_client__
    return mallinfo().arena;
#else
    return 0;
#endif
}

#define SMALL 5000
static void *small[SMALL];

static void allocate_small(size_t size)
{
    for (int i = 0; i < SMALL; i++)
        small[i] = malloc(size);
}

static void free_small(int from, int step)
{
    for (int i = from; i < SMALL; i += step) {
        free(small[i]);
        small[i] = NULL;
    }
}

static void use_again(void)
{
    allocate_small(20);
    size_t before = heap_size();
    for (int round = 0; round < 10; round++) {
        free_small(0, 1);
        allocate_small(20);
    }
    printf("used again: %d\n", heap_size() == before);

    // A hole between two blocks in use has the size of one of them.
    free_small(0, 2);
    for (int i = 0; i < SMALL; i += 2)
        small[i] = malloc(20);
    printf("holes are filled: %d\n", heap_size() == before);

    free_small(0, 1);
    void *large[4];
    for (int i = 0; i < 4; i++)
        large[i] = malloc(SMALL * 20 / 5);
    printf("small ones become large ones: %d\n", heap_size() == before);
    for (int i = 0; i < 4; i++)
        free(large[i]);
}

static void count(void)
{
#ifdef __native_client__
    struct mallinfo before = mallinfo();
    void *volatile block = malloc(30000);
    struct mallinfo with = mallinfo();
    free(block);
    struct mallinfo after = mallinfo();
    int used = with.uordblks >= before.uordblks + 30000 && after.uordblks == before.uordblks;
    int sum = with.uordblks + with.fordblks == with.arena;
    printf("counted: %d %d\n", used, sum);
#else
    printf("counted: 1 1\n");
#endif
}

int main(void)
{
    static struct worker workers[THREADS];
    int faults = 0;
    for (int i = 0; i < THREADS; i++) {
        workers[i].random = 0x9e3779b97f4a7c15u * (i + 1);
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < SHARED; i++)
        if (shared[i].bytes)
            release(&workers[0], &shared[i]);
    for (int i = 0; i < THREADS; i++)
        faults += workers[i].faults;
    printf("faults: %d\n", faults);
    use_again();
    count();
    return faults != 0;
}
