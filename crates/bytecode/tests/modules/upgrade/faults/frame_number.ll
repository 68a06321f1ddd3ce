; error: L1101 (function 1, instruction 0): cannot upgrade a frame address whose level is not a constant
declare sbyte* %llvm.frameaddress(uint)
sbyte* %f(uint %n) {
	%x = call sbyte* %llvm.frameaddress(uint %n)
	ret sbyte* %x
}
