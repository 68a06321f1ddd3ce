; Integers of more than 64 bits are split.
; RUN: opt < %s -nacl-expand-ints -S | FileCheck %s
; RUN: opt < %s -nacl-expand-ints -S | FileCheck %s --check-prefix=NONE

define void @add(i128* %a, i128* %b) {
  %x = load i128, i128* %a
  %y = load i128, i128* %b
  %sum = add i128 %x, %y
  store i128 %sum, i128* %a
  ret void
}

; CHECK-LABEL: define void @add(i128* %a, i128* %b)
; CHECK: load i64, i64*
; CHECK: add i64
; NONE-NOT: = add i128
; NONE-NOT: load i128
