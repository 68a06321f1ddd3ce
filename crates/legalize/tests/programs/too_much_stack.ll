; error: F0301 requests more memory than the address space
define void @_start(i32 %info) {
  %a = alloca [4294967296 x i8]
  store i8 1, ptr %a
  ret void
}
