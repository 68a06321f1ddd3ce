/* Leaks: blocks that nothing leads to when the program ends.

   The search begins with the variables and the stacks. Every word there, and in
   blocks that were reached, that is the address of a byte of a block reaches that
   block. Values that an optimised program holds only in registers are not seen. */
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/lock.h>
#include <sys/mman.h>

#include "asan/asan.h"
#include "internal.h"

#define LEAK_OPTIONS "LSAN_OPTIONS"
#define LEAK_STATUS 23
#define MOST_THREADS 64
#define MOST_REPORTED 200u

struct variable {
    const void *start;
    uint32_t size;
};

/* Made by the step `sanitizers` of the legaliser. */
extern const struct variable __sanitizer_variables[];
extern const uint32_t __sanitizer_variable_count;

/* The blocks, sorted by address, and those that were reached and not yet read. */
static struct block **blocks;
static struct block **waiting;
static uint32_t block_count, waiting_count;

bool __asan_is_for_leaks_only;
static _Thread_local unsigned disabled;

static int by_address(const void *left, const void *right) {
    uintptr_t one = (uintptr_t) * (struct block *const *) left, other = (uintptr_t) * (struct block *const *) right;
    return one < other ? -1 : one > other;
}

static struct block *block_with(uintptr_t address) {
    uint32_t low = 0, high = block_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (start_of(blocks[middle]) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    struct block *block = blocks[low - 1];
    uint32_t size = block->size ? block->size : 1;
    return address - start_of(block) < size ? block : NULL;
}

/* Reads memory, and calls `reach` for the blocks that words lead to. */
static void read_words(uintptr_t start, uintptr_t end, void (*reach)(struct block *)) {
    if (block_count == 0)
        return;
    uintptr_t lowest = start_of(blocks[0]);
    uintptr_t highest = start_of(blocks[block_count - 1]) + blocks[block_count - 1]->size;
    for (uintptr_t at = (start + 3) & ~(uintptr_t) 3; at + sizeof(uintptr_t) <= end; at += sizeof(uintptr_t)) {
        uintptr_t word = *(const uintptr_t *) at;
        if (word < lowest || word > highest)
            continue;
        struct block *block = block_with(word);
        if (block)
            reach(block);
    }
}

static void reach(struct block *block) {
    if (block->is_reached)
        return;
    block->is_reached = 1;
    waiting[waiting_count++] = block;
}

static void reach_indirectly(struct block *block) {
    if (block->is_reached || block->is_indirect)
        return;
    block->is_indirect = 1;
    waiting[waiting_count++] = block;
}

static void follow(void (*reach)(struct block *)) {
    while (waiting_count > 0) {
        struct block *block = waiting[--waiting_count];
        read_words(start_of(block), start_of(block) + block->size, reach);
    }
}

/* Threads that have allocated, beside the main thread. */
struct known_thread {
    struct __pthread *thread;
    const struct __call_frame *const *frame;
};

__LOCK_INIT(static, threads_lock)
static struct known_thread threads[MOST_THREADS];
static struct known_thread main_thread;

void __asan_know_thread(void) {
    static _Thread_local bool is_known;
    if (is_known)
        return;
    is_known = true;
    struct __pthread *self = this_thread();
    struct known_thread known = {self, &__sanitizer_frame};
    __lock_acquire(threads_lock);
    if (self == __main_thread) {
        main_thread = known;
    } else {
        for (unsigned index = 0; index < MOST_THREADS; ++index) {
            if (!threads[index].thread) {
                threads[index] = known;
                break;
            }
        }
    }
    __lock_release(threads_lock);
}

/* libc calls this at the end of a thread, whose memory is given back then. */
void __malloc_thread_exit(struct __pthread *thread) {
    __lock_acquire(threads_lock);
    for (unsigned index = 0; index < MOST_THREADS; ++index)
        if (threads[index].thread == thread)
            threads[index].thread = NULL;
    __lock_release(threads_lock);
}

/* `here` is in the frame of the function that the program called: what is below has
   nothing that the program still uses. */
static void read_stacks(const void *here) {
    struct __pthread *self = this_thread();
    struct stack_range own = {(uintptr_t) here, __asan_stack().end};
    read_words(own.start, own.end, reach);
    for (unsigned index = 0; index < MOST_THREADS; ++index) {
        struct __pthread *thread = threads[index].thread;
        if (!thread)
            continue;
        /* The stack and the block of a thread are one piece of memory. */
        uintptr_t start = (uintptr_t) thread->allocation, end = start + thread->allocation_size;
        if (thread != self)
            read_words(start, end, reach);
        else if (own.end >= start && own.end < end)
            read_words(own.end, end, reach);
    }
    if (self != __main_thread && main_thread.frame && *main_thread.frame)
        read_words((uintptr_t) *main_thread.frame, (uintptr_t) (__main_thread + 1), reach);
}

static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Marks the blocks that are reached, and those that only leaked blocks lead to. */
static bool mark_blocks(const void *here) {
    block_count = 0;
    for (struct block *block = __asan_blocks; block; block = block->next)
        ++block_count;
    if (block_count == 0)
        return false;
    size_t size = block_count * sizeof(*blocks);
    blocks = map(2 * size);
    if (!blocks)
        return false;
    waiting = blocks + block_count;
    waiting_count = 0;
    uint32_t index = 0;
    for (struct block *block = __asan_blocks; block; block = block->next) {
        block->is_reached = block->is_indirect = 0;
        blocks[index++] = block;
    }
    qsort(blocks, block_count, sizeof(*blocks), by_address);
    for (index = 0; index < block_count; ++index)
        if (blocks[index]->is_ignored)
            reach(blocks[index]);
    for (index = 0; index < __sanitizer_variable_count; ++index) {
        uintptr_t start = (uintptr_t) __sanitizer_variables[index].start;
        read_words(start, start + __sanitizer_variables[index].size, reach);
    }
    read_stacks(here);
    follow(reach);
    for (index = 0; index < block_count; ++index) {
        struct block *block = blocks[index];
        if (block->is_reached || block->is_indirect)
            continue;
        /* What it leads to, even to itself, is not a second leak. */
        block->is_indirect = 1;
        read_words(start_of(block), start_of(block) + block->size, reach_indirectly);
        follow(reach_indirectly);
        block->is_indirect = 0;
    }
    return true;
}

/* A row of a report: the blocks that were allocated at one place. */
static void print_leaks_like(uint32_t first, unsigned *count, uint32_t *bytes) {
    const struct block *example = blocks[first];
    *count = 0;
    *bytes = 0;
    for (uint32_t index = first; index < block_count; ++index) {
        struct block *block = blocks[index];
        if (block->is_reached || block->allocated != example->allocated || block->is_indirect != example->is_indirect)
            continue;
        ++*count;
        *bytes += block->size;
        /* It is reported only once. */
        if (index != first)
            block->is_reached = 1;
    }
    __sanitizer_print("%s leak of %u byte(s) in %u object(s) allocated from:\n",
                      example->is_indirect ? "Indirect" : "Direct", (unsigned) *bytes, *count);
    __asan_print_trace(example->allocated);
}

static __attribute__((noinline)) bool find_leaks(const void *here) {
    __asan_heap_lock();
    bool found = false;
    unsigned objects = 0, rows = 0;
    uint32_t bytes = 0;
    if (mark_blocks(here)) {
        for (unsigned indirect = 0; indirect < 2; ++indirect) {
            for (uint32_t index = 0; index < block_count; ++index) {
                if (blocks[index]->is_reached || blocks[index]->is_indirect != indirect)
                    continue;
                if (!found)
                    __sanitizer_print("\n=================================================================\n"
                                      "==%d==ERROR: LeakSanitizer: detected memory leaks\n\n",
                                      __sanitizer_process());
                found = true;
                if (++rows > MOST_REPORTED)
                    break;
                unsigned count;
                uint32_t size;
                print_leaks_like(index, &count, &size);
                objects += count;
                bytes += size;
            }
        }
        if (rows > MOST_REPORTED)
            __sanitizer_print("More leaks are not shown.\n");
        munmap(blocks, 2 * block_count * sizeof(*blocks));
        blocks = NULL;
    }
    if (found)
        __sanitizer_print("SUMMARY: %sSanitizer: %u byte(s) leaked in %u allocation(s).\n",
                          __asan_is_for_leaks_only ? "Leak" : "Address", (unsigned) bytes, objects);
    __asan_heap_unlock();
    return found;
}

static void check_at_exit(void) {
    if (!__sanitizer_flag(__asan_options, "detect_leaks", true))
        return;
    /* Output of the program comes first, and is not lost. */
    fflush(NULL);
    int here;
    if (find_leaks(&here))
        __sanitizer_die((int) __sanitizer_number(__asan_is_for_leaks_only ? LEAK_OPTIONS : __asan_options, "exitcode",
                                                 __asan_is_for_leaks_only ? LEAK_STATUS : 1));
}

void __asan_check_leaks_at_exit(void) {
    static bool is_registered;
    if (!is_registered)
        atexit(check_at_exit);
    is_registered = true;
}

void __lsan_disable(void) {
    ++disabled;
}

void __lsan_enable(void) {
    --disabled;
}

bool __asan_ignores_leaks(void) {
    return disabled != 0;
}

void __lsan_ignore_object(const void *memory) {
    __asan_heap_lock();
    for (struct block *block = __asan_blocks; block; block = block->next)
        if ((uintptr_t) memory - start_of(block) < block->size)
            block->is_ignored = 1;
    __asan_heap_unlock();
}

EXPORTED void __lsan_do_leak_check(void) {
    static bool is_done;
    int here;
    if (!is_done && find_leaks(&here))
        __sanitizer_die(__asan_is_for_leaks_only ? LEAK_STATUS : 1);
    is_done = true;
}

EXPORTED int __lsan_do_recoverable_leak_check(void) {
    int here;
    return find_leaks(&here);
}
