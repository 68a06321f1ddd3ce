%first = global { int, { double }* }* null		; <{ int, { double }* }**> [#uses=0]
%second = global { double } { double 0x4000000000000000 }		; <{ double }*> [#uses=0]

implementation   ; Functions:
