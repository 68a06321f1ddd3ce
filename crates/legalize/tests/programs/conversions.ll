; Pointers are i32: conversions between the two are nothing, others cut or
; extend. A chain of them is its beginning.
; run: @same(i32 4660) == i32 4660
; run: @wide(i32 -1) == i64 4294967295
; run: @cut(i64 4294967301) == i32 5
; run: @narrow(i32 65537) == i32 1
; run: @bits(float 1.0) == i32 1065353216
; run: @halves(double -2.5) == i32 -3
; run: @unsigned(i32 -1) == double 4294967295
define i32 @same(ptr %p) {
  %a = ptrtoint ptr %p to i32
  %b = inttoptr i32 %a to ptr
  %c = ptrtoint ptr %b to i32
  ret i32 %c
}
define i64 @wide(ptr %p) {
  %a = ptrtoint ptr %p to i64
  ret i64 %a
}
define i32 @cut(i64 %n) {
  %p = inttoptr i64 %n to ptr
  %a = ptrtoint ptr %p to i32
  ret i32 %a
}
define i32 @narrow(ptr %p) {
  %a = ptrtoint ptr %p to i16
  %b = zext i16 %a to i32
  ret i32 %b
}
define i32 @bits(float %x) {
  %a = bitcast float %x to i32
  ret i32 %a
}
define i32 @halves(double %x) {
  %a = fsub double %x, 5.0e-1
  %b = fptrunc double %a to float
  %c = fptosi float %b to i32
  ret i32 %c
}
define double @unsigned(i32 %n) {
  %a = uitofp i32 %n to double
  ret double %a
}
