; Thread-local variables of others have functions that give their addresses, and so have
; those that others see. Intrinsics call functions of the program by way of one of the library.
; library: libx.pso
target triple = "le32-unknown-nacl"

@theirs = external thread_local global i32
@mine = thread_local global i32 7

declare ptr @llvm.threadlocal.address.p0(ptr)
declare double @llvm.sin.f64(double)

define i32 @f() {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @theirs)
  %b = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %sum = add i32 %v, %w
  ret i32 %sum
}

define internal double @g(double %x) {
  %s = call double @llvm.sin.f64(double %x)
  ret double %s
}
