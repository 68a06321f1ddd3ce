/* The types of <pthread.h>. All of them are free, open or empty when all
   their bytes are zero, so static objects need no constructor. newlib's are
   numbers of objects elsewhere. */
#ifndef _SYS__PTHREADTYPES_H_
#define _SYS__PTHREADTYPES_H_

#include <sys/sched.h>

struct __pthread;
typedef struct __pthread *pthread_t;

typedef struct {
    size_t __stack_size;
    void *__stack_address;
    int __detached;
} pthread_attr_t;

typedef struct {
    int __state;
    int __type;
    void *__owner;
    int __depth;
} pthread_mutex_t;

typedef struct {
    int __type;
} pthread_mutexattr_t;

typedef struct {
    int __sequence;
    int __waiting;
    __clockid_t __clock;
} pthread_cond_t;

typedef struct {
    __clockid_t __clock;
} pthread_condattr_t;

typedef struct {
    int __state;
    int __waiting;
    int __sequence;
} pthread_rwlock_t;

typedef struct {
    int __nothing;
} pthread_rwlockattr_t;

typedef struct {
    pthread_mutex_t __mutex;
    int __total;
    int __arrived;
    int __sequence;
} pthread_barrier_t;

typedef struct {
    int __nothing;
} pthread_barrierattr_t;

typedef int pthread_once_t;
typedef int pthread_spinlock_t;
typedef unsigned int pthread_key_t;

/* The last header of the basic types that is not newlib's. */
#include <sys/_large_names.h>

#endif
