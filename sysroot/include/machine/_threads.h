/* What <threads.h> is made of here. */
#ifndef _MACHINE__THREADS_H_
#define _MACHINE__THREADS_H_

#include <sys/cdefs.h>
#include <pthread.h>

#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define TSS_DTOR_ITERATIONS PTHREAD_DESTRUCTOR_ITERATIONS

typedef pthread_cond_t cnd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_once_t once_flag;
typedef pthread_t thrd_t;
typedef pthread_key_t tss_t;

#endif
