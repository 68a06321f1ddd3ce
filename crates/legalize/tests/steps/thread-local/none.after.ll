
@__tls_template_start = internal constant <{}> zeroinitializer, align 1

@__tls_template_alignment = internal constant i32 1, align 4

define internal i32 @__nacl_tp_tls_offset(i32 %0) {
  %2 = sub i32 0, %0
  ret i32 %2
}

define internal i1 @start() {
  %any = icmp ne ptr @__tls_template_start, getelementptr (i8, ptr @__tls_template_start, i32 0)
  %copied = icmp ne ptr @__tls_template_start, getelementptr (i8, ptr @__tls_template_start, i32 0)
  %align = load i32, ptr @__tls_template_alignment, align 4
  %offset = call i32 @__nacl_tp_tls_offset(i32 %align)
  ret i1 %any
}
