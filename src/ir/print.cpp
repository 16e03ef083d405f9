#include "ir/print.h"

#include <algorithm>

#include "ir/printer.h"
#include "support/characters.h"

namespace planish::ir {

namespace {

bool is_plain(std::string_view name) {
  if (name.empty() || !is_letter(name[0])) return false;
  return std::ranges::all_of(
      name, [](char c) { return is_letter(c) || is_digit(c) || c == '\'' || c == '.'; });
}

std::string in_quotes(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      constexpr char kDigits[] = "0123456789abcdef";
      out += "\\x";
      out += kDigits[static_cast<unsigned char>(c) >> 4];
      out += kDigits[c & 15];
    } else {
      out += c;
    }
  }
  return out + quote;
}

}  // namespace

std::string_view component_text(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::Size: return "size";
    case ComponentKind::Points: return "points";
    case ComponentKind::Offsets: return "offsets";
    case ComponentKind::Data: return "data";
  }
  __builtin_unreachable();
}

std::string quoted(std::string_view text) { return in_quotes(text, '"'); }
std::string name_text(std::string_view name) {
  return is_plain(name) ? std::string(name) : in_quotes(name, '`');
}

std::string var_text(const Storage& storage, Var var) {
  Name name = storage.vars[var.id].name;
  return (name ? name_text(storage.text(name)) : "") + "_" + std::to_string(var.id);
}
std::string atom_text(const Storage& storage, const Atom& atom) {
  return atom.is_const() ? constant_text(atom.constant) : var_text(storage, atom.var);
}
std::string dim_text(const Storage& storage, const Dim& dim) {
  switch (dim.kind) {
    case DimKind::Const: return std::to_string(dim.value);
    case DimKind::Var: return var_text(storage, dim.var);
    case DimKind::Varying: return "?";
  }
  __builtin_unreachable();
}
std::string type_text(const Storage& storage, const Type* type) {
  std::string out;
  if (type->is_acc()) {
    for (const Type* array : type->arrays) {
      out += (out.empty() ? "acc(" : ", ") + type_text(storage, array);
    }
    return (out.empty() ? "acc(" : out) + ")";
  }
  for (const Dim& dim : type->dims) out += "[" + dim_text(storage, dim) + "]";
  return out + std::string(prim_name(type->elem));
}

// ---- Functions

void Printer::line() {
  // Deeper levels are not shifted further: the text stays linear in the size of the program.
  constexpr int kDeepest = 40;
  out += '\n';
  out.append(static_cast<size_t>(std::min(depth_, kDeepest)) * 2, ' ');
}

void Printer::param(const Param& param) {
  out += var_text(storage_, param.var) + (param.unique ? ": *" : ": ") +
         type_text(storage_, storage_.type(param.var));
}
void Printer::params(std::span<const Param> params) {
  out += '(';
  separated(params, [&](const Param& p) { param(p); });
  out += ')';
}

void Printer::attrs(std::span<const Attribute> attrs) {
  for (Attribute attr : attrs) out += "#[" + name_text(attribute_text(storage_.names, attr)) + "] ";
}

std::string Printer::client_type(std::string_view name) {
  return name.empty() ? "" : " as " + quoted(name);
}

void Printer::entry_values(std::span<const EntryValue> values) {
  out += '(';
  separated(values, [&](const EntryValue& value) {
    if (!value.name.empty()) out += quoted(value.name) + ": ";
    if (value.unique) out += '*';
    out += quoted(value.type) + client_type(value.client_type) + " from " +
           std::to_string(value.first) + " count " + std::to_string(value.count);
    if (value.types.empty()) return;
    out += " is (";
    separated(value.kinds, [&](ComponentKind kind) { out += component_text(kind); });
    out += ") of (";
    separated(value.types, [&](const Type* type) { out += type_text(storage_, type); });
    out += ')';
  });
  out += ')';
}

void Printer::entry(const Entry& entry) {
  out += "entry " + quoted(entry.name) + " ";
  entry_values(entry.params);
  out += " -> ";
  entry_values(entry.results);
  out += client_type(entry.tuple_type);
  line();
}

