; Used and defined nowhere: in code and in data. What PNaCl has built in need not be
; defined.
; error: F0101 the variable `text` is used but not defined: `list` has its address
; error: F0101 the function `puts` is used
@text = external global i8
@list = internal global ptr getelementptr (i8, ptr @text, i32 1)
define void @_start(i32 %info) {
  %v = load ptr, ptr @list
  call void @puts(ptr %v)
  %p = call ptr @memcpy(ptr %v, ptr %v, i32 1)
  ret void
}
declare void @puts(ptr)
declare ptr @memcpy(ptr, ptr, i32)
