target triple = "le32-unknown-nacl"

@theirs = external thread_local global i32

@mine = thread_local global i32 7

@slot.theirs = internal global ptr null

@slot.f = internal global ptr null

@slot.__pinnacle_thread_block = internal global ptr null

@slot.sin = internal global ptr null

@0 = internal constant [2 x i8] c"f\00"

@1 = internal constant [5 x i8] c"mine\00"

@2 = internal constant [2 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr @0, ptr @f, i32 1 }, { ptr, ptr, i32 } { ptr @1, ptr @place.mine, i32 2 }]

@3 = internal constant [7 x i8] c"theirs\00"

@4 = internal constant [2 x i8] c"f\00"

@5 = internal constant [24 x i8] c"__pinnacle_thread_block\00"

@6 = internal constant [4 x i8] c"sin\00"

@7 = internal constant [4 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr @3, ptr @slot.theirs, i32 2 }, { ptr, ptr, i32 } { ptr @4, ptr @slot.f, i32 1 }, { ptr, ptr, i32 } { ptr @5, ptr @slot.__pinnacle_thread_block, i32 1 }, { ptr, ptr, i32 } { ptr @6, ptr @slot.sin, i32 1 }]

@__init_array_start = external global ptr

@__init_array_end = external global ptr

@__fini_array_start = external global ptr

@__fini_array_end = external global ptr

@__tls_template_start = external global ptr

@__tls_template_tdata_end = external global ptr

@__tls_template_end = external global ptr

@__tls_template_alignment = external global i32

@8 = internal constant [9 x i8] c"libx.pso\00"

@__dso_handle = external global ptr

@9 = internal constant [19 x i8] c"pinnacle-library-1\00"

@__pinnacle_root = internal constant { i32, ptr, i32, ptr, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr } { i32 1, ptr @2, i32 2, ptr @7, i32 4, ptr @__pinnacle_relocate, ptr @__init_array_start, ptr @__init_array_end, ptr @__fini_array_start, ptr @__fini_array_end, ptr @__tls_template_start, ptr @__tls_template_tdata_end, ptr @__tls_template_end, ptr @__tls_template_alignment, ptr @8, ptr null, i32 0, ptr @__dso_handle, ptr null, ptr null, ptr null, ptr null, ptr @__pinnacle_own_thread_block, ptr @9 }

declare ptr @llvm.threadlocal.address.p0(ptr)

declare double @llvm.sin.f64(double)

define i32 @f() {
  %1 = load ptr, ptr @slot.theirs
  %a = call ptr %1()
  %b = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  %v = load i32, ptr %a, align 4
  %w = load i32, ptr %b, align 4
  %sum = add i32 %v, %w
  ret i32 %sum
}

define internal dso_local double @g(double %x) {
  %s = call double @llvm.sin.f64(double %x)
  ret double %s
}

define internal ptr @__pinnacle_own_thread_block() {
  %1 = load ptr, ptr @slot.__pinnacle_thread_block
  %2 = call ptr %1(ptr @__pinnacle_root)
  ret ptr %2
}

define internal double @sin(double %0) {
  %2 = load ptr, ptr @slot.sin
  %3 = call double %2(double %0)
  ret double %3
}

define internal ptr @place.mine() {
  ret ptr @mine
}

define internal void @__pinnacle_relocate() {
  ret void
}

define void @_start(ptr %0) {
  store ptr @__pinnacle_root, ptr %0
  ret void
}
