; error: F0208 an atomic access of 4 bytes has alignment 2, expected its size
define i32 @f(ptr %p) {
  %a = load atomic i32, ptr %p seq_cst, align 2
  ret i32 %a
}
