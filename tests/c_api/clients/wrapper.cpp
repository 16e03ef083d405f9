// A client in C++: values in owners, errors as exceptions.
#include "api.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

namespace {

class Context {
 public:
  Context() : config_(futhark_context_config_new()), context_(futhark_context_new(config_)) {}
  ~Context() {
    futhark_context_free(context_);
    futhark_context_config_free(config_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  operator futhark_context*() const { return context_; }

  void check(int code) const {
    if (code == FUTHARK_SUCCESS) return;
    std::unique_ptr<char, decltype(&std::free)> text(futhark_context_get_error(context_),
                                                     std::free);
    throw std::runtime_error(text ? text.get() : "unknown");
  }

 private:
  futhark_context_config* config_;
  futhark_context* context_;
};

template <class T, int (*Free)(futhark_context*, T*)>
class Owner {
 public:
  explicit Owner(const Context& context, T* value = nullptr) : context_(context), value_(value) {}
  ~Owner() {
    if (value_ != nullptr) Free(context_, value_);
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  T* get() const { return value_; }
  T** out() { return &value_; }

 private:
  const Context& context_;
  T* value_;
};
using Doubles = Owner<futhark_f64_1d, futhark_free_f64_1d>;
using Ints = Owner<futhark_i32_1d, futhark_free_i32_1d>;
using Point = Owner<futhark_opaque_point, futhark_free_opaque_point>;

}  // namespace

int main() {
  Context context;
  std::vector<double> in(1000);
  std::iota(in.begin(), in.end(), 0.0);
  Doubles xs(context, futhark_new_f64_1d(context, in.data(), static_cast<int64_t>(in.size())));
  Doubles ys(context);
  context.check(futhark_entry_scale(context, ys.out(), 0.5, xs.get()));
  std::vector<double> out(in.size());
  context.check(futhark_values_f64_1d(context, ys.get(), out.data()));
  CHECK(out[999] == 499.5);

  Point p(context), q(context);
  context.check(futhark_new_opaque_point(context, p.out(), 1, 2));
  context.check(futhark_entry_move(context, q.out(), p.get(), 1));
  float x = 0;
  context.check(futhark_project_opaque_point_x(context, &x, q.get()));
  CHECK(x == 2);

  Ints none(context, futhark_new_i32_1d(context, nullptr, 0));
  std::string error;
  try {
    int32_t element = 0;
    context.check(futhark_entry_get(context, &element, none.get(), 0));
  } catch (const std::runtime_error& thrown) {
    error = thrown.what();
  }
  CHECK(error.find("out of bounds") != std::string::npos);
  return 0;
}
