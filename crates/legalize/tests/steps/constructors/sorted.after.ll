
@x = internal global i32 0

@__preinit_array_start = internal constant [0 x ptr] zeroinitializer, align 4

@__init_array_start = internal constant [3 x ptr] [ptr @a, ptr @c, ptr @d], align 4

@__fini_array_start = internal constant [1 x ptr] [ptr @a], align 4

define internal void @a() {
  ret void
}

define internal void @c() {
  ret void
}

define internal void @d() {
  ret void
}

define internal i1 @starts(ptr %place) {
  %end = icmp eq ptr %place, getelementptr inbounds ([3 x ptr], ptr @__init_array_start, i32 1)
  %first = load ptr, ptr @__init_array_start, align 8
  %none = icmp eq ptr @__preinit_array_start, getelementptr inbounds ([0 x ptr], ptr @__preinit_array_start, i32 1)
  %last = load ptr, ptr getelementptr (ptr, ptr getelementptr inbounds ([1 x ptr], ptr @__fini_array_start, i32 1), i32 -1), align 8
  %begin = load ptr, ptr @__fini_array_start, align 8
  ret i1 %end
}
