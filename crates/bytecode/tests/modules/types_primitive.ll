; Every type that is not made of others.
%bool = external global bool
%ubyte = external global ubyte
%sbyte = external global sbyte
%ushort = external global ushort
%short = external global short
%uint = external global uint
%int = external global int
%ulong = external global ulong
%long = external global long
%float = external global float
%double = external global double
