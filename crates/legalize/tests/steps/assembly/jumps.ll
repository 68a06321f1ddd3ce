; Assembly cannot jump.
; error: F0201 the assembly `jmp $0`
define void @f() {
  callbr void asm sideeffect "jmp $0", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}
