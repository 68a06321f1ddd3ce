; Constant expressions become instructions.
; RUN: opt %s -expand-constant-expr -S | FileCheck %s

@table = global [4 x i32] zeroinitializer

define i32 @second() {
  %r = load i32, i32* getelementptr ([4 x i32], [4 x i32]* @table, i32 0, i32 1)
  ret i32 %r
}

; CHECK-LABEL: define i32 @second()
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr [4 x i32], [4 x i32]* @table, i32 0, i32 1
; CHECK-NEXT: %r = load i32, i32* [[PLACE]]
