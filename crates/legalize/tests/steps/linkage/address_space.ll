; There is one address space.
; error: F0102 `far`: it is in another address space
@far = addrspace(1) global i32 0
