; error: L0910: only arrays can have appending linkage, but %x is int
; Something that is no array is appending.
%x = appending global int 1
