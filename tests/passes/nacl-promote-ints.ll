; Integers of odd widths are computed with in the next larger width.
; RUN: opt %s -nacl-promote-ints -S | FileCheck %s

define i32 @next(i24* %p) {
  %x = load i24, i24* %p
  %y = add i24 %x, 1
  %z = zext i24 %y to i32
  ret i32 %z
}

; CHECK-LABEL: define i32 @next(i24* %p)
; CHECK: load i16, i16*
; CHECK: load i8, i8*
; CHECK: [[SUM:%.*]] = add i32 {{%.*}}, 1
; CHECK: and i32 [[SUM]], 16777215
; CHECK: ret i32
