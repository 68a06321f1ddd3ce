; By priority, and in order where that is equal; null is no function.
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @c, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @a, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @d, ptr null },
  { i32, ptr, ptr } { i32 200, ptr null, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @a, ptr @x }]
@x = global i32 0
@__preinit_array_start = external global [0 x ptr]
@__preinit_array_end = external global [0 x ptr]
@__init_array_start = external global [0 x ptr]
@__init_array_end = external global [0 x ptr]
@__fini_array_start = external global ptr
@__fini_array_end = external global ptr
define void @a() { 
  ret void
}
define void @c() { 
  ret void
}
define void @d() { 
  ret void
}
define i1 @starts(ptr %place) {
  %end = icmp eq ptr %place, @__init_array_end
  %first = load ptr, ptr @__init_array_start
  %none = icmp eq ptr @__preinit_array_start, @__preinit_array_end
  %last = load ptr, ptr getelementptr (ptr, ptr @__fini_array_end, i32 -1)
  %begin = load ptr, ptr @__fini_array_start
  ret i1 %end
}
