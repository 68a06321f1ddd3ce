; Assembly that only orders accesses becomes a fence; other assembly is refused.
; RUN: opt %s -remove-asm-memory -S | FileCheck %s

define void @barrier() {
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; CHECK-LABEL: define void @barrier()
; CHECK-NEXT: call void @llvm.nacl.atomic.fence.all()
