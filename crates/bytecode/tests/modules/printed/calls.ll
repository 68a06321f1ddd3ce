
implementation   ; Functions:

declare int %printf(sbyte*, ...)

declare void %procedure()

declare int (int)* %choose(bool)

int %calls(int (int)* %f, sbyte* %format) {
	call void %procedure( )
	%a = call int %f( int 1 )		; <int> [#uses=1]
	%b = call int %f( int %a )		; <int> [#uses=1]
	%c = call int (sbyte*, ...)* %printf( sbyte* %format )		; <int> [#uses=1]
	call int (sbyte*, ...)* %printf( sbyte* %format, int %c, double 0x3FF8000000000000, { int }* null )		; <int>:0 [#uses=0]
	%g = call int (int)* (bool)* %choose( bool true )		; <int (int)*> [#uses=1]
	%d = call int %g( int %b )		; <int> [#uses=1]
	%e = invoke int %f( int %d )
			to label %next unwind label %caught		; <int> [#uses=1]

next:		; preds = %0
	invoke void %procedure( )
			to label %end unwind label %caught

caught:		; preds = %0, %next
	unwind

end:		; preds = %next
	ret int %e
}
