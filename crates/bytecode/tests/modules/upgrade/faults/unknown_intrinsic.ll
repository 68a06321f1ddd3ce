; error: L1101 (function 1, instruction 0): a call of llvm.readport, an intrinsic to which nothing of today corresponds, at least not with these arguments
declare int %llvm.readport(ushort)
int %f() {
	%x = call int %llvm.readport(ushort 96)
	ret int %x
}
