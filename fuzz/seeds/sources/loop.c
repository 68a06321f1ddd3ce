typedef struct { int x; double y; long long z; char name[7]; } Record;
static Record table[3] = {{1, 2.5, 3, "one"}, {4, -0.5, 6, "two"}, {0}};
__thread int count;
extern int setjmp(void *) __attribute__((returns_twice));
static void *jump[64];
int (*handlers[2])(int);
static int twice(int x) { return x * 2; }
static int half(int x) { return x / 2; }
int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int all = 0;
  while (n--) all += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return all;
}
void _start(int *info) {
  handlers[0] = twice;
  handlers[1] = half;
  for (unsigned i = 0; i < 3; i++) {
    switch (table[i].x) {
      case 1: count += handlers[i & 1](info[0]); break;
      case 4: table[i].z <<= info[1] & 63; break;
      default: __builtin_memset(table[i].name, 7, sizeof table[i].name);
    }
    table[i].y = (float)table[i].y * (double)table[i].z;
  }
  __atomic_fetch_add(&table[0].x, sum(3, 1, 2, 3), __ATOMIC_SEQ_CST);
}
