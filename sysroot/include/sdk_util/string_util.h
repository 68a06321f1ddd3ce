/* Texts. */
#ifndef _SDK_UTIL_STRING_UTIL_H
#define _SDK_UTIL_STRING_UTIL_H

#include <string>
#include <vector>

namespace sdk_util {

/* Cuts a text at each separator. There is a piece between two of them, and before the first and
   after the last, even if it is empty; an empty text has none. */
inline void SplitString(const std::string &text, char separator, std::vector<std::string> *pieces) {
    pieces->clear();
    if (text.empty())
        return;
    for (std::string::size_type begin = 0;;) {
        std::string::size_type end = text.find(separator, begin);
        pieces->push_back(text.substr(begin, end - begin));
        if (end == std::string::npos)
            return;
        begin = end + 1;
    }
}

} // namespace sdk_util

#endif
