; Thread-local variables lie below the thread pointer, which whoever calls has set to
; the end of a copy of the template.
; run: @prepare() == i32 32
; run: @second() == i32 2
; run: @buffer_is_aligned() == i32 1
@zero = thread_local global i64 0
@byte = thread_local global i8 1
@word = internal thread_local(localexec) global i32 2
@buffer = thread_local global [3 x i8] zeroinitializer, align 16
@__tls_template_start = external global i8
@__tls_template_end = external global i8
define i32 @prepare() {
  %size = sub i32 ptrtoint (ptr @__tls_template_end to i32), ptrtoint (ptr @__tls_template_start to i32)
  ret i32 %size
}
define i32 @second() {
  %distance = sub i32 ptrtoint (ptr @word to i32), ptrtoint (ptr @byte to i32)
  %place = getelementptr i8, ptr @__tls_template_start, i32 %distance
  %word = load i32, ptr %place
  ret i32 %word
}
define i32 @buffer_is_aligned() {
  %distance = sub i32 ptrtoint (ptr @buffer to i32), ptrtoint (ptr @byte to i32)
  %rest = and i32 %distance, 15
  %is = icmp eq i32 %rest, 0
  %wide = zext i1 %is to i32
  ret i32 %wide
}
