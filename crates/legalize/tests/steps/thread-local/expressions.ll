; Constants of every kind that contain the address of a thread-local variable.
@a = thread_local global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@g = global i32 0
define void @f(ptr %to) {
  store i32 xor (i32 ptrtoint (ptr @a to i32), i32 3), ptr %to
  store { ptr, ptr, i32 } { ptr @g, ptr @a, i32 1 }, ptr %to
  store [2 x ptr] [ptr @a, ptr getelementptr (i8, ptr @a, i32 4)], ptr %to
  store <2 x ptr> <ptr null, ptr @a>, ptr %to
  %same = icmp eq ptr getelementptr (i8, ptr @a, i32 4), @a
  %v = select i1 %same, ptr @a, ptr @g
  ret void
}
