; error: F0301 the variable has 8589934592 bytes
@a = global [8589934592 x i8] zeroinitializer
define void @_start(i32 %info) {
  %n = load i8, ptr @a
  ret void
}
