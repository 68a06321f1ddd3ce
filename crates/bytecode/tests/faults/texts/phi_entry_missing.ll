; error: L0903 (function 0, block 2, instruction 2): the number of entries is 1, that of edges into the block 2: %x = phi int [ 1, %left ]
; A phi has no entry for one of the ways to its block.
int %f(bool %which) {
entry:
	br bool %which, label %left, label %out
left:
	br label %out
out:
	%x = phi int [ 1, %left ]
	ret int %x
}
