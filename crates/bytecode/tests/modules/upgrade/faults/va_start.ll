; error: L1101 (function 1, instruction 0): cannot upgrade llvm.va_start in a function without variable arguments
declare sbyte* %llvm.va_start()
void %f(int %x) {
	%ap = call sbyte* %llvm.va_start()
	ret void
}
