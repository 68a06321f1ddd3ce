; error: L0903 (function 0, block 2, instruction 2): the phi has 1 entry, but the block has 2 incoming edges: %x = phi int [ 1, %left ]
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
