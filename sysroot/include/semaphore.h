#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <sys/cdefs.h>
#include <time.h>

typedef struct {
    int __value;
    int __waiting;
} sem_t;

#define SEM_VALUE_MAX 0x7fffffff
#define SEM_FAILED ((sem_t *) 0)

__BEGIN_DECLS
int sem_init(sem_t *__semaphore, int __shared, unsigned __value);
int sem_destroy(sem_t *__semaphore);
int sem_wait(sem_t *__semaphore);
int sem_trywait(sem_t *__semaphore);
int sem_timedwait(sem_t *__semaphore, const struct timespec *__deadline);
int sem_post(sem_t *__semaphore);
int sem_getvalue(sem_t *__semaphore, int *__value);
sem_t *sem_open(const char *__name, int __flags, ...);
int sem_close(sem_t *__semaphore);
int sem_unlink(const char *__name);
__END_DECLS

#endif
