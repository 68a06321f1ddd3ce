; Atomic and volatile accesses become calls.
; RUN: opt %s -nacl-rewrite-atomics -S | FileCheck %s

define i32 @add(i32* %p, i32 %n) {
  %old = atomicrmw add i32* %p, i32 %n seq_cst
  ret i32 %old
}

; CHECK-LABEL: define i32 @add(i32* %p, i32 %n)
; CHECK: call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* {{%.*}}, i32 %n, i32 6)
