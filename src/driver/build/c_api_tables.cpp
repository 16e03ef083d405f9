// What generated C files say of the program: the tables of runtime/c_api/client.h.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/tuning.h"
#include "codegen/codegen.h"
#include "driver/build/c_api_functions.h"
#include "driver/build/constants_entry.h"
#include "passes/rows/equal_rows.h"

namespace planish {
namespace {

std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
    out += plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return out + "\"";
}

// Names of entry points may have characters that assemblers want to be quoted.
constexpr std::string_view kSymbolMacro = R"(
#ifdef __clang__
#define PLANISH_SYMBOL(name) __asm__(name)
#else
#define PLANISH_SYMBOL(name) __asm__("\"" name "\"")
#endif
)";

// A line of a table of leaves: for each dimension its size, or one of the constants of client.h.
struct Leaf {
  Prim prim{};
  std::vector<std::string> sizes;
};

Leaf leaf_of(const ir::Type& type) {
  Leaf leaf{type.elem, {}};
  for (const ir::Dim& dim : type.dims) {
    leaf.sizes.push_back(dim.is_varying()                 ? "PLANISH_VARYING"
                         : dim.kind == ir::DimKind::Const ? std::to_string(dim.value)
                                                          : "PLANISH_ANY_SIZE");
  }
  return leaf;
}

std::string leaf_table(std::string_view name, std::span<const Leaf> leaves) {
  std::string dims, lines;
  for (size_t i = 0; i < leaves.size(); i++) {
    const std::vector<std::string>& sizes = leaves[i].sizes;
    const std::string dims_name = sizes.empty() ? "NULL" : fmt::format("{}_dims_{}", name, i);
    if (!sizes.empty()) {
      dims +=
          fmt::format("static const int64_t {}[] = {{{}}};\n", dims_name, fmt::join(sizes, ", "));
    }
    lines += fmt::format("  {{{}, {}, {}}},\n", static_cast<int>(leaves[i].prim), sizes.size(),
                         dims_name);
  }
  return fmt::format("{}static const planish_leaf_table {}[] = {{\n{}}};\n", dims, name, lines);
}

class EntryTables {
 public:
  EntryTables(const ir::Storage& storage, const ir::Function& function, size_t index)
      : storage_(storage), function_(function), index_(index) {}

  // The tables before the entry's own, and its line in the table of entries.
  std::string tables() {
    std::string out = fmt::format(
        "extern int32_t planish_function_{}(planish_context *, const planish_slot *,\n"
        "                                  planish_slot *) PLANISH_SYMBOL({});\n",
        index_, c_string(codegen::entry_symbol(function_.entry->name)));
    out += slots("inputs", function_.params, function_.entry->params);
    out += slots("outputs", function_.results, function_.entry->results);
    out += values("params", function_.entry->params, function_.params);
    out += values("results", function_.entry->results, function_.results);
    return out;
  }

  std::string line() const {
    auto table = [&](std::string_view name, size_t count) {
      return count == 0 ? std::string("NULL, 0") : fmt::format("{}_{}, {}", name, index_, count);
    };
    return fmt::format(
        "  {{{}, planish_function_{},\n   {}, {}, {}, {}, {}}},\n", c_string(function_.entry->name),
        index_, table("inputs", function_.params.size()),
        table("outputs", function_.results.size()), table("params", function_.entry->params.size()),
        table("results", function_.entry->results.size()),
        passes::has_equal_rows(function_) ? 1 : 0);
  }

 private:
  std::string slots(std::string_view name, std::span<const ir::Param> components,
                    std::span<const ir::EntryValue> values) {
    if (components.empty()) return "";
    std::unordered_map<ir::Var, size_t> numbers;
    for (size_t i = 0; i < components.size(); i++) numbers[components[i].var] = i;
    std::string dims, lines;
    for (size_t i = 0; i < components.size(); i++) {
      const ir::Type* type = storage_.type(components[i].var);
      const bool is_size = component_kind(values, i) == ir::ComponentKind::Size;
      std::string dims_name = "NULL";
      if (type->rank() > 0 && name == "inputs") {
        dims_name = fmt::format("{}_dims_{}_{}", name, index_, i);
        std::vector<int64_t> sizes;
        for (const ir::Dim& dim : type->dims) {
          bool constant = dim.kind == ir::DimKind::Const;
          sizes.push_back(constant ? dim.value : -1 - static_cast<int64_t>(numbers.at(dim.var)));
        }
        dims +=
            fmt::format("static const int64_t {}[] = {{{}}};\n", dims_name, fmt::join(sizes, ", "));
      }
      lines += fmt::format("  {{{{{}, {}}}, {}, {}}},\n", static_cast<int>(type->elem),
                           type->rank(), is_size ? 1 : 0, dims_name);
    }
    return fmt::format("{}static const planish_slot_table {}_{}[] = {{\n{}}};\n", dims, name,
                       index_, lines);
  }

