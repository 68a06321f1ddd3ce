%bool = external global bool		; <bool*> [#uses=0]
%ubyte = external global ubyte		; <ubyte*> [#uses=0]
%sbyte = external global sbyte		; <sbyte*> [#uses=0]
%ushort = external global ushort		; <ushort*> [#uses=0]
%short = external global short		; <short*> [#uses=0]
%uint = external global uint		; <uint*> [#uses=0]
%int = external global int		; <int*> [#uses=0]
%ulong = external global ulong		; <ulong*> [#uses=0]
%long = external global long		; <long*> [#uses=0]
%float = external global float		; <float*> [#uses=0]
%double = external global double		; <double*> [#uses=0]

implementation   ; Functions:
