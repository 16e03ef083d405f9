#include "sema/types/type_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "sema/types/shown_names.h"
#include "sema/types/type_walk.h"
#include "sema/types/type_words.h"

namespace planish {
namespace {

// "8u32" as it was written, most likely: "8".
std::string_view without_type(std::string_view number) {
  for (std::string_view name : kPrimNames) {
    if (!name.starts_with("f") && number.ends_with(name))
      return number.substr(0, number.size() - name.size());
  }
  return number;
}

// Binding strength: what must be put in parentheses where.
enum class Level { Arrow, Sum, Apply, Atom };

bool is_operator(std::string_view name) {
  char c = name.empty() ? 'a' : name[0];
  return !(c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80);
}

class Printer {
 public:
  explicit Printer(const SemaContext& cx, ShownSizes sizes = ShownSizes::All)
      : cx_(cx), sizes_(sizes), names_(cx) {}

  std::string top(const Type* type) {
    out_.clear();
    names_.count_metas(type);
    return body(type);
  }

  // The letters for types that occur in another one, too, which is shown in the same message.
  void prepare(const Type* type) {
    if (sizes_ != ShownSizes::InScope) names_.take_names(type);
    names_.count_metas(type);
  }

  std::string body(const Type* type) {
    out_.clear();
    parts_ = 0;
    std::vector<ValueSymbol*> unknown;
    find_unknown(type, unknown);
    for (ValueSymbol* u : unknown) names_.letter(u);
    if (!unknown.empty()) {
      out_ += "?";
      for (ValueSymbol* u : unknown) out_ += "[" + names_.letter(u) + "]";
      out_ += ".";
    }
    print(type, Level::Arrow);
    return std::move(out_);
  }

  std::string top(const Size* size) {
    out_.clear();
    parts_ = 0;
    print(size, 0);
    return std::move(out_);
  }

  std::string scheme(std::span<const SchemeParam> params, const Type* type) {
    names_.take_names(type);
    std::string out;
    for (const SchemeParam& p : params) {
      if (p.size != nullptr) {
        out += "[" + names_.name_of(p.size) + "] ";
      } else {
        static constexpr std::string_view kMarks[] = {"'", "'~", "'^"};
        out += kMarks[static_cast<size_t>(p.type->liftedness)];
        out += cx_.text(p.type->name);
        out += " ";
      }
    }
    return out + ": " + top(type);
  }

  const ShownNames& names() const { return names_; }

 private:
  // Whether the user can say this size here. One of a function from elsewhere is nothing that was
  // written here.
  bool is_shown(const Size* size) const {
    if (sizes_ == ShownSizes::All) return true;
    if (sizes_ == ShownSizes::Solved && size->kind != SizeKind::Meta) return true;
    return !any_part(size, [&](const Size* part) {
      if (part->kind == SizeKind::Meta)
        return part->meta->solution == nullptr || !is_shown(part->meta->solution);
      return part->kind == SizeKind::Var &&
             std::ranges::find(binders_, part->var) == binders_.end() &&
             !(part->var->name && cx_.scope.term(part->var->name).value == part->var);
    });
  }

  void find_unknown(const Type* type, std::vector<ValueSymbol*>& unknown) {
    if (sizes_ == ShownSizes::InScope) return;
    names_.take_names(type);
    for_each_size_variable(type, [&](ValueSymbol* s) {
      if (s->kind == ValueKind::UnknownSize && std::ranges::find(unknown, s) == unknown.end())
        unknown.push_back(s);
    });
  }

  void print(const Size* size, int level) {
    if (!is_shown(size)) return;
    if (parts_++ >= kShownParts) {
      out_ += kOmitted;
      return;
    }
    switch (size->kind) {
      case SizeKind::Const: out_ += std::to_string(size->value); return;
      case SizeKind::Varying: out_ += "?"; return;
      case SizeKind::Meta:
        if (size->meta->solution != nullptr) return print(size->meta->solution, level);
        if (size->meta->name) out_ += names_.name_of(size->meta);
        return;
      case SizeKind::Var: {
        std::string name = names_.name_of(size->var);
        out_ += is_operator(name) ? "(" + name + ")" : name;
        return;
      }
      case SizeKind::Term: return print_term(size, level);
    }
  }

  // Levels: 0 anywhere, 1 operand of an operator, 2 argument of a function.
  void print_term(const Size* size, int level) {
    // Of a large size its outermost parts.
    if (size->weight > kShownSize && depth_ >= kShownDepth) {
      out_ += kOmitted;
      return;
    }
    depth_++;
    print_parts(size, level);
    depth_--;
  }

