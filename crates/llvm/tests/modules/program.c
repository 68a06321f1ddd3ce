/* Small functions of many kinds: structs by value, variable arguments, bit
 * fields, loops, switches, 64-bit arithmetic, floating point, computed jumps,
 * atomics and memory. */
#include <stdarg.h>
#include <stddef.h>

struct pair { int first; char second[5]; };
struct fields { unsigned a : 3; signed b : 13; unsigned long long c : 33; };
union either { double number; unsigned char bytes[8]; };

static int counter;
_Thread_local int mine = 4;
extern int elsewhere(const char *format, ...);
int table[] = {1, 2, 3, 5, 8};
static const char *const names[] = {"zero", "one", 0};

struct pair swap(struct pair value) {
  char last = value.second[4];
  value.second[4] = value.second[0];
  value.second[0] = last;
  value.first = -value.first;
  return value;
}

int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  while (count-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

long long divide(long long a, long long b) { return b ? a / b + a % b : -1; }

int pack(struct fields *f, int x) {
  f->a = x;
  f->b += x;
  f->c ^= (unsigned long long)x << 20;
  return f->b;
}

double mix(float a, double b) {
  union either e;
  e.number = a * b + (double)(int)a;
  return e.bytes[7] & 0x80 ? -e.number : e.number;
}

const char *name(unsigned index) {
  switch (index) {
  case 0: case 1: return names[index];
  case 100: return "hundred";
  case 1000: elsewhere("%s %d", "thousand", mine); return "thousand";
  default: return NULL;
  }
}

int jump(const unsigned char *code) {
  static void *const targets[] = {&&add, &&twice, &&end};
  int value = 0;
  goto *targets[*code++];
add:
  value += *code++;
  goto *targets[*code++];
twice:
  value *= 2;
  goto *targets[*code++];
end:
  return value;
}

int atomics(int *p) {
  int old = __atomic_fetch_add(p, 3, __ATOMIC_SEQ_CST);
  int expected = old + 3;
  __atomic_compare_exchange_n(p, &expected, 9, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  __atomic_store_n(p, old, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __sync_lock_test_and_set(p, 1) + __atomic_load_n(p, __ATOMIC_RELAXED);
}

int apply(int (*f)(int), int n) {
  int array[n];
  for (int i = 0; i < n; i++)
    array[i] = f(i) + counter++;
  __builtin_memset(array + 1, 0, 4);
  return __builtin_popcount(array[n - 1]) + __builtin_clz(n | 1);
}

__attribute__((noinline, weak, section("special"))) void special(void) {
  __asm__ volatile("" ::: "memory");
}

__attribute__((constructor)) static void before(void) { counter = 1; }

typedef int vector __attribute__((vector_size(16)));
vector vectors(vector a, vector b) { return (a + b) * (a > b) ^ __builtin_shufflevector(a, b, 0, 5, 2, 7); }
