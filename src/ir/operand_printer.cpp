#include "ir/operand_printer.h"

#include <algorithm>

namespace planish::ir {

void OperandPrinter::binder(Var var) {
  out += var_text(storage_, var) + ": " + type_text(storage_, storage_.type(var));
}

void OperandPrinter::word(std::string_view text) {
  out += ' ';
  out += text;
}
void OperandPrinter::atom(const Atom& atom) { word(atom_text(storage_, atom)); }
void OperandPrinter::atoms(std::initializer_list<Atom> atoms) {
  for (const Atom& one : atoms) atom(one);
}
void OperandPrinter::var(Var var) { word(var_text(storage_, var)); }
void OperandPrinter::name(Name name) { word(name_text(storage_.text(name))); }
void OperandPrinter::vars(std::span<const Var> vars) {
  out += " (";
  separated(vars, [&](Var var) { out += var_text(storage_, var); });
  out += ')';
}
void OperandPrinter::bracketed(char open, std::span<const Atom> atoms, char close) {
  out += ' ';
  out += open;
  separated(atoms, [&](const Atom& atom) { out += atom_text(storage_, atom); });
  out += close;
}
void OperandPrinter::arguments(std::span<const Atom> atoms) { bracketed('(', atoms, ')'); }
void OperandPrinter::neutral(std::span<const Atom> atoms) { bracketed('{', atoms, '}'); }
void OperandPrinter::list(std::span<const Atom> atoms) { bracketed('[', atoms, ']'); }
void OperandPrinter::slice(Var array, std::span<const SliceDim> dims) {
  var(array);
  out += " [";
  separated(dims, [&](const SliceDim& dim) {
    out += atom_text(storage_, dim.start);
    if (dim.is_index) return;
    out += " +: " + atom_text(storage_, dim.count) + " by " + atom_text(storage_, dim.stride);
  });
  out += ']';
}
void OperandPrinter::flat(Var array, const Atom& offset, std::span<const FlatDim> dims) {
  var(array);
  out += " [" + atom_text(storage_, offset) + " +: ";
  separated(dims, [&](const FlatDim& dim) {
    out += atom_text(storage_, dim.count) + " by " + atom_text(storage_, dim.stride);
  });
  out += ']';
}
void OperandPrinter::message(std::span<const MessagePart> parts) {
  out += " (";
  separated(parts, [&](const MessagePart& part) {
    out += part.text.empty() ? atom_text(storage_, part.value) : quoted(part.text);
  });
  out += ')';
}
void OperandPrinter::numbers(std::span<const uint32_t> numbers) {
  out += " [";
  separated(numbers, [&](uint32_t number) { out += std::to_string(number); });
  out += ']';
}
void OperandPrinter::space(const Space& space) {
  out += " (";
  separated(space.levels, [&](const Level& level) {
    binder(level.index);
    out += " < " + atom_text(storage_, level.bound);
    if (level.offsets) out += " by " + var_text(storage_, level.offsets);
  });
  out += ')';
}

void OperandPrinter::through(const Atom& width, std::span<const Var> arrays) {
  atom(width);
  vars(arrays);
}

// What a hist or a scatter goes through: indices and values, or what the function makes these of.
void OperandPrinter::written(size_t index_count, std::span<const Var> arrays, const Lambda* map) {
  if (map == nullptr) {
    index_count = std::min(index_count, arrays.size());
    word("at");
    vars(arrays.first(index_count));
    arrays = arrays.subspan(index_count);
  }
  word("with");
  vars(arrays);
}

void OperandPrinter::foreign(const Foreign& call) {
  word(quoted(call.symbol));
  if (!call.lifted.empty()) {
    word("lifted");
    word(quoted(call.lifted));
  }
  if (call.use != ForeignUse::Pure) word(foreign_use_text(call.use));
  if (call.cost != 0) {
    word("cost");
    word(std::to_string(call.cost));
  }
  arguments(call.args);
  if (call.dests.empty()) return;
  word("with");
  vars(call.dests);
}

}  // namespace planish::ir
