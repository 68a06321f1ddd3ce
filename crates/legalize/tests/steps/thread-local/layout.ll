; Variables with values first, then those that are zero, each aligned; the block ends
; at the thread pointer.
@zero = thread_local global i64 0
@byte = thread_local global i8 1
@word = internal thread_local(localexec) global i32 2
@buffer = thread_local global [3 x i8] zeroinitializer, align 16
@__tls_template_start = external global i8
@__tls_template_tdata_end = external global i8
@__tls_template_end = external global i8
@__tls_template_alignment = external constant i32
declare i32 @__nacl_tp_tls_offset(i32)
declare i32 @__nacl_tp_tdb_offset(i32)
define i32 @f() {
  %byte = load i8, ptr @byte
  %address = call ptr @llvm.threadlocal.address.p0(ptr @word)
  %word = load i32, ptr %address
  store i64 1, ptr @zero
  store i8 1, ptr getelementptr ([3 x i8], ptr @buffer, i32 0, i32 2)
  ret i32 %word
}
define i32 @start() {
  %size = call i32 @__nacl_tp_tls_offset(i32 sub (i32 ptrtoint (ptr @__tls_template_end to i32), i32 ptrtoint (ptr @__tls_template_start to i32)))
  %align = load i32, ptr @__tls_template_alignment
  %end = ptrtoint ptr @__tls_template_tdata_end to i32
  %block = call i32 @__nacl_tp_tdb_offset(i32 0)
  ret i32 %size
}
declare ptr @llvm.threadlocal.address.p0(ptr)
