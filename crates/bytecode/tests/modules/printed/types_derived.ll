	%Any = type sbyte* (...)
	%Empty = type {  }
	%Method = type int (%Pair*, ...)
	%Nothing = type [0 x ubyte]
	%Pair = type { int, double }
	%Procedure = type void ()
	%Same = type { %Pair, [2 x { short }] }
	%Table = type [4 x %Pair]
	"two words" = type { %Pair, [2 x { short }] }
%empty = external global %Empty		; <%Empty*> [#uses=0]
%table = external global %Table		; <%Table*> [#uses=0]
%nothing = external global %Nothing		; <%Nothing*> [#uses=0]
%methods = external global [2 x %Method*]		; <[2 x %Method*]*> [#uses=0]
%result = external global %Procedure* (%Any*, int (int)*)*		; <%Procedure* (%Any*, int (int)*)**> [#uses=0]
%words = external global %Same		; <%Same*> [#uses=0]
%same = external global %Same*		; <%Same**> [#uses=0]

implementation   ; Functions:
