; error: F0301 all variables together have 6000000000 bytes
@a = global [3000000000 x i8] zeroinitializer
@b = global [3000000000 x i8] zeroinitializer
define void @_start(i32 %info) {
  %m = load i8, ptr @a
  %n = load i8, ptr @b
  ret void
}