  void print_parts(const Size* size, int level) {
    auto args = size->args;
    auto list = [&](std::span<const Size* const> parts) {
      for (size_t i = 0; i < parts.size(); i++) {
        if (i > 0) out_ += ", ";
        print(parts[i], 0);
      }
    };
    switch (size->op) {
      case SizeOp::Apply: {
        bool infix = args.size() == 3 && args[0]->kind == SizeKind::Var &&
                     is_operator(names_.name_of(args[0]->var));
        bool parens = infix ? level >= 1 : level >= 2;
        if (parens) out_ += "(";
        if (infix) {
          print(args[1], 1);
          out_ += " " + names_.name_of(args[0]->var) + " ";
          print(args[2], 1);
        } else {
          for (size_t i = 0; i < args.size(); i++) {
            if (i > 0) out_ += " ";
            print(args[i], 2);
          }
        }
        if (parens) out_ += ")";
        return;
      }
      case SizeOp::Project:
        print(args[0], 2);
        out_ += ".";
        out_ += cx_.text(size->label);
        return;
      case SizeOp::Index:
        print(args[0], 2);
        out_ += "[";
        list(args.subspan(1));
        out_ += "]";
        return;
      case SizeOp::Tuple:
        out_ += "(";
        list(args);
        out_ += ")";
        return;
      case SizeOp::Array:
        out_ += "[";
        list(args);
        out_ += "]";
        return;
      case SizeOp::Record: {
        out_ += "{";
        std::string_view labels = cx_.text(size->label);
        for (size_t i = 0; i < args.size(); i++) {
          size_t comma = labels.find(',');
          if (i > 0) out_ += ", ";
          out_ += labels.substr(0, comma);
          labels.remove_prefix(
              std::min(labels.size(), comma == std::string_view::npos ? labels.size() : comma + 1));
          out_ += " = ";
          print(args[i], 0);
        }
        out_ += "}";
        return;
      }
      case SizeOp::Constr:
        out_ += "#";
        out_ += cx_.text(size->label);
        for (const Size* a : args) {
          out_ += " ";
          print(a, 2);
        }
        return;
      case SizeOp::Negate:
      case SizeOp::Not:
        out_ += size->op == SizeOp::Negate ? "-" : "!";
        print(args[0], 2);
        return;
      case SizeOp::Literal: out_ += without_type(cx_.text(size->label)); return;
      case SizeOp::Opaque: out_ += cx_.text(size->label); return;
    }
  }

  void print(const Type* type, Level level) {
    if (parts_++ >= kShownParts) {
      out_ += kOmitted;
      return;
    }
    bool star = type->unique && (type->kind == TypeKind::Array || type->kind == TypeKind::Named);
    if (star) out_ += "*";
    switch (type->kind) {
      case TypeKind::Error: out_ += "_"; return;
      case TypeKind::Prim: out_ += prim_name(as<PrimType>(type)->prim); return;
      case TypeKind::Meta: return print_meta(as<MetaType>(type), level);
      case TypeKind::Array: {
        auto* t = as<ArrayType>(type);
        out_ += "[";
        if (t->dim != nullptr) print(t->dim, 0);
        out_ += "]";
        print(t->elem, Level::Atom);
        return;
      }
      case TypeKind::Record:
        return print_record(as<RecordType>(type)->fields, as<RecordType>(type)->tuple);
      case TypeKind::Sum: return print_sum(as<SumType>(type)->constructors, level);
      case TypeKind::Arrow: return print_arrow(as<ArrowType>(type), level);
      case TypeKind::Named: return print_named(as<NamedType>(type), level);
    }
  }

  void print_meta(const MetaType* t, Level level) {
    if (t->link != nullptr) return print(t->link, level);
    if (!t->fields.empty()) {
      out_ += "{";
      for (const Field& f : t->fields) {
        out_ += cx_.text(f.name);
        out_ += ": ";
        print(f.type, Level::Arrow);
        out_ += ", ";
      }
      out_ += "...}";
      return;
    }
    if (!t->constructors.empty()) {
      if (level >= Level::Sum) out_ += "(";
      print_constructors(t->constructors);
      out_ += " | ...";
      if (level >= Level::Sum) out_ += ")";
      return;
    }
    if (std::popcount(t->prims) == 1) {
      out_ += prim_name(static_cast<Prim>(std::countr_zero(t->prims)));
    } else if (t->prims != 0) {
      out_ += number_word(t);
    } else if (names_.occurs_again(t)) {
      out_ += names_.letter(t);
    } else {
      out_ += "_";
    }
  }

  void print_record(std::span<const Field> fields, bool tuple) {
    out_ += tuple ? "(" : "{";
    for (size_t i = 0; i < fields.size(); i++) {
      if (i > 0) out_ += ", ";
      if (!tuple) {
        out_ += cx_.text(fields[i].name);
        out_ += ": ";
      }
      print(fields[i].type, Level::Arrow);
    }
    out_ += tuple ? ")" : "}";
  }

