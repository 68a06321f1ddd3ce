// Atomics of every size, every operation, several threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int counter;
static _Atomic uint8_t byte = 250;
static _Atomic uint16_t half = 1;
static _Atomic uint64_t wide = 1;
static _Atomic(int *) pointer;
static _Atomic double number = 1.5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int guarded;
/* Changed by instructions and by what clang calls the library for. */
static _Atomic int mixed;

static void show(int value) { printf("%d\n", value); }

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5000; i++) {
        atomic_fetch_add(&counter, 1);
        atomic_fetch_add(&mixed, 1);
        mixed *= 1;
        atomic_fetch_add_explicit(&wide, 3, memory_order_relaxed);
        while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) {
        }
        guarded++;
        atomic_flag_clear_explicit(&flag, memory_order_release);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %llu %d %d\n", atomic_load(&counter), (unsigned long long)atomic_load(&wide), guarded, mixed);
    show(atomic_fetch_add(&byte, 10)), show(atomic_load(&byte));
    show(atomic_fetch_sub(&half, 2)), show(atomic_load(&half));
    show(atomic_fetch_or(&byte, 0x30)), show(atomic_fetch_and(&byte, 0x3C));
    show(atomic_fetch_xor(&byte, 0xFF)), show(atomic_load(&byte));
    int expected = 5;
    show(atomic_compare_exchange_strong(&counter, &expected, 9)), show(expected);
    show(atomic_compare_exchange_strong(&counter, &expected, 9)), show(atomic_load(&counter));
    int object = 77;
    atomic_store(&pointer, &object);
    show(*atomic_load(&pointer)), show(atomic_exchange(&pointer, NULL) == &object);
    double old = atomic_exchange(&number, 2.25);
    printf("%g %g\n", old, atomic_load(&number));
    show(__atomic_fetch_nand(&object, 0x0F, __ATOMIC_SEQ_CST)), show(object);
    static volatile int plain = 3;
    plain += 4;
    atomic_thread_fence(memory_order_seq_cst);
    __asm__ volatile("" ::: "memory");
    show(plain), show(__sync_val_compare_and_swap(&object, object, 1)), show(object);
    return 0;
}
