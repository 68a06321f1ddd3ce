	%Also = type { int, %OpaquePointer }
	%Arrays = type [4000000000 x %Also]
	%Callback = type void (%Also*, int*)
	%Deep = type int**
	%Integer = type int
	%IntegerPointer = type int*
	%OpaquePointer = type %Unknown*
	%Pair = type { int, %OpaquePointer }
	"Strange name" = type opaque
	%Unknown = type opaque
%all = external global { %Arrays, {  }, %Callback* (...)*, int* (bool, %Deep, ...)*, opaque* }		; <{ %Arrays, {  }, %Callback* (...)*, int* (bool, %Deep, ...)*, opaque* }*> [#uses=0]
%strange = external global "Strange name"		; <"Strange name"*> [#uses=0]
%integer = external global int*		; <%Deep> [#uses=0]
%deep = external global %Deep		; <%Deep*> [#uses=0]
%label = external global %Callback*		; <%Callback**> [#uses=0]

implementation   ; Functions:
