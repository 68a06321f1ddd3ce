; Variable arguments of all sizes, a copied list, and structs by value.
; run: @sums() == i32 123
; run: @structs() == i32 1263
; run: @missing() == i32 5
define i32 @sum(i32 %count, ...) {
entry:
  %list = alloca [4 x i32]
  call void @llvm.va_start(ptr %list)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %total = phi i32 [ 0, %entry ], [ %sum, %more ]
  %done = icmp eq i32 %i, %count
  br i1 %done, label %end, label %more
more:
  %small = va_arg ptr %list, i32
  %wide = va_arg ptr %list, i64
  %d = va_arg ptr %list, double
  %w = trunc i64 %wide to i32
  %n = fptosi double %d to i32
  %a = add i32 %small, %w
  %b = add i32 %a, %n
  %sum = add i32 %total, %b
  %next = add i32 %i, 1
  br label %loop
end:
  call void @llvm.va_end(ptr %list)
  ret i32 %total
}
define i32 @sums() {
  %r = call i32 (i32, ...) @sum(i32 2, i32 1, i64 20, double 100.0, i32 2, i64 0, double 0.0)
  ret i32 %r
}
%three = type { i8, [2 x i8] }
%mixed = type { i32, double }
define i32 @by_value(ptr %f, ...) {
  %list = alloca [4 x i32]
  %copy = alloca [4 x i32]
  call void @llvm.va_start(ptr %list)
  %t = va_arg ptr %list, %three
  call void @llvm.va_copy(ptr %copy, ptr %list)
  %m = va_arg ptr %list, %mixed
  %again = va_arg ptr %copy, %mixed
  %last = va_arg ptr %list, i32
  %a = extractvalue %three %t, 1, 1
  %b = extractvalue %mixed %m, 1
  %c = extractvalue %mixed %again, 0
  %x = zext i8 %a to i32
  %y = fptosi double %b to i32
  %s = add i32 %x, %y
  %u = add i32 %s, %c
  %v = add i32 %u, %last
  ret i32 %v
}
define i32 @structs() {
  %t = alloca %three
  %m = alloca %mixed
  store %three { i8 1, [2 x i8] c"\02\03" }, ptr %t
  store %mixed { i32 60, double 200.0 }, ptr %m
  %r = call i32 (ptr, ...) @by_value(ptr null, ptr byval(%three) %t, ptr byval(%mixed) %m, i32 1000)
  ret i32 %r
}
define i32 @optional(i32 %n, ...) {
  %list = alloca [4 x i32]
  call void @llvm.va_start(ptr %list)
  %unused = va_arg ptr %list, i32
  ret i32 %n
}
define i32 @missing() {
  %r = call i32 (i32, ...) @optional(i32 5)
  ret i32 %r
}
declare void @llvm.va_start(ptr)
declare void @llvm.va_copy(ptr, ptr)
declare void @llvm.va_end(ptr)
