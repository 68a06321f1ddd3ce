; Addresses of elements become arithmetic.
; RUN: opt %s -expand-getelementptr -S | FileCheck %s

define i32* @at([4 x i32]* %table, i32 %index) {
  %r = getelementptr [4 x i32], [4 x i32]* %table, i32 1, i32 %index
  ret i32* %r
}

; CHECK-LABEL: define i32* @at([4 x i32]* %table, i32 %index)
; CHECK: ptrtoint [4 x i32]* %table to i32
; CHECK-NOT: getelementptr
; CHECK: inttoptr i32 {{%.*}} to
; CHECK: ret i32*
