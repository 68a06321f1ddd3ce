// options: -fsanitize=address
// run: none => 0
// run: use_after_free => 1
// says: ERROR: AddressSanitizer: heap-use-after-free on address; READ of size 4; #0; in main address.c:112; 12 bytes inside of 40-byte region; freed by thread T0 here; in free; in drop address.c:59; in main address.c; previously allocated by thread T0 here; in malloc; in make address.c:52; SUMMARY: AddressSanitizer: heap-use-after-free address.c:112
// run: past_end => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow on address; READ of size 4; in sum address.c:65; in main address.c; 0 bytes after 40-byte region; allocated by thread T0 here; in make address.c:52
// run: before_start => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow; in main address.c:118; 16 bytes before 40-byte region
// run: write => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow; WRITE of size 4; 16 bytes after 40-byte region
// run: stack => 1
// says: ERROR: AddressSanitizer: stack-buffer-overflow; in sum address.c:65; in main; is located in stack of thread T0; 'local'; overflows this variable
// run: stack_below => 1
// says: ERROR: AddressSanitizer: stack-buffer-; in main address.c; is located in stack of thread T0
// run: scope => 1
// says: ERROR: AddressSanitizer: stack-use-after-scope; in sum address.c:65; 'inner'
// run: variable_length => 1
// says: ERROR: AddressSanitizer: dynamic-stack-buffer-overflow; WRITE of size 1
// run: global => 1
// says: ERROR: AddressSanitizer: global-buffer-overflow; in sum address.c:65; 0 bytes after global variable 'global' defined in 'address.c'; of size 40
// run: double_free => 1
// says: ERROR: AddressSanitizer: attempting double-free on 0x; in free; in drop address.c:59; freed by thread T0 here; previously allocated
// run: bad_free => 1
// says: ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed; in drop address.c:59; 4 bytes inside of 40-byte region
// run: free_local => 1
// says: ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed; is located in stack
// run: copy => 1
// says: ERROR: AddressSanitizer: global-buffer-overflow; READ of size 44; in memcpy; in main address.c
// run: overlap => 1
// says: ERROR: AddressSanitizer: memcpy-param-overlap
// run: string => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow; WRITE of size 6; in main address.c; 0 bytes after 5-byte region
// run: length => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow; in strlen
// run: realloc => 1
// says: ERROR: AddressSanitizer: heap-buffer-overflow; 0 bytes after 20-byte region; in realloc
// run: null => 1
// says: ERROR: AddressSanitizer: SEGV on unknown address 0x00000000; READ of size 4; in main address.c; Hint: address points to the zero page
// run: poison => 1
// says: ERROR: AddressSanitizer: use-after-poison; in main address.c
// run: negative => 1
// says: ERROR: AddressSanitizer: allocation of 4294967292 bytes failed; in malloc
#include <sanitizer/asan_interface.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int global[10];

__attribute__((noinline)) static int *make(int count) {
    int *list = malloc(count * sizeof(*list));
    for (int index = 0; index < count; ++index)
        list[index] = index;
    return list;
}

__attribute__((noinline)) static void drop(void *memory) {
    free(memory);
}

__attribute__((noinline)) static int sum(const int *list, int count) {
    int total = 0;
    for (int index = 0; index < count; ++index)
        total += list[index];
    return total;
}

static void *volatile escaped;
static jmp_buf place;

__attribute__((noinline)) static void leave(int depth) {
    int list[20];
    memset(list, depth, sizeof(list));
    if (depth == 0)
        longjmp(place, sum(list, 20) + 1);
    leave(depth - 1);
}

/* Recursion and jumps leave no marks on the stack. */
__attribute__((noinline)) static int good(void) {
    int local[10] = {0};
    int *list = make(10);
    int total = sum(list, 10) + sum(local, 10) + sum(global, 10);
    if (setjmp(place) == 0)
        leave(5);
    char *text = strdup("text");
    list = realloc(list, 20 * sizeof(*list));
    list[19] = (int) strlen(text);
    total += sum(list, 10) + list[19];
    void *aligned;
    if (posix_memalign(&aligned, 256, 100) != 0 || (size_t) aligned % 256 != 0)
        return 0;
    memset(aligned, 0, 100);
    free(aligned);
    free(text);
    free(list);
    return total;
}

#define CASE(name) if (strcmp(which, name) == 0)

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
    /* A jump clears all marks of the stack, so nothing is found there afterwards. */
    volatile int result = strcmp(which, "none") == 0 ? good() : 0;
    volatile int four = 4;
    int local[10] = {0};
    int *list = make(10);
    CASE("use_after_free") {
        drop(list);
        result = list[3];
    }
    CASE("past_end") {
        result = sum(list, 11);
    }
    CASE("before_start") {
        result = list[-four];
    }
    CASE("write") {
        *(volatile int *) &list[10 + four] = 1;
    }
    CASE("stack") {
        result = sum(local, 11);
    }
    CASE("stack_below") {
        result = local[-four];
    }
    CASE("scope") {
        int *left; { int inner[4] = {four}; left = inner; result = sum(left, 4); } result = sum(left, 4);
    }
    CASE("variable_length") {
        char bytes[four]; bytes[four] = 1; result = bytes[0] + bytes[four - 1];
    }
    CASE("global") {
        result = sum(global, 11);
    }
    CASE("double_free") {
        drop(list); drop(list);
    }
    CASE("bad_free") {
        drop(list + 1);
    }
    CASE("free_local") {
        drop(local);
    }
    CASE("copy") {
        memcpy(list, global, 40 + four); result = list[four];
    }
    CASE("overlap") {
        memcpy(list, list + 1, 4 * four); result = list[four];
    }
    CASE("string") {
        char *text = malloc(5); escaped = text; strcpy(text, "hello");
    }
    CASE("length") {
        char *text = malloc(4); memset(text, 'a', 4); result = (int) strlen(text);
    }
    CASE("realloc") {
        list = realloc(list, 20); result = list[four + 1];
    }
    CASE("null") {
        result = *(volatile int *) (size_t) (16 - 4 * four);
    }
    CASE("poison") {
        __asan_poison_memory_region(list + 2, 8); result = list[four - 2];
    }
    CASE("negative") {
        escaped = malloc((size_t) -four);
    }
    (void) result;
    free(list);
    return 0;
}
