;White space and comments may stand anywhere; lines mean nothing.
%T=type{int,[2x sbyte]}%g=global%T{int 1,[2x sbyte]c"ab"}%h=external global%T*;end
declare
void
%f
(
int ; a comment ) }
,
...
)
int%k(int%x){%y=add int%x,1 br label%l l:ret int%y}
