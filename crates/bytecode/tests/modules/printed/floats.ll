%doubles = global [8 x double] [ double 0x0, double 0x8000000000000000, double 0x3FF0000000000000, double 0x4004000000000000, double 0x4097700000000000, double 0xBF50624DD2F1A9FC, double 0x7FF0000000000000, double 0xA ]		; <[8 x double]*> [#uses=0]
%floats = global [6 x float] [ float 0x3FB99999A0000000, float 0xC000000000000000, float 0x36A0000000000000, float 0x7FF8000000000000, float 0xFFFC000020000000, float 0x7FF0000000000000 ]		; <[6 x float]*> [#uses=0]

implementation   ; Functions:
