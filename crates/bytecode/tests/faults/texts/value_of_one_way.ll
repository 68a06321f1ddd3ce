; error: L0904 (function 0, block 3, instruction 4): %sum is not defined on every path to its use: ret int %sum
; A value that is defined on one of two ways is used where they meet.
int %f(bool %which, int %x) {
	br bool %which, label %left, label %right
left:
	%sum = add int %x, 1
	br label %out
right:
	br label %out
out:
	ret int %sum
}
