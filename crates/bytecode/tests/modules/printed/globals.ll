%external = global int 1		; <int*> [#uses=0]
%internal = internal global int 2		; <int*> [#uses=0]
%linkonce = linkonce constant int 3		; <int*> [#uses=0]
%weak = weak global int 4		; <int*> [#uses=0]
%appending = appending global [1 x int] [ int 5 ]		; <[1 x int]*> [#uses=0]
%elsewhere = external constant int		; <int*> [#uses=0]
%old_word = external global int		; <int*> [#uses=0]
%repeated = constant int 6		; <int*> [#uses=0]
%equal = weak global int 7		; <int*> [#uses=0]

implementation   ; Functions:
