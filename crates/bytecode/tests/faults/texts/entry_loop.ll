; error: L0901 (function 0, block 0): block 0 leads back to the entry block
; The entry block is the head of a loop.
void %f(bool %again) {
entry:
	br bool %again, label %entry, label %out
out:
	ret void
}
