; A module that was linked by the original tools has its arrays already.
@__init_array_start = internal constant [1 x ptr] [ptr @a]
define void @a() {
  %f = load ptr, ptr @__init_array_start
  ret void
}
