/* The calls of POSIX that methods of KernelProxy itself make. */
#ifndef NACL_IO_CPP_INSIDE_H
#define NACL_IO_CPP_INSIDE_H

namespace nacl_io {

/* While a thread has an object of this, POSIX's functions do not call the proxy, whose method they
   are the work of. */
class Inside {
public:
    Inside() {
        ++depth_;
    }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
    ~Inside() {
        --depth_;
    }

    static bool is() {
        return depth_ > 0;
    }

private:
    static __thread int depth_;
};

}

#endif
