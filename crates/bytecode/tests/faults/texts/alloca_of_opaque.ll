; error: L0303 (function 0, block 0, instruction 0): alloca allocates %Handle, which has no size: %x = alloca %Handle
; Memory for something of unknown size.
%Handle = type opaque
void %f() {
	%x = alloca %Handle
	ret void
}
