
@table = global [4 x i32] zeroinitializer

@address = global { i32, ptr } { i32 1, ptr getelementptr (i32, ptr getelementptr (i32, ptr @table, i32 1), i32 1) }

define i32 @f() {
  %v = load i32, ptr getelementptr (i32, ptr getelementptr (i32, ptr @table, i32 1), i32 1), align 4
  ret i32 %v
}

define i32 @h() {
  %v = call i32 @f()
  ret i32 %v
}
