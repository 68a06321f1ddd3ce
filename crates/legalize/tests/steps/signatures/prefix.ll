; error: F0102 a function has prefix or prologue data
define void @f() prefix i32 1 {
  ret void
}
