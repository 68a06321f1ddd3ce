; error: F0208 a volatile access of 8 bytes is aligned to 1 only
define void @f(ptr %p) {
  store volatile i64 0, ptr %p, align 1
  ret void
}
