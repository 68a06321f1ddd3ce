; Nothing can stand in front of the code of a function.
; error: F0102 in f: a function has prefix or prologue data
define void @f() prefix i32 123 {
  ret void
}
