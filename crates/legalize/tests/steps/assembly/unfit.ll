; A value cannot come out with another type.
; error: F0201 assembly with the operands `=r,0`
define i64 @f(i32 %x) {
  %v = call i64 asm "", "=r,0"(i32 %x)
  ret i64 %v
}
