// -*- C++ -*-
// std::tr1, as GCC's library had it: the names of the first technical report on C++ (N1836), most
// of which became names of C++11. The SDK compiled with that library until 2014.
#ifndef PINNACLE_TR1_H
#define PINNACLE_TR1_H

namespace std {
namespace tr1 {
using namespace std;
} // namespace tr1
} // namespace std

#endif
