/* Removes the macros for all_interfaces.h, so that others can be defined. */
#undef BEGIN_INTERFACE
#undef END_INTERFACE
#undef METHOD0
#undef METHOD1
#undef METHOD2
#undef METHOD3
#undef METHOD4
#undef METHOD5
