; There is one address space.
; error: F0102 `far`: it is in an address space other than 0, the only one that programs have
@far = addrspace(1) global i32 0
