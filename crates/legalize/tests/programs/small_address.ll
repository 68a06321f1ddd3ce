; error: F0103 a form other than a 32-bit address plus a constant
@a = global i16 ptrtoint (ptr @a to i16)
define void @_start(i32 %info) {
  %n = load i16, ptr @a
  ret void
}
