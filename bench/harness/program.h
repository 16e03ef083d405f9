// A compiled program behind the C API of `planish build --library`, called without its header: what
// functions there are follows from the types of the results and arguments.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace bench {

// A shared library of its own, with functions futhark_*.
class Library {
 public:
  explicit Library(std::string name, const std::string& path);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const std::string& name() const { return name_; }
  bool has(const std::string& symbol) const;
  template <class Function>
  Function* function(const std::string& symbol) const {
    return reinterpret_cast<Function*>(find(symbol));
  }

 private:
  void* find(const std::string& symbol) const;

  std::string name_;
  void* handle_;
};

// A context of a library.
class Context {
 public:
  Context(const Library& library, int threads);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Library& library() const { return library_; }
  void* get() const { return context_; }
  // Throws std::runtime_error with the library's message when the status says that something
  // failed.
  void check(int status) const;

 private:
  const Library& library_;
  void* config_;
  void* context_;
};

// Something that is timed beside the rival.
class Contender {
 public:
  virtual ~Contender() = default;
  virtual const std::string& name() const = 0;
  virtual void run() = 0;
  // What is wrong with the results of the last run, compared with the rival's; "" when they agree.
  virtual std::string difference() = 0;
  // Frees the results of the last run.
  virtual void clear() = 0;
};

// Elements in row-major order.
template <class T, int rank>
struct Array {
  T* data;
  std::array<int64_t, rank> dims;
  const int64_t* kept = nullptr;  // of a result whose only dimension the rival computes

  int64_t dim(int i) const { return kept != nullptr ? *kept : dims[static_cast<size_t>(i)]; }
  int64_t count() const {
    int64_t product = 1;
    for (int i = 0; i < rank; i++) product *= dim(i);
    return product;
  }
};

template <class T, class... Dims>
auto array(T* data, Dims... dims) {
  return Array<T, sizeof...(Dims)>{data, {int64_t{dims}...}};
}

// Rows of different lengths: row i has the elements from offsets[i] on, before offsets[i + 1].
template <class T>
struct RowArray {
  const T* data;
  const int64_t* offsets;
  int64_t rows;
};

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, float>) return "f32";
  if constexpr (std::is_same_v<T, double>) return "f64";
  if constexpr (std::is_same_v<T, int32_t>) return "i32";
  if constexpr (std::is_same_v<T, int64_t>) return "i64";
  if constexpr (std::is_same_v<T, uint32_t>) return "u32";
  if constexpr (std::is_same_v<T, uint8_t>) return "u8";
  if constexpr (std::is_same_v<T, bool>) return "bool";
}

// "" or the first of the elements that differ by more than the tolerance, which is relative to the
// largest.
template <class T>
std::string difference(const T* expected, const T* actual, int64_t count, double tolerance) {
  auto number = [](T value) { return static_cast<double>(value); };
  double largest = 0;
  for (int64_t i = 0; i < count; i++) largest = std::max(largest, std::fabs(number(expected[i])));
  for (int64_t i = 0; i < count; i++) {
    // Written so that NaN differs from everything.
    if (std::fabs(number(expected[i]) - number(actual[i])) <= tolerance * largest) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(actual[i]) + ", but " +
           std::to_string(expected[i]) + " was expected";
  }
  return "";
}

// How a value of an entry point is passed: `Argument` and `Result` are the types in its signature.
template <class T>
struct Passing {
  using Argument = T;
  Argument make(const Context&, T value) { return value; }
  void free(const Context&, Argument) {}
};

template <class T>
struct Passing<T*> {  // a scalar result
  using Result = T;
  static std::string part_name() { return type_name<T>(); }
  std::string difference(const Context&, T* expected, Result actual, double tolerance) {
    return bench::difference(expected, &actual, 1, tolerance);
  }
  void free(const Context&, Result) {}
};

template <class T, int rank>
struct Passing<Array<T, rank>> {
  using Argument = void*;
  using Result = void*;
  static std::string part_name() { return "arr" + std::to_string(rank) + "d_" + type_name<T>(); }

  static std::string symbol(const char* what) {
    return std::string("futhark_") + what + "_" + type_name<T>() + "_" + std::to_string(rank) + "d";
  }

  Argument make(const Context& context, const Array<T, rank>& array) {
    void* made = [&]<size_t... i>(std::index_sequence<i...>) {
      auto* function = context.library().function<void*(void*, const T*, decltype(int64_t{i})...)>(
          symbol("new"));
      return function(context.get(), array.data, array.dims[i]...);
    }(std::make_index_sequence<size_t{rank}>());
    if (made == nullptr) context.check(1);
    return made;
  }

  std::string difference(const Context& context, const Array<T, rank>& expected, Result actual,
                         double tolerance) {
    const int64_t* shape = context.library().function<const int64_t*(void*, void*)>(
        symbol("shape"))(context.get(), actual);
    for (int i = 0; i < rank; i++) {
      if (shape[i] != expected.dim(i))
        return "a size is " + std::to_string(shape[i]) + ", but " +
               std::to_string(expected.dim(i)) + " was expected";
    }
    std::unique_ptr<T[]> values(new T[static_cast<size_t>(expected.count())]);
    context.check(context.library().function<int(void*, void*, T*)>(symbol("values"))(
        context.get(), actual, values.get()));
    context.check(context.library().function<int(void*)>("futhark_context_sync")(context.get()));
    return bench::difference(expected.data, values.get(), expected.count(), tolerance);
  }

