#include "mixed/futhark_definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "sema/types/symbol.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish::mixed {
namespace {

// NESL ignores case.
std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool is_word(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

// One definition's types in NESL. What has none is the reason against it.
class TypeReader {
 public:
  TypeReader(const SemaContext& cx, nesl::TypeTable& types, const ValueSymbol& symbol)
      : cx_(cx), types_(types) {
    for (const SchemeParam& param : symbol.params) {
      if (param.type != nullptr) params_.push_back(param.type);
    }
  }

  // Null: there is none.
  const nesl::Type* read(const Type* type) {
    switch (type->kind) {
      case TypeKind::Prim: return scalar(static_cast<const PrimType*>(type)->prim);
      case TypeKind::Record: return tuple(*static_cast<const RecordType*>(type));
      case TypeKind::Array: {
        const nesl::Type* element = read(static_cast<const ArrayType*>(type)->elem);
        return element == nullptr ? nullptr : types_.vector(element);
      }
      case TypeKind::Named: return param(*static_cast<const NamedType*>(type));
      case TypeKind::Sum: return none("has a sum type in it, and NESL has no sums");
      case TypeKind::Arrow:
        return none("takes or gives a function, and functions do not pass between languages");
      case TypeKind::Error:
      case TypeKind::Meta: break;
    }
    return none("has a type that is wrong");
  }

  size_t param_count() const { return params_.size(); }
  const std::string& reason() const { return reason_; }

 private:
  const nesl::Type* none(std::string reason) {
    reason_ = std::move(reason);
    return nullptr;
  }

  const nesl::Type* scalar(Prim prim) {
    switch (prim) {
      case Prim::I64: return types_.int_type();
      case Prim::F64: return types_.float_type();
      case Prim::U8: return types_.char_type();
      case Prim::Bool: return types_.bool_type();
      default: break;
    }
    return none(
        fmt::format("has {} in its type; NESL has i64 (int), f64 (float), u8 (char) and bool",
                    prim_name(prim)));
  }

  const nesl::Type* tuple(const RecordType& record) {
    if (record.fields.empty()) return none("has () in its type, which NESL has not");
    if (!record.tuple) return none("has a record in its type; NESL has tuples");
    const nesl::Type* made = read(record.fields.back().type);
    for (size_t i = record.fields.size() - 1; i-- > 0 && made != nullptr;) {
      const nesl::Type* part = read(record.fields[i].type);
      made = part == nullptr ? nullptr : types_.pair(part, made);
    }
    return made;
  }

  const nesl::Type* param(const NamedType& type) {
    const auto at = std::ranges::find(params_, type.symbol);
    if (at != params_.end()) return types_.param(static_cast<uint32_t>(at - params_.begin()));
    return none(fmt::format("has the abstract type {} in its type",
                            show(cx_, static_cast<const Type*>(&type))));
  }

  const SemaContext& cx_;
  nesl::TypeTable& types_;
  std::vector<const TypeSymbol*> params_;
  std::string reason_;
};

class Reader {
 public:
  Reader(SemaContext& cx, nesl::TypeTable& types, uint32_t first_number)
      : cx_(cx), types_(types), first_number_(first_number) {}

  void add(const ast::ValDecl& decl) {
    const ValueSymbol* symbol = decl.symbol;
    if (symbol == nullptr || symbol->type == nullptr || symbol->type->kind == TypeKind::Error)
      return;
    const std::string_view text = cx_.text(decl.name.name);
    if (!is_word(text)) return;  // no NESL program can say it
    nesl::OutsideDefinition given;
    given.name = cx_.names.intern(lower_case(text));
    given.loc = decl.name.loc;
    given.documentation = cx_.arena.copy(std::string_view(documentation(decl)));
    if (std::string reason = read(*symbol, given); !reason.empty()) {
      given.argument = given.result = nullptr;
      given.refused = cx_.arena.copy(std::string_view(reason));
    } else {
      given.number = first_number_ + static_cast<uint32_t>(made_.numbered.size());
      made_.numbered.push_back(symbol);
    }
    add(std::move(given), text);
  }

  FutharkDefinitions take() { return std::move(made_); }

 private:
  // A later definition hides an earlier one of the same name. Names that differ only in case cannot both be
  // had.
  void add(nesl::OutsideDefinition given, std::string_view text) {
    const auto [it, is_new] =
        by_name_.try_emplace(given.name, made_.values.size(), std::string(text));
    if (is_new) {
      made_.values.push_back(std::move(given));
      return;
    }
    nesl::OutsideDefinition& before = made_.values[it->second.first];
    const std::string other = std::exchange(it->second.second, std::string(text));
    before = std::move(given);
    if (other == text) return;
    before.argument = before.result = nullptr;
    before.refused = cx_.arena.copy(std::string_view(fmt::format(
        "the file defines `{}` and `{}`, which are the same name in NESL", other, text)));
  }

  // The text of its comment on one line.
  std::string documentation(const ast::ValDecl& decl) const {
    std::string out;
    if (!decl.doc.loc.valid()) return out;
    std::string_view text = cx_.sources.text(decl.doc.loc);
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      line.remove_prefix(std::min(line.find_first_not_of(" -|"), line.size()));
      if (line.empty()) continue;
      if (!out.empty()) out += ' ';
      out += line;
    }
    return out;
  }

  // Gives the reason against it, or an empty string.
  std::string read(const ValueSymbol& symbol, nesl::OutsideDefinition& given) {
    TypeReader reader(cx_, types_, symbol);
    const auto type_of = [&](const Type* type) { return reader.read(type); };
    std::vector<const nesl::Type*> arguments;
    const Type* type = symbol.type;
    for (; type->kind == TypeKind::Arrow; type = static_cast<const ArrowType*>(type)->result) {
      arguments.push_back(type_of(static_cast<const ArrowType*>(type)->param));
      if (arguments.back() == nullptr) return reason(reader);
    }
    given.result = type_of(type);
    if (given.result == nullptr) return reason(reader);
    if (!arguments.empty()) {
      given.argument = arguments.back();
      for (size_t i = arguments.size() - 1; i-- > 0;)
        given.argument = types_.pair(arguments[i], given.argument);
    } else if (reader.param_count() > 0) {
      return "it is a constant of many types";
    }
    for (size_t i = 0; i < reader.param_count(); i++)
      given.params.push_back({nesl::TypeClass::Any, false, {}});
    return {};
  }

  static std::string reason(const TypeReader& reader) { return "it " + reader.reason(); }

  SemaContext& cx_;
  nesl::TypeTable& types_;
  const uint32_t first_number_;
  FutharkDefinitions made_;
  std::map<Name, std::pair<size_t, std::string>> by_name_;
};

}  // namespace

FutharkDefinitions futhark_definitions(SemaContext& cx, const CheckedProgram& program,
                                       nesl::TypeTable& types, uint32_t first_number) {
  Reader reader(cx, types, first_number);
  for (const ast::Decl* decl : program.files.back()->program->decls) {
    if (const auto* value = ast::as<ast::ValDecl>(decl)) reader.add(*value);
  }
  return reader.take();
}

}  // namespace planish::mixed
