// A program for debuggers. Comments name the lines that the test stops at.

#include <cstdio>
#include <string>
#include <vector>

namespace shop {

struct item {
  std::string name;
  int number;
  double price;
};

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

int fill(cart &into, const std::vector<item> &stock, int limit) {
  int bought = 0;
  for (const item &next : stock) {
    int count = next.number < limit ? next.number : limit;
    into.add(next, count);  // calls
    bought += count;        // after the call
  }
  return bought;
}

}  // namespace shop

int main() {
  std::vector<shop::item> stock = {{"bolt", 4, 1.5}, {"nut", 2, 0.25}, {"gear", 7, 10.0}};
  shop::cart cart;
  int bought = shop::fill(cart, stock, 5);  // fills
  std::printf("%d items, %.2f\n", bought, cart.total());
}
