; error: L1101 (function 0, instruction 0): cannot upgrade an opaque type in memory, because it has no size
%T = type opaque
%T* %f() {
	%x = malloc %T
	ret %T* %x
}
