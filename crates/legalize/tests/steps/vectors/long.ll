; error: F0205 a vector has 1000 elements, expected at most 128
define void @f(ptr %p, ptr %q) {
  %v = load <1000 x i32>, ptr %p
  store <1000 x i32> %v, ptr %q
  ret void
}
