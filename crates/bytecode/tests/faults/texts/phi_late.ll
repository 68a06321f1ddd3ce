; error: L0903 (function 0, block 1, instruction 2): a phi follows an instruction that is not a phi: %x = phi int [ 1, %entry ]
; A phi stands behind another instruction.
int %f(int %y) {
entry:
	br label %out
out:
	%sum = add int %y, 1
	%x = phi int [ 1, %entry ]
	ret int %x
}
