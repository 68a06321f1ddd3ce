
@g = internal global [8 x i8] zeroinitializer

define internal void @f(ptr %p) {
  %1 = ptrtoint ptr @g to i32
  %2 = insertvalue [2 x i32] [i32 5, i32 undef], i32 %1, 1
  %3 = getelementptr i8, ptr @g, i32 1
  %4 = insertvalue { ptr, [2 x i32] } { ptr undef, [2 x i32] undef }, ptr %3, 0
  %5 = insertvalue { ptr, [2 x i32] } %4, [2 x i32] %2, 1
  store { ptr, [2 x i32] } %5, ptr %p, align 8
  store { ptr, i32 } { ptr @g, i32 7 }, ptr %p, align 8
  %6 = insertelement <2 x i32> <i32 5, i32 undef>, i32 %1, i32 1
  store <2 x i32> %6, ptr %p, align 8
  ret void
}
