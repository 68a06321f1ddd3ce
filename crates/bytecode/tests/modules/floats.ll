; Floating-point numbers, as decimals and as the bits of a double.
%doubles = global [8 x double] [ double 0.0, double -0.0, double 1., double +2.5, double 1.5e3, double -1.E-3, double 0x7FF0000000000000, double 0xA ]
%floats = global [6 x float] [ float 0.1, float -2.0, float 0x36A0000000000000, float 0x7FF8000000000000, float 0xFFFC000020000000, float 1.0e300 ]
