// options: -fsanitize=leak
// run: none => 0
// run: direct => 23
// says: ERROR: LeakSanitizer: detected memory leaks; Direct leak of 24 byte(s) in 2 object(s) allocated from; in malloc; in make leaks.c:19; in main leaks.c; SUMMARY: LeakSanitizer: 24 byte(s) leaked in 2 allocation(s).
// run: indirect => 23
// says: Direct leak of 12 byte(s) in 1 object(s); in make leaks.c:19; Indirect leak of 12 byte(s) in 1 object(s); Indirect leak of 12 byte(s) in 1 object(s); 36 byte(s) leaked in 3 allocation(s).
// run: cycle => 23
// says: Direct leak of 12 byte(s) in 1 object(s); Indirect leak of 12 byte(s) in 1 object(s)
// run: ignored => 0
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int value[2]; };
static struct node *kept;

__attribute__((noinline)) static struct node *make(struct node *next) {
    struct node *node = malloc(sizeof(*node));
    node->next = next;
    return node;
}

/* Nothing of these calls is left in memory that is still used. */
__attribute__((noinline)) static void run(const char *which) {
    if (strcmp(which, "direct") == 0) {
        for (int count = 0; count < 2; ++count)
            make(NULL);
    } else if (strcmp(which, "indirect") == 0) {
        make(make(make(NULL)));
    } else if (strcmp(which, "cycle") == 0) {
        struct node *first = make(NULL);
        first->next = make(first);
    } else if (strcmp(which, "ignored") == 0) {
        __lsan_ignore_object(make(make(NULL)));
        __lsan_disable();
        make(NULL);
        __lsan_enable();
    }
}

int main(int argc, char **argv) {
    kept = make(make(NULL));
    struct node *local = make(NULL);
    run(argc > 1 ? argv[1] : "");
    printf("%d\n", kept->next->next == NULL);
    /* Only part of the block before is known from here. */
    static char *inside;
    inside = (char *) local + 8;
    return 0;
}
