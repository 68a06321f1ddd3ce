
@g = internal global [8 x i8] zeroinitializer

define internal ptr @f() {
  call void @h(ptr @g)
  call void @h(ptr @h)
  store { ptr, i32 } { ptr @h, i32 1 }, ptr @g, align 8
  ret ptr @g
}

define internal void @h(ptr %p) {
  ret void
}
