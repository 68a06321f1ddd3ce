; Structs in registers are split into their fields.
; RUN: opt %s -expand-struct-regs -S | FileCheck %s

define void @copy({ i8, i32 }* %to, { i8, i32 }* %from) {
  %both = load { i8, i32 }, { i8, i32 }* %from
  store { i8, i32 } %both, { i8, i32 }* %to
  ret void
}

; CHECK-LABEL: define void @copy(
; CHECK-DAG: load i8, i8*
; CHECK-DAG: load i32, i32*
; CHECK-DAG: store i8
; CHECK-DAG: store i32
; CHECK-NOT: load { i8, i32 }
; CHECK: ret void
