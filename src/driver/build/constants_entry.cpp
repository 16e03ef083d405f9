#include "driver/build/constants_entry.h"

#include <algorithm>

#include "ir/build/builder.h"
#include "ir/walk.h"

namespace planish {
namespace {

// Calls the constant, and does nothing with its value.
void add_call(ir::Builder& builder, const ir::Function& constant) {
  ir::Storage& storage = builder.storage();
  ir::Substitution by;
  std::vector<ir::Var> pattern;
  for (const ir::Param& result : constant.results) {
    const ir::Type* type = substitute(storage, storage.type(result.var), by);
    pattern.push_back(storage.new_var(storage.vars[result.var.id].name, type));
    by[result.var] = ir::Atom(pattern.back());
  }
  builder.place = constant.place;
  builder.add(pattern, builder.make(ir::Call{{}, constant.name, {}}));
}

}  // namespace

bool has_constants(const ir::Program& program) {
  return std::ranges::any_of(program.functions, &ir::Function::constant);
}

ir::Program with_constants_entry(const ir::Program& program) {
  if (!has_constants(program)) return program;
  ir::Program out = program;
  ir::Builder builder(*out.storage);
  builder.begin();
  for (const ir::Function* function : program.functions) {
    if (function->constant) add_call(builder, *function);
  }
  ir::Function entry;
  entry.name = out.storage->names.intern(kConstantsEntry);
  entry.body = builder.end({});
  entry.entry = builder.arena().make<ir::Entry>(ir::Entry{kConstantsEntry, {}, {}, {}});
  out.functions.push_back(builder.arena().make<ir::Function>(entry));
  return out;
}

}  // namespace planish
