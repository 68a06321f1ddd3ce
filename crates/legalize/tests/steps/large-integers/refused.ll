; Quotients and conversions to floating point would be functions of a library.
; error: F0203 divides integers of at most 64 bits, but these have 128
; error: F0203 this operation is not supported for integers of this width
; error: F0301 an integer has 5000 bits
; error: F0301 the factors of a product have 2048 bits
define i128 @divide(i128 %a, i128 %b) {
  %r = udiv i128 %a, %b
  ret i128 %r
}
define double @convert(i128 %a) {
  %r = uitofp i128 %a to double
  ret double %r
}
define void @huge(ptr %p) {
  %v = load i5000, ptr %p
  store i5000 %v, ptr %p
  ret void
}
define void @factors(ptr %p) {
  %v = load i2048, ptr %p
  %w = mul i2048 %v, %v
  store i2048 %w, ptr %p
  ret void
}
