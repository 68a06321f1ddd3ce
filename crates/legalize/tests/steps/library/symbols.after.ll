target triple = "le32-unknown-nacl"

@elsewhere = external global i32

@perhaps = extern_weak global i32

@shown = global i32 1

@hidden = dso_local hidden global i32 2

@own = internal dso_local global i32 3

@points = internal dso_local global { i32, [2 x ptr] } { i32 1, [2 x ptr] [ptr @own, ptr getelementptr (i8, ptr null, i32 4)] }

@slot.elsewhere = internal global ptr null

@slot.perhaps = internal global ptr null

@slot.shown = internal global ptr null

@slot.other = internal global ptr null

@slot.called = internal global ptr null

@slot.f = internal global ptr null

@0 = internal constant [2 x i8] c"f\00"

@1 = internal constant [6 x i8] c"other\00"

@2 = internal constant [6 x i8] c"shown\00"

@3 = internal constant [3 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr @0, ptr @f, i32 1 }, { ptr, ptr, i32 } { ptr @1, ptr @other, i32 0 }, { ptr, ptr, i32 } { ptr @2, ptr @shown, i32 0 }]

@4 = internal constant [10 x i8] c"elsewhere\00"

@5 = internal constant [8 x i8] c"perhaps\00"

@6 = internal constant [6 x i8] c"shown\00"

@7 = internal constant [6 x i8] c"other\00"

@8 = internal constant [7 x i8] c"called\00"

@9 = internal constant [2 x i8] c"f\00"

@10 = internal constant [6 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr @4, ptr @slot.elsewhere, i32 0 }, { ptr, ptr, i32 } { ptr @5, ptr @slot.perhaps, i32 4 }, { ptr, ptr, i32 } { ptr @6, ptr @slot.shown, i32 0 }, { ptr, ptr, i32 } { ptr @7, ptr @slot.other, i32 0 }, { ptr, ptr, i32 } { ptr @8, ptr @slot.called, i32 1 }, { ptr, ptr, i32 } { ptr @9, ptr @slot.f, i32 1 }]

@__init_array_start = external global ptr

@__init_array_end = external global ptr

@__fini_array_start = external global ptr

@__fini_array_end = external global ptr

@__tls_template_start = external global ptr

@__tls_template_tdata_end = external global ptr

@__tls_template_end = external global ptr

@__tls_template_alignment = external global i32

@11 = internal constant [9 x i8] c"libx.pso\00"

@12 = internal constant [9 x i8] c"liby.pso\00"

@13 = internal constant [1 x ptr] [ptr @12]

@__dso_handle = external global ptr

@14 = internal constant [19 x i8] c"pinnacle-library-1\00"

@__pinnacle_root = internal constant { i32, ptr, i32, ptr, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr } { i32 1, ptr @3, i32 3, ptr @10, i32 6, ptr @__pinnacle_relocate, ptr @__init_array_start, ptr @__init_array_end, ptr @__fini_array_start, ptr @__fini_array_end, ptr @__tls_template_start, ptr @__tls_template_tdata_end, ptr @__tls_template_end, ptr @__tls_template_alignment, ptr @11, ptr @13, i32 1, ptr @__dso_handle, ptr null, ptr null, ptr null, ptr null, ptr null, ptr @14 }

@other = alias i32, ptr @shown

declare i32 @called(i32)

define i32 @f(i1 %c) {
entry:
  %0 = load ptr, ptr @slot.elsewhere
  br i1 %c, label %left, label %right

left:
  %1 = load ptr, ptr @slot.called
  %a = call i32 %1(i32 1)
  br label %right

right:
  %p = phi ptr [ %0, %entry ], [ @hidden, %left ]
  %v = load i32, ptr %p, align 4
  %2 = load ptr, ptr @slot.shown
  %3 = getelementptr i32, ptr %2, i32 1
  %w = load i32, ptr %3, align 4
  %sum = add i32 %v, %w
  ret i32 %sum
}

define internal dso_local i32 @g() {
  %1 = load ptr, ptr @slot.f
  %v = call i32 %1(i1 true)
  store i32 %v, ptr @own, align 4
  ret i32 %v
}

define internal void @__pinnacle_relocate() {
  %1 = load ptr, ptr @slot.elsewhere
  %2 = getelementptr i8, ptr %1, i32 4
  %3 = getelementptr { i32, [2 x ptr] }, ptr @points, i32 0, i32 1, i32 1
  store ptr %2, ptr %3
  ret void
}

define void @_start(ptr %0) {
  store ptr @__pinnacle_root, ptr %0
  ret void
}
