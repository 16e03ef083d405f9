// Machine code that users link with a program, for the definitions that name its functions, and code
// of theirs for GPUs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "target/target.h"

namespace planish {

class ForeignCode {
 public:
  virtual ~ForeignCode() = default;
  // Where the function lies in this process; null: what was linked has none of this name.
  virtual void* address(std::string_view symbol) const = 0;
  // Does the bitcode have the function?
  virtual bool is_in_bitcode(std::string_view symbol) const = 0;
  // Files of LLVM's bitcode, which becomes a part of code for GPUs.
  virtual std::span<const std::string> bitcode() const = 0;
  // What products are linked with to have it, too: objects, archives, shared libraries, options of
  // the linker.
  virtual std::span<const std::string> link_words() const = 0;
};

// What an attribute calls the machine that its function is for.
inline std::string_view foreign_machine(Machine machine) {
  return machine == Machine::Gpu ? "cuda" : "cpu";
}

// Object code of programs calls a foreign function through a pointer that it defines and that whoever
// loads or links it sets: its own names are not those of C, so that nothing else is taken for it.
inline std::string foreign_pointer(std::string_view symbol) {
  return "planish_foreign_pointer_" + std::string(symbol);
}

// Functions of the runtime have names of this kind. They are called as they are.
inline bool is_runtime_symbol(std::string_view symbol) { return symbol.starts_with("planish_"); }

}  // namespace planish
