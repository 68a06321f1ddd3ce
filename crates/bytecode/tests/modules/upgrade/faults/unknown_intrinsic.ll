; error: L1101 (function 1, instruction 0): cannot upgrade a call of llvm.readport; today's LLVM has no such intrinsic, or it takes other arguments
declare int %llvm.readport(ushort)
int %f() {
	%x = call int %llvm.readport(ushort 96)
	ret int %x
}
