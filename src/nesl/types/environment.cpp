#include "nesl/types/environment.h"

#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/parser.h"
#include "nesl/types/embedded_prelude.h"
#include "support/characters.h"

namespace planish::nesl {

namespace {

template <class T>
T* lookup(const std::unordered_map<Name, T*>& map, Name name) {
  auto found = map.find(name);
  return found == map.end() ? nullptr : found->second;
}

// Operators that are not built in.
constexpr std::string_view kPadding = "prim_pad";

}  // namespace

Environment::Environment(SourceMap& sources, Arena& arena, Interner& names)
    : arena_(arena), names_(names) {
  add_builtins();
  add_prelude(sources);
  add_operators();
}

void Environment::add_builtins() {
  for (const BuiltinInfo& builtin : all_builtins()) {
    Name name = names_.intern(builtin.name);
    Definition* made = define(DefinitionKind::Builtin, {name, {}}, Origin::Prelude);
    made->builtin = builtin.id;
    if (builtin.effect == Effect::Serial) made->serial = made;
  }
}

void Environment::add_prelude(SourceMap& sources) {
  for (const EmbeddedFile& embedded : embedded_nesl_prelude()) {
    const SourceFile* file = sources.add_static(std::string(embedded.path), embedded.text);
    Program* program = parse(*file, arena_, names_, prelude_problems_).program;
    for (Form* form : program->forms) {
      auto* body = arena_.make<Body>();
      if (auto* function = as<FunctionForm>(form)) {
        Definition* made = define(DefinitionKind::Function, function->name, Origin::Prelude);
        body->function = function;
        made->latest = body;
        made->last_form = function;
        function->definition = made;
      } else if (auto* bind = as<BindForm>(form)) {
        auto* name = as<NamePattern>(bind->pattern);
        if (name == nullptr) continue;
        Variable* variable = name->variable;
        Definition* made =
            define(DefinitionKind::Value, {variable->name, variable->loc}, Origin::Prelude);
        variable->definition = made;
        body->bind = bind;
        body->variable = variable;
        made->latest = body;
      } else if (auto* datatype = as<DatatypeForm>(form)) {
        prelude_datatypes_.push_back(datatype);
      }
    }
  }
}

void Environment::add_operators() {
  size_t count = 0;
  auto find_operator = [&](std::string_view text) {
    return find_in_prelude(names_.intern(text == "||" ? kPadding : text));
  };
#define PREFIX(id, text, binding) \
  prefix_[count++] = find_operator(PrefixOp::id == PrefixOp::Negate ? "negate" : text);
#include "nesl/syntax/operators.def"
  count = 0;
#define INFIX(id, text, left, right) infix_[count++] = find_operator(text);
#include "nesl/syntax/operators.def"
}

Definition* Environment::find(Name name, Origin origin) const {
  if (origin == Origin::Program) {
    if (Definition* own = lookup(own_, name)) return own;
  }
  Definition* found = lookup(prelude_, name);
  return found != nullptr && origin == Origin::Program && is_hidden(name) ? nullptr : found;
}

Datatype* Environment::find_datatype(Name name, Origin origin) const {
  if (origin == Origin::Program) {
    if (Datatype* own = lookup(own_datatypes_, name)) return own;
  }
  return lookup(prelude_datatype_names_, name);
}

Definition* Environment::find_own(Name name) const { return lookup(own_, name); }
Definition* Environment::find_in_prelude(Name name) const { return lookup(prelude_, name); }

Definition* Environment::define(DefinitionKind kind, Ident name, Origin origin) {
  auto* made = arena_.make<Definition>();
  made->kind = kind;
  made->name = name.name;
  made->loc = name.loc;
  made->prelude = origin == Origin::Prelude;
  if (made->prelude) {
    prelude_[name.name] = made;
    prelude_order_.push_back(made);
  } else {
    own_[name.name] = made;
    own_order_.push_back(made);
  }
  return made;
}

void Environment::define(Datatype* datatype, Origin origin) {
  (origin == Origin::Prelude ? prelude_datatype_names_ : own_datatypes_)[datatype->name] = datatype;
}

std::vector<std::string_view> Environment::visible_names() const {
  std::vector<std::string_view> names;
  for (const Definition* definition : own_order_) names.push_back(names_.text(definition->name));
  for (const Definition* definition : prelude_order_) {
    std::string_view text = names_.text(definition->name);
    if (!is_hidden(definition->name) && is_letter(text[0])) names.push_back(text);
  }
  return names;
}

}  // namespace planish::nesl
