; error: F0208 an atomic access of 4 bytes is aligned to 2 only
define i32 @f(ptr %p) {
  %a = load atomic i32, ptr %p seq_cst, align 2
  ret i32 %a
}
