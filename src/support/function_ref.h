// FunctionRef<R(Args…)>: a parameter that takes anything that can be called so, for as long as the
// call lasts. Functions that take one are compiled once, and not for each lambda that they are
// given.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace planish {

template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
             std::is_invocable_r_v<R, F&, Args...>)
  // NOLINTNEXTLINE(google-explicit-constructor): it stands for what it is given.
  FunctionRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Args... args) -> R {
          auto& callee = *static_cast<std::remove_reference_t<F>*>(object);
          if constexpr (std::is_void_v<R>)
            std::invoke(callee, std::forward<Args>(args)...);
          else
            return std::invoke(callee, std::forward<Args>(args)...);
        }) {}

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void* object, Args... args);
};

}  // namespace planish
