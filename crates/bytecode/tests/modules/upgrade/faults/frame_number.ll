; error: L1101 (function 1, instruction 0): the address of a frame whose number is not a constant
declare sbyte* %llvm.frameaddress(uint)
sbyte* %f(uint %n) {
	%x = call sbyte* %llvm.frameaddress(uint %n)
	ret sbyte* %x
}
