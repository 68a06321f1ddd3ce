; error: L0907 (function 0, block 0, instruction 0): the function returns int, found long: ret long %x
; A function returns what it does not say.
int %f(long %x) {
	ret long %x
}
