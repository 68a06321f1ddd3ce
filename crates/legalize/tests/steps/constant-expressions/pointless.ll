; Expressions that change nothing are dropped.
@g = global [8 x i8] zeroinitializer
define ptr @f() {
  call void @h(ptr getelementptr ([8 x i8], ptr @g, i32 0, i32 0))
  call void dso_local_equivalent @h(ptr no_cfi @h)
  store { ptr, i32 } { ptr no_cfi @h, i32 1 }, ptr @g
  ret ptr @g
}
define void @h(ptr %p) {
  ret void
}
