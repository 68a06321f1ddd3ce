/* The locks that newlib guards its own state with: two kinds, both three
   words, both all zero when free. newlib's own do nothing. */
#ifndef __SYS_LOCK_H__
#define __SYS_LOCK_H__

#include <newlib.h>
#include <_ansi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* state: 0 free, 1 held, 2 held and waited for. The other two matter to
   recursive locks only. */
struct __lock {
    int __state;
    void *__owner;
    int __depth;
};

typedef struct __lock _LOCK_T;
typedef struct __lock _LOCK_RECURSIVE_T;

void __lock_take(struct __lock *__lock);
int __lock_try(struct __lock *__lock);
void __lock_give(struct __lock *__lock);
void __lock_take_recursive(struct __lock *__lock);
int __lock_try_recursive(struct __lock *__lock);
void __lock_give_recursive(struct __lock *__lock);

#ifdef __cplusplus
}
#endif

#define __LOCK_INITIALISER {0, 0, 0}
#define __LOCK_INIT(class, lock) class _LOCK_T lock = __LOCK_INITIALISER;
#define __LOCK_INIT_RECURSIVE(class, lock) class _LOCK_RECURSIVE_T lock = __LOCK_INITIALISER;

#define __lock_init(lock) ((lock).__state = 0, (lock).__owner = 0, (lock).__depth = 0)
#define __lock_init_recursive(lock) __lock_init(lock)
#define __lock_close(lock) ((void) 0)
#define __lock_close_recursive(lock) ((void) 0)
#define __lock_acquire(lock) __lock_take(&(lock))
#define __lock_acquire_recursive(lock) __lock_take_recursive(&(lock))
#define __lock_try_acquire(lock) __lock_try(&(lock))
#define __lock_try_acquire_recursive(lock) __lock_try_recursive(&(lock))
#define __lock_release(lock) __lock_give(&(lock))
#define __lock_release_recursive(lock) __lock_give_recursive(&(lock))

#endif
