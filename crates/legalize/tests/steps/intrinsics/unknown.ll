; What cannot be computed is refused by name.
; error: F0204 PNaCl has no equivalent of llvm.eh.sjlj.longjmp
; error: F0204 PNaCl has no equivalent of llvm.memcpy.element.unordered.atomic.p0.p0.i32
; error: F0205 llvm.fabs.f16 uses another type
; error: F0301 4294967296 bytes
; error: F0301 an integer has 8000 bits
define void @f(ptr %p) {
  call void @llvm.eh.sjlj.longjmp(ptr %p)
  unreachable
}
define void @g(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %q, i32 8, i32 4)
  ret void
}
define half @h(half %a) {
  %r = call half @llvm.fabs.f16(half %a)
  ret half %r
}
define void @i(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4294967296, i1 false)
  ret void
}
declare void @llvm.eh.sjlj.longjmp(ptr)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
declare half @llvm.fabs.f16(half)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i8000 @j(i8000 %a) {
  %r = call i8000 @llvm.ctpop.i8000(i8000 %a)
  ret i8000 %r
}
declare i8000 @llvm.ctpop.i8000(i8000)
