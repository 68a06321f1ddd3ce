; The distance of two variables is not known before the program runs.
; error: F0103 a form other than a 32-bit address plus a constant
@a = global i32 1
@b = global i32 sub (i32 ptrtoint (ptr @a to i32), i32 ptrtoint (ptr @c to i32))
@c = global i32 2
define void @_start(i32 %info) {
  %n = load i32, ptr @b
  ret void
}
