; The negation is a subtraction from negative zero, so that of zero it is
; negative zero.
; run: @sign(double 0.0) == i32 -2147483648
; run: @sign(double -3.0) == i32 1074266112
; run: @single(float 0.0) == i32 -2147483648
define i32 @sign(double %x) {
  %a = fneg double %x
  %b = bitcast double %a to i64
  %c = lshr i64 %b, 32
  %d = trunc i64 %c to i32
  ret i32 %d
}
define i32 @single(float %x) {
  %a = fneg float %x
  %b = bitcast float %a to i32
  ret i32 %b
}
