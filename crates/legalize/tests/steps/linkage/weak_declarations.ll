; What is declared weak and nowhere defined has the address null, also within
; constants; what a later step defines keeps its address.
@missing = extern_weak global [4 x i32]
@__init_array_start = extern_weak global [0 x ptr]
@pair = global { ptr, i32 } { ptr getelementptr ([4 x i32], ptr @missing, i32 0, i32 1), i32 1 }
declare extern_weak void @hook()
define i1 @f() {
  %has = icmp ne ptr @hook, null
  %first = load ptr, ptr @__init_array_start
  ret i1 %has
}
