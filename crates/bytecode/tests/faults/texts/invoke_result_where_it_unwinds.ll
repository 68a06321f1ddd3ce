; error: L0904 (function 1, block 2, instruction 2): %x is not defined on every path to its use: ret int %x
; The result of an invoke is used where it did not return.
declare int %g()
int %f() {
	%x = invoke int %g() to label %fine except label %caught
fine:
	ret int %x
caught:
	ret int %x
}
