/* What compilers add to C: vectors, wide numbers, assembly, attributes of
 * globals, addresses of blocks, overflow, arrays of any length. */
typedef float lanes __attribute__((vector_size(16)));
typedef int whole __attribute__((vector_size(16)));

__attribute__((weak)) int weak_function(void) { return 1; }
__attribute__((weak)) extern int maybe;
int tentative;
int plain = 3;
extern int other_name __attribute__((alias("plain")));
__attribute__((section("special"), used)) static int placed = 4;
__attribute__((visibility("hidden"))) int hidden_variable = 5;
static const char text[] __attribute__((aligned(64))) = "aligned";
__thread int of_thread __attribute__((tls_model("initial-exec")));

__attribute__((constructor(200))) static void first(void) { tentative = 1; }
__attribute__((destructor)) static void last(void) { tentative = 2; }

lanes vectors(lanes a, lanes b, whole mask) {
  whole less = a < b;
  lanes mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  lanes chosen = (lanes)((less & (whole)mixed) | (~less & (whole)a));
  chosen[1] = b[mask[0] & 3];
  return chosen * a + __builtin_convertvector(mask, lanes);
}

_Complex double product(_Complex double a, _Complex double b) { return a * b; }
long double longest(long double a) { return a / 3.0L + 1e300L; }

int jumps(unsigned x) {
  static void *const targets[] = {&&zero, &&one, &&many};
  goto *targets[x > 2 ? 2 : x];
zero:
  return 0;
one:
  return weak_function();
many:
  switch (x) {
  case 7 ... 12:
    return 7;
  case -1u:
    return 3;
  default:
    return &maybe ? maybe : (int)sizeof text;
  }
}

int lengths(int n) {
  int numbers[n];
  for (int at = 0; at < n; at++)
    numbers[at] = at * n;
  int sum = 0;
  for (int at = 0; at < n; at++)
    sum += numbers[at];
  return sum;
}

int checked(int a, int b, int *out) {
  long long wide;
  return __builtin_add_overflow(a, b, out) | __builtin_mul_overflow(a, (long long)b, &wide) |
         __builtin_expect(a == b, 0) | __builtin_popcount(a) | __builtin_clz(b | 1) |
         __builtin_ctz(b | 8) | (int)__builtin_bswap32(a);
}

void barriers(int *p) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("" : "+m"(*p), "+r"(p));
  __atomic_store_n(p, 4, __ATOMIC_RELEASE);
  int expected = __atomic_load_n(p, __ATOMIC_ACQUIRE);
  __atomic_compare_exchange_n(p, &expected, 5, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  __atomic_fetch_nand(p, 3, __ATOMIC_ACQ_REL);
  __sync_lock_test_and_set(p, 1);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_ACQUIRE);
  __builtin_prefetch(p, 1, 2);
}

void memory(char *to, const char *from, unsigned long size) {
  __builtin_memcpy(to, from, size);
  __builtin_memmove(to + 1, to, 16);
  __builtin_memset(to, 7, size);
  if (__builtin_object_size(to, 0) == (unsigned long)-1)
    __builtin_trap();
}

double functions(double x, float y) {
  return __builtin_sqrt(x) + __builtin_fabs(x) + __builtin_floor(x) + __builtin_copysign(x, y) +
         __builtin_fmaf(y, y, y) + __builtin_powi(x, 3) + __builtin_fmax(x, 2.0) + placed;
}

#ifdef __x86_64__
int saved(void) {
  static void *state[5];
  if (__builtin_setjmp(state))
    return (int)(long)__builtin_return_address(0);
  __builtin_longjmp(state, 1);
}
#endif
