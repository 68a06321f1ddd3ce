
%pair = type { i32, double }

define internal i32 @f(i32 %count, ptr %0) {
  %list = alloca [4 x i32], align 4
  %copy = alloca [4 x i32], align 4
  store ptr %0, ptr %list
  %2 = load ptr, ptr %list
  store ptr %2, ptr %copy
  %3 = load ptr, ptr %list
  %4 = getelementptr i8, ptr %3, i32 4
  store ptr %4, ptr %list
  %number = load i32, ptr %3, align 4
  %5 = load ptr, ptr %list
  %6 = ptrtoint ptr %5 to i32
  %7 = add i32 %6, 7
  %8 = and i32 %7, -8
  %9 = inttoptr i32 %8 to ptr
  %10 = getelementptr i8, ptr %9, i32 8
  store ptr %10, ptr %list
  %wide = load double, ptr %9, align 8
  %11 = load ptr, ptr %copy
  %12 = ptrtoint ptr %11 to i32
  %13 = add i32 %12, 7
  %14 = and i32 %13, -8
  %15 = inttoptr i32 %14 to ptr
  %16 = getelementptr i8, ptr %15, i32 16
  store ptr %16, ptr %copy
  %struct = load %pair, ptr %15, align 8
  %17 = load ptr, ptr %copy
  %18 = getelementptr i8, ptr %17, i32 4
  store ptr %18, ptr %copy
  %small = load [3 x i8], ptr %17, align 1
  ret i32 %number
}

define internal i32 @g(ptr %list) {
  %1 = load ptr, ptr %list
  %2 = getelementptr i8, ptr %1, i32 4
  store ptr %2, ptr %list
  %number = load i32, ptr %1, align 4
  ret i32 %number
}

declare void @llvm.va_start.p0(ptr)

declare void @llvm.va_copy.p0(ptr, ptr)

declare void @llvm.va_end.p0(ptr)
