; error: L1101 (function 0, instruction 0): a list of variable arguments that is not an address
int %f(int %list) {
	%x = vaarg int %list, int
	ret int %x
}
