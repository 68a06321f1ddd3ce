; error: L1101 (function 0, instruction 0): an opaque type in memory, which has no size
%T = type opaque
%T* %f() {
	%x = malloc %T
	ret %T* %x
}
