// Reads beyond the end of a list. docs/debugging.md finds out where.

#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static int read_value(const struct node *node) {
    return node->value;
}

static int sum(const struct node *list, int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += read_value(list);
        list = list->next;
    }
    return total;
}

static int work(int count) {
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL) {
            return -1;
        }
        node->value = i;
        node->next = list;
        list = node;
    }
    // One too many.
    return sum(list, count + 1);
}

int main(void) {
    printf("%d\n", work(3));
    return 0;
}
