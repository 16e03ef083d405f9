// The files of the user, to be asked by the places of the IR.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "driver/session/front_end.h"
#include "ir/program.h"
#include "support/source.h"
#include "syntax/lexer.h"

namespace planish::explain {

class SourceText {
 public:
  // The session of the program has to live as long as this does.
  SourceText(CheckedSource& program, const ir::Program& core);

  struct File {
    const SourceFile* source = nullptr;
    Language language{};
    LexResult lexed;  // of NESL: words_of_nesl
  };

  // Of the file that the place is in; of the program for a place that is not the user's.
  Language language(const ir::Place& place) const;
  const SourceMap& sources() const { return sources_; }
  // Null: a file of the prelude, or none at all.
  const File* file(Name path) const;
  bool is_users(const ir::Place& place) const { return file(place.file) != nullptr; }
  // It stands there itself, and was not inlined from the prelude.
  bool is_written_by_user(ir::PlaceId id) const { return is_users(storage_.places[id.id]); }
  // The innermost place on the path of calls that stands in a file of the user. In a function of
  // the prelude that was not inlined it is the first call of it; else the place itself.
  ir::Place users_place(ir::PlaceId id) const;
  // Not valid for a place that is not the user's.
  Loc loc(const ir::Place& place) const;
  // What is called there: `f32.sum`, `++`, `loop`, `apply-to-each`. Empty for a place that is not the
  // user's.
  std::string_view name(const ir::Place& place) const;
  // Where that name stands.
  Loc head(const ir::Place& place) const;
  std::string_view text(Loc loc) const { return sources_.text(loc); }
  // The name is used or bound in this range.
  bool mentions(const ir::Place& place, std::string_view name) const;
  // What stands at the place is the value of a `let` that binds the name.
  bool is_bound_to(const ir::Place& place, std::string_view name) const;
  // "25:4", or "lib.fut:25:4" in a file that is not the program itself.
  std::string position(const ir::Place& place) const;

 private:
  void learn_calls(const ir::Program& core);
  // In the code of a function of the prelude.
  const ir::Place* call_of(const ir::Place& place) const;
  // The first token that does not stand before the offset.
  static size_t token_at(const File& file, uint32_t offset);

  const SourceMap& sources_;
  const Language language_;
  const ir::Storage& storage_;
  const SourceFile* root_ = nullptr;
  struct FunctionCall {
    ir::Place function;  // its code
    ir::Place call;
  };
  std::vector<FunctionCall> calls_;                   // of functions of the prelude
  std::unordered_map<std::string_view, File> files_;  // by path
};

}  // namespace planish::explain