  void free(const Context& context, void* value) {
    context.library().function<int(void*, void*)>(symbol("free"))(context.get(), value);
  }
};

template <class T>
struct Passing<RowArray<T>> {
  using Argument = void*;

  Argument make(const Context& context, const RowArray<T>& array) {
    using New = void*(void*, const T*, const int64_t*, int64_t);
    void* made = context.library().function<New>(symbol("new"))(context.get(), array.data,
                                                                array.offsets, array.rows);
    if (made == nullptr) context.check(1);
    return made;
  }
  void free(const Context& context, void* value) {
    context.library().function<int(void*, void*)>(symbol("free"))(context.get(), value);
  }

 private:
  static std::string symbol(const char* what) {
    return std::string("futhark_") + what + "_" + type_name<T>() + "_2d_v1";
  }
};

template <class Results, class Arguments>
class Program;

// The entry point `main` of a library. Several results are one tuple, or, in older libraries, as
// many parameters.
template <class... Results, class... Arguments>
class Program<std::tuple<Results...>, std::tuple<Arguments...>> final : public Contender {
 public:
  Program(const Library& library, int threads, const std::tuple<Results...>& expected,
          const std::tuple<Arguments...>& arguments, double tolerance)
      : context_(library, threads), expected_(expected), tolerance_(tolerance) {
    std::apply(
        [&](const Arguments&... values) {
          arguments_ = std::make_tuple(Passing<Arguments>().make(context_, values)...);
        },
        arguments);
    entry_ = library.function<void()>("futhark_entry_main");
    sync_ = library.function<int(void*)>("futhark_context_sync");
    gives_tuple_ = sizeof...(Results) > 1 && library.has(tuple_symbol("free"));
  }
  ~Program() override {
    clear();
    std::apply([&](auto... values) { (Passing<Arguments>().free(context_, values), ...); },
               arguments_);
  }

  const std::string& name() const override { return context_.library().name(); }

  void run() override {
    std::apply(
        [&](auto&... results) {
          std::apply(
              [&](auto... values) {
                void* context = context_.get();
                context_.check(
                    gives_tuple_
                        ? reinterpret_cast<TupleEntry*>(entry_)(context, &tuple_, values...)
                        : reinterpret_cast<Entry*>(entry_)(context, &results..., values...));
              },
              arguments_);
        },
        results_);
    context_.check(sync_(context_.get()));
    full_ = true;
  }

  std::string difference() override {
    if (gives_tuple_) {
      each([&]<class Result, size_t i>(Passing<Result>, const Result&, auto& part) {
        using Project = int(void*, typename Passing<Result>::Result*, const void*);
        auto* project =
            context_.library().function<Project>(tuple_symbol("project") + "_" + std::to_string(i));
        context_.check(project(context_.get(), &part, tuple_));
      });
    }
    std::string wrong;
    each(
        [&]<class Result, size_t i>(Passing<Result> passing, const Result& expected, auto& actual) {
          if (wrong.empty()) wrong = passing.difference(context_, expected, actual, tolerance_);
        });
    if (gives_tuple_) free_results();
    return wrong;
  }

  void clear() override {
    if (full_ && gives_tuple_) {
      context_.library().function<int(void*, void*)>(tuple_symbol("free"))(context_.get(), tuple_);
    } else if (full_) {
      free_results();
    }
    full_ = false;
  }

 private:
  using Entry = int(void*, typename Passing<Results>::Result*...,
                    typename Passing<Arguments>::Argument...);
  using TupleEntry = int(void*, void**, typename Passing<Arguments>::Argument...);

  static std::string tuple_symbol(const char* what) {
    std::string name =
        std::string("futhark_") + what + "_opaque_tup" + std::to_string(sizeof...(Results));
    ((name += "_" + Passing<Results>::part_name()), ...);
    return name;
  }

  template <class Visit>
  void each(Visit visit) {
    [&]<size_t... i>(std::index_sequence<i...>) {
      (visit.template operator()<Results, i>(Passing<Results>(), std::get<i>(expected_),
                                             std::get<i>(results_)),
       ...);
    }(std::index_sequence_for<Results...>());
  }

  void free_results() {
    each([&]<class Result, size_t i>(Passing<Result> passing, const Result&, auto& actual) {
      passing.free(context_, actual);
    });
  }

  Context context_;
  std::tuple<Results...> expected_;
  double tolerance_;
  std::tuple<typename Passing<Arguments>::Argument...> arguments_{};
  std::tuple<typename Passing<Results>::Result...> results_{};
  void* tuple_ = nullptr;
  bool gives_tuple_ = false;
  bool full_ = false;  // results_ or tuple_ are there
  void (*entry_)();
  int (*sync_)(void*);
};

}  // namespace bench
