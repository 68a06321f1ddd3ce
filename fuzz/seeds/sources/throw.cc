// Invokes, landing pads and virtual calls.
struct Shape {
  virtual int area() const = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override {
    if (side < 0) throw side;
    return side * side;
  }
};
static int total(const Shape &shape) {
  try {
    return shape.area();
  } catch (int wrong) {
    return wrong;
  } catch (...) {
    throw;
  }
}
extern "C" void _start(int *info) {
  Square square(info[0]);
  info[1] = total(square);
}
