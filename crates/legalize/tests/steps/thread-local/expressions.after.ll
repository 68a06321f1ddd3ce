
@g = internal global i32 0

define internal void @f(ptr %to) {
  %1 = call ptr @llvm.nacl.read.tp()
  %2 = getelementptr i8, ptr %1, i32 -16
  %3 = ptrtoint ptr %2 to i32
  %4 = xor i32 %3, 3
  store i32 %4, ptr %to, align 4
  %5 = getelementptr i8, ptr %1, i32 -16
  %6 = insertvalue { ptr, ptr, i32 } undef, ptr @g, 0
  %7 = insertvalue { ptr, ptr, i32 } %6, ptr %5, 1
  %8 = insertvalue { ptr, ptr, i32 } %7, i32 1, 2
  store { ptr, ptr, i32 } %8, ptr %to, align 8
  %9 = getelementptr i8, ptr %1, i32 -16
  %10 = getelementptr i8, ptr %9, i32 4
  %11 = insertvalue [2 x ptr] undef, ptr %9, 0
  %12 = insertvalue [2 x ptr] %11, ptr %10, 1
  store [2 x ptr] %12, ptr %to, align 8
  %13 = getelementptr i8, ptr %1, i32 -16
  %14 = insertelement <2 x ptr> undef, ptr null, i32 0
  %15 = insertelement <2 x ptr> %14, ptr %13, i32 1
  store <2 x ptr> %15, ptr %to, align 16
  %16 = getelementptr i8, ptr %1, i32 -16
  %17 = getelementptr i8, ptr %16, i32 4
  %18 = getelementptr i8, ptr %1, i32 -16
  %same = icmp eq ptr %17, %18
  %19 = getelementptr i8, ptr %1, i32 -16
  %v = select i1 %same, ptr %19, ptr @g
  ret void
}

declare ptr @llvm.nacl.read.tp()
