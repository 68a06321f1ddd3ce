; error: L0903 (function 0, block 1, instruction 1): the phi has different values for block 0: %x = phi int [ 1, %entry ], [ 2, %entry ]
; A phi has two values for the two edges from one block.
int %f(bool %which) {
entry:
	br bool %which, label %out, label %out
out:
	%x = phi int [ 1, %entry ], [ 2, %entry ]
	ret int %x
}
