; error: L1101 (function 0, instruction 0): cannot upgrade a list of variable arguments whose type is not a pointer
int %f(int %list) {
	%x = vaarg int %list, int
	ret int %x
}
