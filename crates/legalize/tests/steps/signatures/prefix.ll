; error: F0102 in front of it
define void @f() prefix i32 1 {
  ret void
}
