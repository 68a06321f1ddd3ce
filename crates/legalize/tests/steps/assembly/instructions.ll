; Instructions are for one machine.
; error: F0201 the assembly `rdtsc\n\tmov $0, %eax`
define i32 @f() {
  %v = call i32 asm sideeffect "rdtsc\0A\09mov $0, %eax", "=r,~{memory}"()
  ret i32 %v
}
