; error: L0912 (function 1, block 0, instruction 0): %llvm.va_end has no address, it can only be called: store void (sbyte*)* %llvm.va_end, void (sbyte*)** %place
; The address of an intrinsic is stored.
declare void %llvm.va_end(sbyte*)
void %f(void (sbyte*)** %place) {
	store void (sbyte*)* %llvm.va_end, void (sbyte*)** %place
	ret void
}
