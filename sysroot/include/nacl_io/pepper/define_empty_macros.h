/* Macros for all_interfaces.h that make nothing. One of them can be removed and defined again. */
#define BEGIN_INTERFACE(interface, table, name)
#define END_INTERFACE(interface, table)
#define METHOD0(interface, result, name)
#define METHOD1(interface, result, name, type0)
#define METHOD2(interface, result, name, type0, type1)
#define METHOD3(interface, result, name, type0, type1, type2)
#define METHOD4(interface, result, name, type0, type1, type2, type3)
#define METHOD5(interface, result, name, type0, type1, type2, type3, type4)
