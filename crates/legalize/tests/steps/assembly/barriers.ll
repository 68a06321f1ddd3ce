; Assembly without instructions orders accesses; with a fence between two it is one
; barrier.
define void @f(ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  store i32 1, ptr %p
  call void asm sideeffect "", "~{memory}"()
  fence seq_cst
  call void asm sideeffect "", "~{memory},~{dirflag}"()
  store i32 2, ptr %p
  call void asm sideeffect "", ""()
  fence acquire
  ret void
}
