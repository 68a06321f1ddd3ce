// A program for debuggers. Comments name the lines that the test stops at.
// Built without a library, so that a page can run its module with few functions.

namespace shop {

struct item {
  int number;
  double price;
};

item stock[3] = {{4, 1.5}, {2, 0.25}, {7, 10.0}};

class cart {
 public:
  void add(const item &what, int count) {
    total_ += what.price * count;  // adds
    count_ += count;
  }
  double total() const { return total_; }

 private:
  double total_ = 0;
  int count_ = 0;
};

int fill(cart &into, int limit) {
  int bought = 0;
  for (int index = 0; index < 3; index++) {
    int count = stock[index].number < limit ? stock[index].number : limit;
    into.add(stock[index], count);  // calls
    bought += count;  // after the call
  }
  return bought;
}

}  // namespace shop

extern "C" void _start(int *) {
  shop::cart cart;
  volatile int bought = shop::fill(cart, 5);
  volatile double total = cart.total();
  if (bought != 11 || total != 56.5) __builtin_trap();
}
