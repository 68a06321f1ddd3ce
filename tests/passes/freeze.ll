; Types come by falling number of uses, as the original freezer listed them: `i8` here is used more
; often than `i32`. So do the constants of a function: those of a type stay together. Blocks that
; nothing reaches are kept, and the module needs no entry point.

; RUN: llvm-as < %s | pnacl-freeze | pnacl-bcdis | FileCheck %s

define i32 @sum(i32 %x) {
  %a = trunc i32 %x to i8
  %b = add i8 %a, 5
  %c = mul i8 %b, %b
  %d = add i8 %c, 7
  %e = mul i8 %d, 7
  %f = zext i8 %e to i32
  ret i32 %f
nothing_reaches_this:
  br label %nor_this
nor_this:
  ret i32 3
}

; CHECK: @t0 = i8;
; CHECK: @t1 = i32;
; CHECK: @t2 = void;
; CHECK: @t3 = i32 (i32);
; CHECK: i8:
; CHECK-NEXT: %c0 = i8 7;
; CHECK-NEXT: %c1 = i8 5;
; CHECK-NEXT: i32:
; CHECK-NEXT: %c2 = i32 3;
; CHECK: ret i32
; CHECK-NEXT: %b1:
; CHECK-NEXT: br label %b2;
; CHECK-NEXT: %b2:
; CHECK-NEXT: ret i32 %c2;
