; error: L0904 (function 0, block 0, instruction 0): %sum is not defined on every path to its use: %twice = add int %sum, %sum
; A value is used before its definition in the same block.
int %f(int %x) {
	%twice = add int %sum, %sum
	%sum = add int %x, 1
	ret int %twice
}