void Printer::entry_types() {
  if (storage_.entry_types.empty()) return;
  out += "\ntypes\n";
  for (const EntryType* type : storage_.entry_types) {
    out += quoted(type->name);
    switch (type->kind) {
      case EntryTypeKind::Array:
        out += " = array " + std::to_string(type->rank) + " of " + quoted(type->elem);
        break;
      case EntryTypeKind::Record: out += " = record ("; break;
      case EntryTypeKind::Sum: out += " = sum " + std::string(prim_name(type->tag)) + " ("; break;
    }
    separated(type->parts, [&](const EntryTypePart& part) {
      out += quoted(part.name);
      if (!part.types.empty()) out += ":";
      for (std::string_view of : part.types) out += " " + quoted(of);
      if (!part.slots.empty()) out += " at";
      for (uint32_t slot : part.slots) out += " " + std::to_string(slot);
    });
    out += type->kind == EntryTypeKind::Array ? "\n" : ")\n";
  }
}

void Printer::function(const Function& fn) {
  if (fn.entry != nullptr) entry(*fn.entry);
  attrs(fn.attrs);
  out += (fn.constant ? "const " : "fn ") + name_text(storage_.text(fn.name));
  params(fn.params);
  out += " -> ";
  params(fn.results);
  place(fn.place);
  body(fn.body);
  out += '\n';
}

void Printer::lambda(const Lambda* lambda) {
  out += " \\";
  params(lambda->params);
  place(lambda->place);
  body(lambda->body);
}

void Printer::body(const Body* body) {
  out += " {";
  depth_++;
  for (const Stm& stm : body->stms) {
    line();
    if (options_.notes) {
      for (const std::string& note : options_.notes(stm)) {
        out += "-- " + note;
        line();
      }
    }
    this->stm(stm);
  }
  bool short_form = body->stms.empty();
  if (short_form) {
    out += ' ';
  } else {
    line();
  }
  out += "in ";
  separated(body->results, [&](const Atom& atom) { out += atom_text(storage_, atom); });
  if (body->results.empty()) out.pop_back();
  depth_--;
  if (short_form) {
    out += ' ';
  } else {
    line();
  }
  out += '}';
}

void Printer::stm(const Stm& stm) {
  attrs(stm.attrs);
  out += "let ";
  if (stm.pattern.size() == 1) {
    binder(stm.pattern[0]);
  } else {
    out += '(';
    separated(stm.pattern, [&](Var var) { binder(var); });
    out += ')';
  }
  out += " =";
  op(stm.op);
  if (!stm.certs.empty()) {
    out += " after ";
    separated(stm.certs, [&](Var cert) { out += var_text(storage_, cert); });
  }
  place(stm.place);
}

// ---- Places

uint32_t Printer::number(PlaceId place) {
  // Calls are inlined to a small depth; but the chain may be long after recursion, so no recursion
  // here.
  std::vector<PlaceId> chain;
  for (; place.id != 0 && !place_numbers_.contains(place.id);
       place = storage_.places[place.id].caller) {
    chain.push_back(place);
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    placed_.push_back(*it);
    place_numbers_[it->id] = static_cast<uint32_t>(placed_.size());
  }
  return chain.empty() ? place_numbers_[place.id] : place_numbers_[chain.front().id];
}

void Printer::place(PlaceId place) {
  if (options_.places && place.id != 0) out += " @" + std::to_string(number(place));
}

void Printer::places() {
  if (placed_.empty()) return;
  out += "\nplaces\n";
  for (size_t i = 0; i < placed_.size(); i++) {
    const Place& place = storage_.places[placed_[i].id];
    out += "@" + std::to_string(i + 1) + " = " + quoted(storage_.text(place.file)) + " " +
           std::to_string(place.line) + ":" + std::to_string(place.column) + "-" +
           std::to_string(place.end_line) + ":" + std::to_string(place.end_column);
    if (place.caller.id != 0) out += " from @" + std::to_string(place_numbers_[place.caller.id]);
    out += '\n';
  }
}

// ---- Entry points of this file

std::string print(const Program& program, const PrintOptions& options) {
  Printer printer(*program.storage, options);
  printer.out = program.stage == Stage::Core ? "core\n" : "flat\n";
  for (const Function* fn : program.functions) {
    printer.out += '\n';
    printer.function(*fn);
  }
  printer.entry_types();
  printer.places();
  return std::move(printer.out);
}
std::string print(const Storage& storage, const Function& fn, const PrintOptions& options) {
  Printer printer(storage, options);
  printer.function(fn);
  printer.places();
  return std::move(printer.out);
}
std::string print(const Storage& storage, const Body& body) {
  Printer printer(storage, {.places = false});
  printer.body(&body);
  return printer.out.substr(1) + "\n";
}

}  // namespace planish::ir
