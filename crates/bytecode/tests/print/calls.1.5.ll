
implementation   ; Functions:

declare void %plain()

declare int %two(int, sbyte*)

declare int %varied(sbyte*, ...)

declare void %only_varied(...)

declare void ()* %giver()

void %caller() {
	call void %plain( )
	call int %two( int 1, sbyte* null )		; <int>:0 [#uses=0]
	call int (sbyte*, ...)* %varied( sbyte* null )		; <int>:1 [#uses=0]
	call int (sbyte*, ...)* %varied( sbyte* null, int 1, sbyte* null )		; <int>:2 [#uses=0]
	call void (...)* %only_varied( )
	call void ()* ()* %giver( )		; <void ()*>:0 [#uses=1]
	call void %0( )
	%result = invoke int (sbyte*, ...)* %varied( sbyte* null, int 1 )
			to label %on unwind label %caught		; <int> [#uses=0]

on:		; preds = %on, %0
	invoke void %plain( )
			to label %on unwind label %caught

caught:		; preds = %on, %0
	unwind
}
