; Expressions in structs, arrays and vectors are inserted into what is left.
@g = global [8 x i8] zeroinitializer
define void @f(ptr %p) {
  store { ptr, [2 x i32] } { ptr getelementptr (i8, ptr @g, i32 1), [2 x i32] [i32 5, i32 ptrtoint (ptr @g to i32)] }, ptr %p
  store { ptr, i32 } { ptr @g, i32 7 }, ptr %p
  store <2 x i32> <i32 5, i32 ptrtoint (ptr @g to i32)>, ptr %p
  ret void
}
