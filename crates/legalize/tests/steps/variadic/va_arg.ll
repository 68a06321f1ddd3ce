; Reading arguments: the pointer in the list is rounded up if the type is
; aligned to more than four bytes, and moved behind what is read.
%pair = type { i32, double }
define i32 @f(i32 %count, ...) {
  %list = alloca [4 x i32]
  %copy = alloca [4 x i32]
  call void @llvm.va_start(ptr %list)
  call void @llvm.va_copy(ptr %copy, ptr %list)
  %number = va_arg ptr %list, i32
  %wide = va_arg ptr %list, double
  %struct = va_arg ptr %copy, %pair
  %small = va_arg ptr %copy, [3 x i8]
  call void @llvm.va_end(ptr %list)
  ret i32 %number
}
; Also in functions that are not variadic.
define i32 @g(ptr %list) {
  %number = va_arg ptr %list, i32
  ret i32 %number
}
declare void @llvm.va_start(ptr)
declare void @llvm.va_copy(ptr, ptr)
declare void @llvm.va_end(ptr)
