; error: F0103 not 32 bits of it plus a number
@a = global i16 ptrtoint (ptr @a to i16)
define void @_start(i32 %info) {
  %n = load i16, ptr @a
  ret void
}
