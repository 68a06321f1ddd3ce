; Comparisons, loads and stores of single bits are replaced.
; RUN: opt %s -nacl-promote-i1-ops -S | FileCheck %s

define i1 @less(i1 %a, i1* %p) {
  %b = load i1, i1* %p
  %r = icmp ult i1 %a, %b
  store i1 %r, i1* %p
  ret i1 %r
}

; CHECK-LABEL: define i1 @less(i1 %a, i1* %p)
; CHECK-NEXT: [[CAST:%.*]] = bitcast i1* %p to i8*
; CHECK-NEXT: [[BYTE:%.*]] = load i8, i8* [[CAST]]
; CHECK-NEXT: [[BIT:%.*]] = trunc i8 [[BYTE]] to i1
; CHECK-NEXT: [[DIFFER:%.*]] = xor i1 %a, [[BIT]]
; CHECK-NEXT: [[LESS:%.*]] = and i1 [[DIFFER]], [[BIT]]
; CHECK-NEXT: zext i1 [[LESS]] to i8
; CHECK: store i8
; CHECK: ret i1 [[LESS]]
