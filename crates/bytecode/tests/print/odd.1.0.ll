
implementation   ; Functions:

declare void %no_blocks(int)

internal void %odd(int) {		; No predecessors!
	unwind
	add <badref> <badref>, void <badref>		; <int>:1 [#uses=0]
	call int %0( )		; <int>:2 [#uses=0]
	br label <badref>
		; No predecessors!
}
