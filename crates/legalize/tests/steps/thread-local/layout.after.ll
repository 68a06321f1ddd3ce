
@__tls_template_start = internal constant <{ i8, [3 x i8], i32 }> <{ i8 1, [3 x i8] zeroinitializer, i32 2 }>, align 16

@__tls_template_alignment = internal constant i32 16, align 4

define internal i32 @__nacl_tp_tls_offset(i32 %0) {
  %2 = sub i32 0, %0
  ret i32 %2
}

define internal i32 @__nacl_tp_tdb_offset(i32 %0) {
  ret i32 0
}

define internal i32 @f() {
  %1 = call ptr @llvm.nacl.read.tp()
  %2 = getelementptr i8, ptr %1, i32 -32
  %byte = load i8, ptr %2, align 1
  %address = getelementptr i8, ptr %1, i32 -28
  %word = load i32, ptr %address, align 4
  %3 = getelementptr i8, ptr %1, i32 -24
  store i64 1, ptr %3, align 4
  %4 = getelementptr i8, ptr %1, i32 -16
  %5 = getelementptr [3 x i8], ptr %4, i32 0, i32 2
  store i8 1, ptr %5, align 1
  ret i32 %word
}

define internal i32 @start() {
  %size = call i32 @__nacl_tp_tls_offset(i32 sub (i32 ptrtoint (ptr getelementptr (i8, ptr @__tls_template_start, i32 32) to i32), i32 ptrtoint (ptr @__tls_template_start to i32)))
  %align = load i32, ptr @__tls_template_alignment, align 4
  %end = ptrtoint ptr getelementptr (i8, ptr @__tls_template_start, i32 8) to i32
  %block = call i32 @__nacl_tp_tdb_offset(i32 0)
  ret i32 %size
}

declare ptr @llvm.threadlocal.address.p0(ptr)

declare ptr @llvm.nacl.read.tp()
