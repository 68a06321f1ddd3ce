/* The heap that all threads share: see heap.c. */
#ifndef HEAP_H
#define HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A chunk is a word with its size and flags, then the bytes that a program
   gets; these are aligned to 8. While it is free it begins with its neighbours
   in a list of such chunks and its last word is its size. */
struct chunk {
    uint32_t head;
    struct chunk *next;
    struct chunk *previous;
};

#define UNIT 8
#define SMALLEST_CHUNK 16
#define HEAD_SIZE sizeof(uint32_t)

/* Flags of a head: the chunk before this one in memory is free; this one is;
   this one is a mapping of its own. */
#define PREVIOUS_FREE 1u
#define FREE 2u
#define MAPPED 4u
#define FLAGS 7u

static inline size_t chunk_size(const struct chunk *chunk) {
    return chunk->head & ~(size_t) FLAGS;
}

static inline struct chunk *chunk_of(void *bytes) {
    return (struct chunk *) ((char *) bytes - HEAD_SIZE);
}

static inline void *bytes_of(struct chunk *chunk) {
    return (char *) chunk + HEAD_SIZE;
}

/* The size of a chunk that has room for so many bytes. */
static inline size_t chunk_size_for(size_t bytes) {
    size_t size = (bytes + HEAD_SIZE + UNIT - 1) & ~(size_t) (UNIT - 1);
    return size < SMALLEST_CHUNK ? SMALLEST_CHUNK : size;
}

/* All of these want the lock to be held, and chunk sizes of `chunk_size_for`. */
void __heap_lock(void);
void __heap_unlock(void);

/* A chunk of at least that size; NULL if there is no memory. */
struct chunk *__heap_take(size_t size);

/* A chunk for as many pieces of a size as there is room for in the smallest free place, at most
   `*count`; sets `*count` to their number. No batch is dissolved for it, and no memory mapped. */
struct chunk *__heap_take_free(size_t size, unsigned *count);

void __heap_give(struct chunk *chunk);

/* Gives back all chunks of a list. It is linked by the first word of each block. */
void __heap_give_list(void *list);

/* Makes of a chunk one of `size` and gives the rest back. */
void __heap_trim(struct chunk *chunk, size_t size);

/* Lets a chunk grow to `size` if what follows it is free. */
bool __heap_extend(struct chunk *chunk, size_t size);

/* The bytes of memory in regions, and the size and number of the free chunks. */
struct heap_account {
    size_t mapped;
    size_t free;
    size_t free_chunks;
};
struct heap_account __heap_account(void);

#endif
