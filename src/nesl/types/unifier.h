// Types that are still to be found: metavariables with classes, and unification.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "nesl/types/type.h"
#include "nesl/types/type_table.h"

namespace planish::nesl {

// Why two types are not one.
enum class Clash : uint8_t {
  None,
  Different,  // `left` and `right`
  Class,  // `right` is not in `type_class`; or, if it is null, two classes have nothing in common
  Site,   // different functions: `left` and `right` are their sites
  Infinite,  // a type would have to contain itself
  TooLarge,
};
struct Mismatch {
  Clash clash = Clash::None;
  const Type* left = nullptr;
  const Type* right = nullptr;
  TypeClass type_class = TypeClass::Any;

  explicit operator bool() const { return clash != Clash::None; }
};

// The class of the type alone; Any for vectors, pairs, datatypes and functions.
TypeClass class_of(TypeKind kind);

class Unifier {
 public:
  explicit Unifier(TypeTable& table) : table_(table) {}

  const Type* fresh(TypeClass type_class = TypeClass::Any);
  const Type* fresh_site();
  // With what is known about metavariables at the top.
  const Type* prune(const Type* type) const;
  // Of a metavariable that prune gave.
  TypeClass class_of_meta(const Type* meta) const { return metas_[meta->number].type_class; }
  // Makes both one, or says why that cannot be. Errors agree with everything.
  Mismatch unify(const Type* left, const Type* right);

  const Type* vector(const Type* element);
  const Type* pair(const Type* first, const Type* second);
  const Type* data(const Datatype* datatype, std::span<const Type* const> args);
  const Type* function(const Type* argument, const Type* result, const Type* site);
  const Type* site(const Definition* definition, std::span<const Type* const> args);

  // New metavariables for parameters, and a type with them in their place.
  std::span<const Type* const> fresh_args(std::span<const TypeParam> params);
  const Type* instantiate(const Type* type, std::span<const Type* const> args);

  // ---- At the end of a form. Note [Closing types]
  // Makes parameters of the metavariables in the type, in the order in which they occur, after those
  // made before.
  void generalise(const Type* type);
  std::span<const TypeParam> params();
  std::span<const Type* const> param_types();
  // Sites of this definition, and those of closures without one, get the parameters.
  void close_sites_of(const Definition* provisional, const Definition* final);
  // The type from the table that the type stands for.
  const Type* close(const Type* type);
  std::span<const Type* const> close(std::span<const Type* const> types);

  TypeTable& table() { return table_; }

 private:
  static constexpr uint32_t kNoParam = UINT32_MAX;
  struct Meta {
    const Type* type = nullptr;
    const Type* solution = nullptr;
    TypeClass type_class = TypeClass::Any;
    bool is_site = false;
    uint32_t param = kNoParam;
    uint32_t seen = 0;
  };

  const Type* open(const Type& type);
  Mismatch bind(const Type* meta, const Type* type);
  Mismatch bind_metas(const Type* left, const Type* right);
  Mismatch unify_all(std::span<const Type* const> left, std::span<const Type* const> right);
  const Type* base(TypeClass single) const;
  const Type* default_type(TypeClass type_class) const;
  // Looks for the metavariable, and adds up parts; each shared part is looked at once.
  bool occurs(const Type* meta, const Type* type, uint32_t& size);
  const Type* close_open(const Type* type);

  TypeTable& table_;
  std::vector<Meta> metas_;
  std::vector<TypeParam> params_;
  std::vector<const Type*> param_metas_;
  const Definition* provisional_ = nullptr;
  const Definition* final_ = nullptr;
  std::span<const Type* const> owner_params_;
  std::unordered_map<const Type*, const Type*> closed_;
  std::unordered_map<const Type*, uint32_t> sizes_;  // while one `occurs` walks
};

}  // namespace planish::nesl
