; There is one address space.
; error: F0102 `far`: it is in an address space that programs do not have
@far = addrspace(1) global i32 0
