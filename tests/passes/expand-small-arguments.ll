; Small parameters and results become 32 bits wide.
; RUN: opt %s -expand-small-arguments -S | FileCheck %s

define i8 @same(i8 %x) {
  ret i8 %x
}

; CHECK: define i32 @same(i32)
; CHECK: trunc i32 {{%.*}} to i8
; CHECK: zext i8 {{%.*}} to i32
; CHECK: ret i32
