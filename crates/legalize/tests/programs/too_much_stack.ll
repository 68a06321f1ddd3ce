; error: F0301 more memory is asked for than the machine has
define void @_start(i32 %info) {
  %a = alloca [4294967296 x i8]
  store i8 1, ptr %a
  ret void
}
