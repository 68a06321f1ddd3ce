; error: F0205 not portable
define void @f(ptr %p, ptr %q) {
  %v = load <vscale x 4 x i32>, ptr %p
  store <vscale x 4 x i32> %v, ptr %q
  ret void
}
