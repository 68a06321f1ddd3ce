; Start code of a program without thread-local variables.
@__tls_template_start = external global i8
@__tls_template_tdata_end = external global i8
@__tls_template_end = external global i8
@__tls_template_alignment = external constant i32
declare i32 @__nacl_tp_tls_offset(i32)
define i1 @start() {
  %any = icmp ne ptr @__tls_template_start, @__tls_template_end
  %copied = icmp ne ptr @__tls_template_start, @__tls_template_tdata_end
  %align = load i32, ptr @__tls_template_alignment
  %offset = call i32 @__nacl_tp_tls_offset(i32 %align)
  ret i1 %any
}
