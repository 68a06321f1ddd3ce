typedef int v4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
struct bits { unsigned a : 3, b : 9; int c : 20; } bits;
v4 add(v4 a, v4 b) { return a * b + (a > b); }
f8 mix(f8 a, int i) { a[i & 7] += 1.5f; return a; }
v4 global; f8 other;
void _start(int *info) {
  global = add(global, (v4){info[0], 2, 3, 4});
  other = mix(other, info[1]);
  bits.b += info[2]; bits.c = bits.a;
  __builtin_memcpy(&other, info, sizeof other);
  void *place = __builtin_alloca(info[3]);
  __builtin_memmove(place, info, info[3]);
  static void *labels[] = {&&one, &&two};
  goto *labels[info[4] & 1];
one: info[5] = __builtin_popcount(info[5]) + __builtin_clz(info[6]);
two: if (info[7]) __builtin_trap();
}
