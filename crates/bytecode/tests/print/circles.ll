	%List = type { %List*, int }
%list = external global %List		; <%List*> [#uses=0]
%pointer = external global { \2, double }*		; <{ \2, double }**> [#uses=0]
%bare = external global { { \2, double }*, double }		; <{ \2, double }*> [#uses=0]
%knot = external global \1*		; <\1*> [#uses=0]
%function = external global \2 ({ \2, double }*)*		; <\2 ({ \2, double }*)**> [#uses=0]
%array = external global [2 x { { \2, double }*, double }]		; <[2 x { { \2, double }*, double }]*> [#uses=0]

implementation   ; Functions:
