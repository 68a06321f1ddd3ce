
@length = global i32 1

@table = global [2 x i32] zeroinitializer

define void @_start(i32 %info) {
  ret void
}

define internal dso_local i32 @area(i32 %width) {
  ret i32 %width
}
