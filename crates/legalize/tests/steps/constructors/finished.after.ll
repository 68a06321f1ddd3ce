
@__init_array_start = internal constant [1 x ptr] [ptr @a]

define internal void @a() {
  %f = load ptr, ptr @__init_array_start, align 8
  ret void
}
