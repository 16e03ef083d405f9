#include "driver/build/foreign_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "ir/foreign_attribute.h"
#include "ir/foreign_call.h"
#include "ir/match.h"
#include "ir/print.h"
#include "passes/calls/choose_foreign.h"

namespace planish {
namespace {

constexpr std::string_view kPrelude = R"(#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PLANISH_FOREIGN_H
#define PLANISH_FOREIGN_H
/* One call of a foreign function. */
typedef struct planish_foreign planish_foreign;
struct planish_foreign {
  void *(*allocate)(planish_foreign *call, int32_t result, const int64_t *shape);
  int32_t (*fail)(planish_foreign *call, const char *message);
};
/* Memory for an array among the results whose size the function decides. The shape has all its sizes. NULL: there is no
 * memory; return any status then. */
static inline void *planish_foreign_allocate(planish_foreign *call, int32_t result, const int64_t *shape) {
  return call->allocate(call, result, shape);
}
/* Makes the call fail: `return planish_foreign_fail(call, "why");` */
static inline int32_t planish_foreign_fail(planish_foreign *call, const char *message) {
  return call->fail(call, message);
}
#endif

)";

// All symbols are there: the form that C sees is that of the calls.
class AnyForeignCode : public ForeignCode {
 public:
  void* address(std::string_view) const override { return const_cast<char*>(&there_); }
  std::span<const std::string> link_words() const override { return {}; }

 private:
  char there_ = 0;
};

std::string_view c_type(Prim prim) {
  switch (prim) {
    case Prim::I8: return "int8_t";
    case Prim::I16: return "int16_t";
    case Prim::I32: return "int32_t";
    case Prim::I64: return "int64_t";
    case Prim::U8: return "uint8_t";
    case Prim::U16: return "uint16_t";
    case Prim::U32: return "uint32_t";
    case Prim::U64: return "uint64_t";
    case Prim::F16: return "uint16_t";
    case Prim::F32: return "float";
    case Prim::F64: return "double";
    case Prim::Bool: return "bool";
    case Prim::Unit: return "bool";
  }
  return "";
}

class Prototype {
 public:
  Prototype(const ir::Storage& storage, const ir::Stm& stm)
      : storage_(storage), stm_(stm), op_(*ir::as<ir::Foreign>(stm.op)) {}

  std::string text() {
    if (ir::is_plain_foreign(storage_, stm_)) {
      for (const ir::Atom& arg : op_.args) add_argument(arg);
      if (parts_.empty()) parts_.emplace_back("void");
      return fmt::format("{} {}({});\n", c_type(storage_.type(stm_.pattern[0])->elem), op_.symbol,
                         fmt::join(parts_, ", "));
    }
    parts_.emplace_back("planish_foreign *call");
    for (const ir::Atom& arg : op_.args) add_argument(arg);
    for (size_t i = 0; i < op_.dests.size(); i++)
      parts_.push_back(fmt::format("{} *{}", c_type(storage_.type(op_.dests[i])->elem),
                                   name(op_.dests[i], "inout")));
    std::string asked;
    int number = 0;
    for (size_t k = 0; k < stm_.pattern.size(); k++) {
      const ir::Type* type = storage_.type(stm_.pattern[k]);
      const ir::ForeignResult form = ir::foreign_result(storage_, stm_, k);
      if (form == ir::ForeignResult::Overwriting || form == ir::ForeignResult::Size) continue;
      if (form == ir::ForeignResult::AskedFor)
        asked += fmt::format("/* Result {} is asked for: {} *, {} size{}. */\n", number,
                             c_type(type->elem), type->rank(), type->rank() == 1 ? "" : "s");
      else
        parts_.push_back(fmt::format("{} *out{}", c_type(type->elem), number));
      number++;
    }
    return fmt::format("{}int32_t {}({});\n", asked, op_.symbol, fmt::join(parts_, ", "));
  }

 private:
  void add_argument(const ir::Atom& arg) {
    const ir::Type* type = storage_.type(arg);
    parts_.push_back(type->is_scalar()
                         ? fmt::format("{} {}", c_type(type->elem), name(arg.var, "x"))
                         : fmt::format("const {} *{}", c_type(type->elem), name(arg.var, "xs")));
  }

  // Names of C, each once.
  std::string name(ir::Var var, std::string_view otherwise) {
    std::string base;
    for (const char c : var ? storage_.text(storage_.vars[var.id].name) : std::string_view())
      base += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0])) != 0 || base == "call")
      base = otherwise;
    std::string made = base;
    for (int i = 1; std::ranges::count(names_, made) > 0; i++) made = fmt::format("{}_{}", base, i);
    names_.push_back(made);
    return made;
  }

  const ir::Storage& storage_;
  const ir::Stm& stm_;
  const ir::Foreign& op_;
  std::vector<std::string> parts_;
  std::vector<std::string> names_;
};

}  // namespace

std::string foreign_header(const ir::Program& core, std::string_view name) {
  const AnyForeignCode all;
  const ir::Program chosen = passes::choose_foreign(core, &all);
  std::string guard;
  for (const char c : name)
    guard +=
        static_cast<char>(std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::toupper(c) : '_');
  guard += "_FOREIGN_FUNCTIONS_H";
  std::string out = fmt::format(
      "/* The foreign functions of {}: written by planish build --foreign-header. */\n"
      "#ifndef {}\n#define {}\n{}",
      name, guard, guard, kPrelude);
  for (const ir::Function* fn : core.functions) {
    if (!ir::foreign_attribute(*core.storage, *fn)) continue;
    for (const ir::Stm& stm : chosen.find(fn->name)->body->stms) {
      if (ir::as<ir::Foreign>(stm.op) == nullptr) continue;
      out += fmt::format("/* {}, {} */\n{}", core.storage->text(fn->name),
                         ir::place_text(*core.storage, fn->place),
                         Prototype(*core.storage, stm).text());
    }
  }
  return out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

}  // namespace planish
