/* Tables that are searched: by hashing, as trees, as arrays, and lists. newlib's header lacks the
   last two. */
#ifndef _SEARCH_H_
#define _SEARCH_H_

#include <machine/ansi.h>
#include <sys/cdefs.h>
#include <sys/types.h>

typedef struct entry {
    char *key;
    void *data;
} ENTRY;

typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

#ifdef _SEARCH_PRIVATE
typedef struct node {
    char *key;
    struct node *llink, *rlink;
} node_t;
#endif

struct hsearch_data {
    struct internal_head *htable;
    size_t htablesize;
};

#ifndef __compar_fn_t_defined
#define __compar_fn_t_defined
typedef int (*__compar_fn_t)(const void *, const void *);
#endif

__BEGIN_DECLS
int hcreate(size_t __size);
void hdestroy(void);
ENTRY *hsearch(ENTRY __item, ACTION __action);
int hcreate_r(size_t __size, struct hsearch_data *__table);
void hdestroy_r(struct hsearch_data *__table);
int hsearch_r(ENTRY __item, ACTION __action, ENTRY **__found, struct hsearch_data *__table);
void *tdelete(const void *__restrict __key, void **__restrict __root, __compar_fn_t __compare);
void tdestroy(void *__root, void (*__free)(void *));
void *tfind(const void *__key, void **__root, __compar_fn_t __compare);
void *tsearch(const void *__key, void **__root, __compar_fn_t __compare);
void twalk(const void *__root, void (*__visit)(const void *, VISIT, int));
void *lfind(const void *__key, const void *__base, size_t *__count, size_t __size, __compar_fn_t __compare);
void *lsearch(const void *__key, void *__base, size_t *__count, size_t __size, __compar_fn_t __compare);
void insque(void *__element, void *__before);
void remque(void *__element);
__END_DECLS

#endif
