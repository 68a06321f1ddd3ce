; The program defines an array for which it has a list as well.
; error: F0105 defines `__init_array_start`
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @a, ptr null }]
@__init_array_start = internal constant [1 x ptr] [ptr @a]
define void @a() {
  ret void
}
