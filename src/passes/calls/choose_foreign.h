// Functions with the attribute `foreign` whose symbols were linked call them; their bodies go.
//
//   #[foreign(cpu, my_dot)]
//   fn dotp(n: i64, xs: [n]f32, ys: [n]f32) -> (r: f32) { … }
//   ==>
//   fn dotp(n: i64, xs: [n]f32, ys: [n]f32) -> (r: f32) {
//     let r: f32 = foreign "my_dot" (n, xs, ys)
//     in r
//   }
//
// Others lose the attribute, and are functions like all others. For a GPU, functions of scalars are
// called by threads, and all others by the host: Note [Foreign functions of the host] in
// host_foreign.h. What does the same for all rows (`lifted`) is called in maps: Note [Foreign functions
// for all points] in passes/flatten/foreign_lifter.h.
//
// Note [Foreign functions]
// C sees the parameters of the function in their order, and then its results. Sizes are values like
// all others. Of an irregular array there are, for each dimension that varies, the offsets of its
// rows, and then the elements. A consumed array is overwritten by the first result of the same type
// that overwrites no other, and stands where this result would. Results whose sizes C decides are
// asked for with planish_foreign_allocate, and these sizes are not results of their own. What takes
// and gives nothing but scalars, and gives one, is an ordinary function of C.
#pragma once

#include "ir/foreign_attribute.h"
#include "ir/program.h"
#include "target/foreign_code.h"

namespace planish::passes {

// What is done where a definition with the attribute is called.
enum class ForeignWay : uint8_t {
  Called,        // the function is called
  ByHost,        // the host of a GPU calls it
  ByThreads,     // it is code of a GPU
  NotNamed,      // the body: there is no function for the machine
  NotLinked,     // the body: nothing that is linked has it
  NotInBitcode,  // the body: no bitcode that is linked has it
};
struct ForeignChoice {
  ir::ForeignAttribute said;  // without the function for all rows if that is not linked …
  std::string_view unlinked;  // … and then it is here
  ir::ForeignUse use{};
  ForeignWay way{};
};
bool is_foreign(const ir::Storage& storage, const ir::Function& fn);
ForeignChoice foreign_choice(const ir::Storage& storage, const ir::Function& fn,
                             const ForeignCode* linked, Machine machine);

// `linked`: what users link; null: nothing.
ir::Program choose_foreign(const ir::Program& program, const ForeignCode* linked, Machine machine);

}  // namespace planish::passes
