; An alias of an alias of a place within a variable, used in code and in data.
@table = global [4 x i32] zeroinitializer
@second = alias i32, getelementptr (i32, ptr @table, i32 1)
@third = alias i32, getelementptr (i32, ptr @second, i32 1)
@address = global { i32, ptr } { i32 1, ptr @third }
define i32 @f() {
  %v = load i32, ptr @third
  ret i32 %v
}
@g = weak alias i32 (), ptr @f
define i32 @h() {
  %v = call i32 @g()
  ret i32 %v
}