  void print_constructors(std::span<const Constructor> constructors) {
    for (size_t i = 0; i < constructors.size(); i++) {
      if (i > 0) out_ += " | ";
      out_ += "#";
      out_ += cx_.text(constructors[i].name);
      for (const Type* arg : constructors[i].args) {
        out_ += " ";
        print(arg, Level::Atom);
      }
    }
  }

  void print_sum(std::span<const Constructor> constructors, Level level) {
    if (level >= Level::Sum) out_ += "(";
    print_constructors(constructors);
    if (level >= Level::Sum) out_ += ")";
  }

  void print_arrow(const ArrowType* t, Level level) {
    if (level > Level::Arrow) out_ += "(";
    if (t->binder != nullptr && mentions(t->result, t->binder)) {
      out_ += "(" + names_.name_of(t->binder) + ": ";
      if (t->consumes) out_ += "*";
      print(t->param, t->consumes ? Level::Apply : Level::Arrow);
      out_ += ")";
    } else {
      if (t->consumes) out_ += "*";
      print(t->param, t->consumes ? Level::Atom : Level::Sum);
    }
    out_ += " -> ";
    if (t->binder != nullptr) binders_.push_back(t->binder);
    if (!t->exists.empty() && sizes_ != ShownSizes::InScope) {
      out_ += "?";
      for (ValueSymbol* s : t->exists) out_ += "[" + names_.name_of(s) + "]";
      out_ += ".";
    }
    print(t->result, Level::Arrow);
    if (t->binder != nullptr) binders_.pop_back();
    if (level > Level::Arrow) out_ += ")";
  }

  void print_named(const NamedType* t, Level level) {
    bool parens = level >= Level::Atom && !t->args.empty();
    if (parens) out_ += "(";
    out_ += cx_.text(t->symbol->qualified ? t->symbol->qualified : t->symbol->name);
    for (const TypeArg& a : t->args) {
      out_ += " ";
      if (a.type != nullptr) {
        print(a.type, Level::Atom);
      } else {
        out_ += "[";
        if (a.size != nullptr) print(a.size, 0);
        out_ += "]";
      }
    }
    if (parens) out_ += ")";
  }

  bool mentions(const Type* type, ValueSymbol* symbol) {
    bool found = false;
    for_each_size_variable(type, [&](ValueSymbol* s) { found = found || s == symbol; });
    return found;
  }

  // What is larger is shown in part.
  static constexpr size_t kShownParts = 500;
  static constexpr uint32_t kShownSize = 100;
  static constexpr int kShownDepth = 2;
  static constexpr std::string_view kOmitted = "…";

  const SemaContext& cx_;
  ShownSizes sizes_;
  std::string out_;
  size_t parts_ = 0;  // of the type that is printed, so far
  int depth_ = 0;     // of terms around what is printed
  ShownNames names_;
  std::vector<const ValueSymbol*> binders_;  // of the function types around the part being printed
};

TypeWords in_words(std::string shown, const Type* type) {
  std::string said = type_words(type);
  if (!said.empty()) return {said, said, "is " + said};
  std::string phrase = fmt::format("`{}`", shown);
  return {std::move(shown), phrase, "has type " + phrase};
}

}  // namespace

std::string show(const SemaContext& cx, const Type* type, ShownSizes sizes) {
  return Printer(cx, sizes).top(type);
}

std::string show(const SemaContext& cx, const Size* size) {
  std::string text = Printer(cx).top(size);
  return text.empty() ? "_" : text;
}

std::string show_scheme(const SemaContext& cx, const ValueSymbol& symbol) {
  return Printer(cx).scheme(symbol.params, symbol.type);
}

TypePair show_pair(const SemaContext& cx, const Type* first, const Type* second) {
  Printer printer(cx);
  printer.prepare(first);
  printer.prepare(second);
  TypePair pair;
  pair.first = printer.body(first);
  pair.second = printer.body(second);
  pair.letters = printer.names().letters();
  return pair;
}

TypeWords describe(const SemaContext& cx, const Type* type) {
  return in_words(show(cx, type, ShownSizes::InScope), type);
}

PairWords describe_pair(const SemaContext& cx, const Type* first, const Type* second) {
  Printer printer(cx, ShownSizes::InScope);
  printer.prepare(first);
  printer.prepare(second);
  PairWords pair;
  // What is said in words needs no letters.
  pair.first = in_words(type_words(first).empty() ? printer.body(first) : "", first);
  pair.second = in_words(type_words(second).empty() ? printer.body(second) : "", second);
  return pair;
}

}  // namespace planish
