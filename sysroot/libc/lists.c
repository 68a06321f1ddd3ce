/* Searching in arrays, and lists of elements that begin with two pointers. */
#include <search.h>
#include <string.h>

void *lfind(const void *key, const void *base, size_t *count, size_t size, __compar_fn_t compare) {
    const char *element = base;
    for (size_t i = 0; i < *count; ++i, element += size)
        if (compare(key, element) == 0)
            return (void *) element;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, __compar_fn_t compare) {
    void *found = lfind(key, base, count, size, compare);
    return found ? found : memcpy((char *) base + (*count)++ * size, key, size);
}

struct element {
    struct element *next, *before;
};

void insque(void *element, void *before) {
    struct element *new = element, *last = before;
    new->before = last;
    new->next = last ? last->next : NULL;
    if (!last)
        return;
    if (last->next)
        last->next->before = new;
    last->next = new;
}

void remque(void *element) {
    struct element *old = element;
    if (old->before)
        old->before->next = old->next;
    if (old->next)
        old->next->before = old->before;
}