  std::string values(std::string_view name, std::span<const ir::EntryValue> values,
                     std::span<const ir::Param> components) {
    if (values.empty()) return "";
    std::string leaves, lines;
    for (size_t i = 0; i < values.size(); i++) {
      const ir::EntryValue& value = values[i];
      std::vector<Leaf> of_value;
      for (const ir::Type* type : value_types(storage_, value, components))
        of_value.push_back(leaf_of(*type));
      const std::string leaves_name = fmt::format("{}_leaves_{}_{}", name, index_, i);
      leaves += leaf_table(leaves_name, of_value);
      lines += fmt::format("  {{{}, {}, {}, {}, {}, {}, {}}},\n", c_string(value.name),
                           c_string(value.type), value.first, value.count, value.unique ? 1 : 0,
                           leaves_name, of_value.size());
    }
    return fmt::format("{}static const planish_value_table {}_{}[] = {{\n{}}};\n", leaves, name,
                       index_, lines);
  }

  const ir::Storage& storage_;
  const ir::Function& function_;
  size_t index_;
};

}  // namespace

std::string type_table(const ApiType& type) {
  std::vector<Leaf> leaves;
  for (const ApiLeaf& leaf : type.leaves) {
    Leaf& made = leaves.emplace_back();
    made.prim = leaf.prim;
    for (const bool varies : leaf.varying)
      made.sizes.push_back(varies ? "PLANISH_VARYING" : "PLANISH_ANY_SIZE");
  }
  return fmt::format("{}static const planish_type_table type_{} = {{leaves_{}, {}}};\n",
                     leaf_table("leaves_" + type.c_name, leaves), type.c_name, type.c_name,
                     leaves.size());
}

std::string program_tables(const ir::Program& program, std::string_view name, int threads,
                           std::string_view open_device, Constants constants) {
  std::string tables, lines;
  size_t count = 0;
  for (const ir::Function* function : program.functions) {
    if (function->entry == nullptr) continue;
    EntryTables entry(*program.storage, *function, count++);
    tables += entry.tables();
    lines += entry.line();
  }
  // C has no arrays without elements.
  if (count == 0) lines = "  {NULL, NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0}\n";
  std::string tuning;
  std::string evaluate = "NULL";
  if (constants == Constants::WithContext && has_constants(program)) {
    evaluate = "planish_evaluate_constants";
    tables += fmt::format(
        "extern int32_t {}(planish_context *, const planish_slot *, planish_slot *)\n"
        "  PLANISH_SYMBOL({});\n",
        evaluate, c_string(codegen::entry_symbol(kConstantsEntry)));
  }
  std::string device = "NULL";
  if (!open_device.empty()) {
    device = "&planish_device";
    tables += fmt::format(
        "extern const struct planish_device_program {0};\n"
        "extern void {1}(planish_context *, const struct planish_device_options *);\n"
        "static const planish_device_table planish_device = {{{1}, &{0}}};\n",
        codegen::kProgramSymbol, open_device);
  }
  const std::vector<std::string_view> params = tuning_names(program);
  for (std::string_view param : params) tuning += c_string(param) + ", ";
  return fmt::format(
      "{}{}static const planish_entry_table planish_entries[] = {{\n{}}};\n"
      "static const char *const planish_tuning_params[] = {{{}NULL}};\n"
      "static const planish_program_table planish_program = {{{}, planish_entries, {}, {},\n"
      "  planish_tuning_params, {}, {}, {}}};\n",
      kSymbolMacro, tables, lines, tuning, c_string(name), count, threads, params.size(), evaluate,
      device);
}

}  // namespace planish
