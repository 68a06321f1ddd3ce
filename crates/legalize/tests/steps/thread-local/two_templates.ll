; The program has a template of its own, and variables that are in none.
; error: F0102 cannot define `__tls_template_start`
@a = thread_local global i32 0
@__tls_template_start = internal constant i32 1
define i32 @f() {
  %v = load i32, ptr @a
  ret i32 %v
}
