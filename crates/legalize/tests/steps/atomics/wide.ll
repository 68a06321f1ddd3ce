; error: F0208 of 8, 16, 32 or 64 bits can be accessed atomically
define void @f(ptr %p) {
  store atomic i128 0, ptr %p seq_cst, align 16
  ret void
}
