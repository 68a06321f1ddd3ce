; error: L0903 (function 0, block 3, instruction 3): the phi has 1 entry for block 0, but 0 edges come from there: %x = phi int [ 1, %left ], [ 2, %entry ]
; A phi has an entry for a block that does not lead to its own.
int %f(bool %which) {
entry:
	br bool %which, label %left, label %right
left:
	br label %out
right:
	br label %out
out:
	%x = phi int [ 1, %left ], [ 2, %entry ]
	ret int %x
}
