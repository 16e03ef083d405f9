// Functions of which a pass makes another version beside them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ir/walk.h"

namespace planish::passes {

// A name for it that no function has.
inline Name version_name(ir::Storage& storage, const ir::Functions& functions, Name fn,
                         std::string_view suffix) {
  std::string text = std::string(storage.text(fn)).append(suffix);
  while (functions.find(storage.names.intern(text)) != nullptr) text += "'";
  return storage.names.intern(text);
}

// The function under another name, with the body that `make_body` gives, which refers to its
// parameters, and with variables of its own. It is no entry point.
inline ir::Function function_version(ir::Storage& storage, const ir::Function& fn, Name name,
                                     const std::function<const ir::Body*()>& make_body) {
  ir::Function copy = fn;
  copy.name = name;
  copy.entry = nullptr;
  ir::Substitution by;
  const auto renew = [&](std::span<const ir::Param> params) {
    std::vector<ir::Param> renewed;
    for (const ir::Param& param : params) {
      const ir::VarInfo info = storage.vars[param.var.id];
      const ir::Var var = storage.new_var(info.name, ir::substitute(storage, info.type, by));
      by[param.var] = var;
      renewed.push_back({var, param.unique});
    }
    return storage.arena.copy(renewed);
  };
  copy.params = renew(fn.params);
  copy.results = renew(fn.results);
  copy.body = ir::clone_body(storage, make_body(), by);
  return copy;
}

}  // namespace planish::passes
