; The list of constructors becomes an array, sorted by priority.
; RUN: opt %s -nacl-expand-ctors -S | FileCheck %s
; RUN: opt %s -nacl-expand-ctors -S | not grep llvm.global_ctors

@llvm.global_ctors = appending global [2 x { i32, void ()*, i8* }] [
  { i32, void ()*, i8* } { i32 300, void ()* @late, i8* null },
  { i32, void ()*, i8* } { i32 200, void ()* @early, i8* null }
]
@__init_array_start = extern_weak global [0 x void ()*]
@__init_array_end = extern_weak global [0 x void ()*]

; CHECK: @__init_array_start = internal constant [2 x {{.*}}@early{{.*}}@late

define void @late() {
  ret void
}

define void @early() {
  ret void
}

define [0 x void ()*]* @end() {
  ret [0 x void ()*]* @__init_array_end
}

; CHECK-LABEL: @end()
; CHECK: @__init_array_start
