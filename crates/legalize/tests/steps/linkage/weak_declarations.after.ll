
@__init_array_start = external global [0 x ptr]

@pair = internal global { ptr, i32 } { ptr getelementptr ([4 x i32], ptr null, i32 0, i32 1), i32 1 }

define internal i1 @f() {
  %has = icmp ne ptr null, null
  %first = load ptr, ptr @__init_array_start, align 8
  ret i1 %has
}
