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
  void* address(std::string_view symbol) const override {
    return symbol.empty() ? nullptr : const_cast<char*>(&there_);
  }
  bool is_in_bitcode(std::string_view) const override { return true; }
  std::span<const std::string> bitcode() const override { return {}; }
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
    for (const ir::Var dest : op_.dests) add_overwritten(dest);
    add_results(ForRows::One);
    return prototype(op_.symbol);
  }

  // Of the function for all rows: Note [Foreign functions for all points] in
  // passes/flatten/foreign_lifter.h.
  std::string lifted_text() {
    parts_ = {"planish_foreign *call", "int64_t " + unique("rows")};
    for (const ir::Atom& arg : op_.args) {
      const ir::Type* type = storage_.type(arg);
      const std::string own = name(arg.var, type->is_scalar() ? "x" : "xs");
      if (type->is_array()) parts_.push_back(fmt::format("const int64_t *{}_offsets", own));
      parts_.push_back(fmt::format("const {} *{}", c_type(type->elem), own));
    }
    std::vector<std::string> overwritten;
    for (const ir::Var dest : op_.dests) {
      const std::string own = name(dest, "inout");
      parts_.push_back(fmt::format("const int64_t *{}_offsets", own));
      overwritten.push_back(fmt::format("{} *{}", c_type(storage_.type(dest)->elem), own));
    }
    int number = 0;
    for (size_t k = op_.dests.size(); k < stm_.pattern.size(); k++, number++) {
      const bool is_filled = ir::foreign_result(storage_, stm_, k) == ir::ForeignResult::Filled;
      if (is_filled && storage_.type(stm_.pattern[k])->is_array())
        parts_.push_back(fmt::format("const int64_t *out{}_offsets", number));
    }
    parts_.insert(parts_.end(), overwritten.begin(), overwritten.end());
    add_results(ForRows::All);
    return prototype(op_.lifted);
  }

 private:
  enum class ForRows : uint8_t { One, All };

  // Sizes that the function decides are told by what it asks for, or are results, one for each row.
  void add_results(ForRows rows) {
    int number = 0;
    for (size_t k = op_.dests.size(); k < stm_.pattern.size(); k++) {
      const ir::Type* type = storage_.type(stm_.pattern[k]);
      const ir::ForeignResult form = ir::foreign_result(storage_, stm_, k);
      if (form == ir::ForeignResult::Size && rows == ForRows::One) continue;
      if (form == ir::ForeignResult::AskedFor) {
        const size_t sizes = rows == ForRows::All ? 1 : type->rank();
        asked_ += fmt::format("/* Result {} is asked for: {} *, {} size{}. */\n", number,
                              c_type(type->elem), sizes, sizes == 1 ? "" : "s");
      } else {
        parts_.push_back(fmt::format("{} *out{}", c_type(type->elem), number));
      }
      number++;
    }
  }

  std::string prototype(std::string_view symbol) const {
    return fmt::format("{}int32_t {}({});\n", asked_, symbol, fmt::join(parts_, ", "));
  }

  void add_overwritten(ir::Var dest) {
    parts_.push_back(fmt::format("{} *{}", c_type(storage_.type(dest)->elem), name(dest, "inout")));
  }

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
    return unique(base);
  }
  std::string unique(const std::string& base) {
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
  std::string asked_;  // comments on results that are asked for
};

// The prototypes of what is called for a machine.
std::string prototypes(const ir::Program& core, Machine machine) {
  const AnyForeignCode all;
  const ir::Program chosen = passes::choose_foreign(core, &all, machine);
  std::string out;
  for (const ir::Function* fn : chosen.functions) {
    for (const ir::Stm& stm : fn->body->stms) {
      const auto* foreign = ir::as<ir::Foreign>(stm.op);
      if (foreign == nullptr || foreign->use == ir::ForeignUse::Performs) continue;
      const std::string_view name = core.storage->text(fn->name);
      out += fmt::format("/* {}, {}{} */\n{}", name.substr(0, name.find(".host")),
                         ir::place_text(*core.storage, fn->place),
                         machine == Machine::Gpu ? ", for GPUs" : "",
                         Prototype(*core.storage, stm).text());
      if (!foreign->lifted.empty())
        out += fmt::format("/* the same for all rows */\n{}",
                           Prototype(*core.storage, stm).lifted_text());
    }
  }
  return out;
}

}  // namespace

std::string foreign_header(const ir::Program& core, std::string_view name) {
  std::string guard;
  for (const char c : name)
    guard +=
        static_cast<char>(std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::toupper(c) : '_');
  guard += "_FOREIGN_FUNCTIONS_H";
  return fmt::format(
      "/* The foreign functions of {}: written by planish build --foreign-header. */\n"
      "#ifndef {}\n#define {}\n{}{}{}\n#ifdef __cplusplus\n}}\n#endif\n#endif\n",
      name, guard, guard, kPrelude, prototypes(core, Machine::Cpu), prototypes(core, Machine::Gpu));
}

}  // namespace planish
