
@number = global i32 7

declare void @g()

define void @f() {
  call void @g()
  ret void
}
