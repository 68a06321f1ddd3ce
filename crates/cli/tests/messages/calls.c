/* Threads that wait for each other by system calls of the loader. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static int call0(int number) { return ((int (*)(void))(0x10000 + 32 * number))(); }
static int call1(int number, uintptr_t a) {
  return ((int (*)(uintptr_t))(0x10000 + 32 * number))(a);
}
static int call2(int number, uintptr_t a, uintptr_t b) {
  return ((int (*)(uintptr_t, uintptr_t))(0x10000 + 32 * number))(a, b);
}
static int call3(int number, uintptr_t a, uintptr_t b, uintptr_t c) {
  return ((int (*)(uintptr_t, uintptr_t, uintptr_t))(0x10000 + 32 * number))(a, b, c);
}

enum {
  MUTEX_CREATE = 70, MUTEX_LOCK, MUTEX_TRYLOCK, MUTEX_UNLOCK,
  COND_CREATE, COND_WAIT, COND_SIGNAL, COND_BROADCAST, COND_TIMED_WAIT_ABS = 79,
  SEM_CREATE = 100, SEM_WAIT, SEM_POST,
  FUTEX_WAIT_ABS = 120, FUTEX_WAKE,
};

#define THREADS 4
#define ROUNDS 500

static int mutex, condition, semaphore;
static int counted, ready;
static volatile int word;

static void *run(void *argument) {
  (void)argument;
  for (int round = 0; round < ROUNDS; round++) {
    call1(MUTEX_LOCK, mutex);
    int before = counted;
    if (round % 16 == 0) call0(32);
    counted = before + 1;
    call1(MUTEX_UNLOCK, mutex);
  }
  call1(MUTEX_LOCK, mutex);
  ready++;
  call1(COND_SIGNAL, condition);
  call1(MUTEX_UNLOCK, mutex);
  while (word == 0) call3(FUTEX_WAIT_ABS, (uintptr_t)&word, 0, 0);
  call1(SEM_POST, semaphore);
  return NULL;
}

int main(void) {
  mutex = call0(MUTEX_CREATE);
  condition = call0(COND_CREATE);
  semaphore = call1(SEM_CREATE, 0);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, NULL);
  call1(MUTEX_LOCK, mutex);
  while (ready < THREADS) call2(COND_WAIT, condition, mutex);
  call1(MUTEX_UNLOCK, mutex);
  word = 1;
  call2(FUTEX_WAKE, (uintptr_t)&word, THREADS);
  for (int i = 0; i < THREADS; i++) call1(SEM_WAIT, semaphore);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);

  struct timespec past = {1, 0};
  call1(MUTEX_LOCK, mutex);
  int late = call3(COND_TIMED_WAIT_ABS, condition, mutex, (uintptr_t)&past);
  int again = call1(MUTEX_TRYLOCK, mutex);
  printf("%d rounds, %d, %d\n", counted, late == -ETIMEDOUT, again == -EBUSY);
  return 0;
}
