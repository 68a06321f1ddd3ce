; Structs are passed and returned in memory.
; RUN: opt %s -simplify-struct-reg-signatures -S | FileCheck %s

define { i32, i64 } @pair({ i32, i64 } %p) {
  ret { i32, i64 } %p
}

; CHECK: define void @pair(i8*, i8*)
; CHECK: store { i32, i64 }
; CHECK: ret void
