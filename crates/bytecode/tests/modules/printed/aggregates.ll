	%Pair = type { int, [2 x float] }
%pair = global %Pair { int 1, [2 x float] [ float 0x3FF0000000000000, float 0x4000000000000000 ] }		; <%Pair*> [#uses=0]
%nested = global [2 x %Pair] [ %Pair { int 1, [2 x float] zeroinitializer }, %Pair zeroinitializer ]		; <[2 x %Pair]*> [#uses=0]
%zeros = global %Pair zeroinitializer		; <%Pair*> [#uses=0]
%none = global {  } zeroinitializer		; <{  }*> [#uses=0]
%no_elements = global [0 x int] zeroinitializer		; <[0 x int]*> [#uses=0]
%number = global uint 0		; <uint*> [#uses=0]
%pointer = global %Pair* null		; <%Pair**> [#uses=0]

implementation   ; Functions:
