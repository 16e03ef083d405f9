// What sizes and types without a name of their own are called in one message.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sema/types/context.h"

namespace planish {

class ShownNames {
 public:
  explicit ShownNames(const SemaContext& cx) : cx_(cx) {}

  // The names in a type are taken: nothing else is called by one of them.
  void take_names(const Type* type);
  // How often each type occurs that is still to be found.
  void count_metas(const Type* type);
  bool occurs_again(const MetaType* meta) { return occurrences_[meta] > 1; }

  // The letter that stands for a type that is still to be found.
  const std::string& letter(const MetaType* meta);
  // The letter that stands for a size without a name of its own.
  std::string letter(ValueSymbol* symbol);
  // Sizes that are still to be found are called as where they come from; different ones have
  // different names.
  const std::string& name_of(const SizeMeta* meta);
  std::string name_of(ValueSymbol* symbol);

  // Those given to sizes.
  const std::vector<std::pair<ValueSymbol*, std::string>>& letters() const { return letters_; }

 private:
  std::string fresh_size_letter();
  // A name that nothing else in the message has.
  template <class IsFree>
  std::string fresh(std::string_view letters, IsFree is_free);

  const SemaContext& cx_;
  std::vector<std::string> taken_;
  std::vector<std::pair<ValueSymbol*, std::string>> letters_;
  std::vector<std::pair<const SizeMeta*, std::string>> meta_names_;
  std::vector<std::pair<const MetaType*, std::string>> type_letters_;
  std::unordered_map<const MetaType*, int> occurrences_;
};

}  // namespace planish
