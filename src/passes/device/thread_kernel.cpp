#include "passes/device/thread_kernel.h"

#include <algorithm>
#include <unordered_map>

#include "ir/alias.h"
#include "ir/facts.h"

namespace planish::passes {

using namespace ir;

namespace {

class ThreadKernel {
 public:
  ThreadKernel(Builder& builder, std::span<const Stm> stms, const std::unordered_set<Var>& used)
      : builder_(builder), storage_(builder.storage()), stms_(stms), wanted_(used) {
    for (const Stm& stm : stms) bound_.insert(stm.pattern.begin(), stm.pattern.end());
  }

  std::vector<Var> add() {
    find_results();
    for (size_t i = 0; i < stms_.size(); i++) {
      if (again_[i]) continue;
      for (Var var : stms_[i].pattern) sort(stms_[i], var);
    }
    add_kernel();
    for (size_t i = 0; i < stms_.size(); i++) {
      builder_.place = stms_[i].place;
      if (again_[i]) {
        builder_.add(stms_[i]);
      } else {
        for (Var var : stms_[i].pattern) take_out(var);
      }
    }
    return std::move(certificates_);
  }

 private:
  // Rows of one length, which is bound inside.
  struct Group {
    Var total;                               // outside
    Atom length;                             // inside
    std::vector<std::pair<Var, Atom>> rows;  // outside, inside
  };

  // ---- What leaves the kernel

  void find_results() {
    again_.resize(stms_.size());
    for (size_t i = stms_.size(); i-- > 0;) {
      const Stm& stm = stms_[i];
      if (std::ranges::none_of(stm.pattern, [&](Var var) { return wanted_.contains(var); }))
        continue;
      for (Var var : stm.pattern) {
        if (!wanted_.contains(var)) continue;
        for_each_var_in(storage_.type(var), [&](Var size) { wanted_.insert(size); });
      }
      again_[i] = viewed(stm.op).has_value() && storage_.type(stm.pattern[0])->is_array() &&
                  facts(stm.op).effect == Effect::None && stm.op->kind != Kind::Reshape;
      if (!again_[i]) continue;
      for_each_var_use(stm.op, [&](Var var) { wanted_.insert(var); });
    }
  }

  bool is_inside(const Dim& dim) const {
    return dim.kind == DimKind::Var && bound_.contains(dim.var);
  }

  void sort(const Stm& stm, Var var) {
    if (stm.op->kind == Kind::Check) {
      certificates_.push_back(var);
      return;
    }
    if (!wanted_.contains(var)) return;
    const Type* type = storage_.type(var);
    if (std::ranges::none_of(type->dims, [&](const Dim& dim) { return is_inside(dim); })) {
      elements_.push_back(var);
    } else if (is_inside(type->dims[0]) &&
               std::ranges::none_of(type->dims.subspan(1),
                                    [&](const Dim& dim) { return is_inside(dim); })) {
      const Var size = type->dims[0].var;
      auto [it, is_new] = group_of_.try_emplace(size, groups_.size());
      if (is_new) groups_.push_back({size, Atom(size), {}});
      groups_[it->second].rows.emplace_back(var, Atom(var));
    } else {
      flattened_.push_back(var);
    }
  }

  // ---- The kernel

  const Type* i64() { return builder_.types().scalar(Prim::I64); }
  const Type* one_of(const Type* type) {
    const Dim one = Dim::constant(1);
    return builder_.types().with_outer({&one, 1}, type);
  }

  void add_kernel() {
    // A size that rows have in all needs no element of its own.
    std::erase_if(elements_, [&](Var var) { return group_of_.contains(var); });
    builder_.begin();
    for (const Stm& stm : stms_) builder_.add(stm);
    for (Var var : flattened_) flatten(var);
    std::vector<Atom> results;
    for (const Group& group : groups_) results.push_back(group.length);
    for (const Group& group : groups_) {
      for (const auto& [outside, inside] : group.rows) results.push_back(inside);
    }
    results.insert(results.end(), elements_.begin(), elements_.end());
    const Body* body = clone_body(storage_, builder_.end(results));

    std::vector<Var> pattern;
    for (const Group& group : groups_) pattern.push_back(group.total);
    for (size_t i = 0; i < groups_.size(); i++)
      pattern.push_back(builder_.new_var("lengths", one_of(i64())));
    for (const Group& group : groups_) {
      for (const auto& [outside, inside] : group.rows) pattern.push_back(outside);
    }
    for (Var var : elements_) {
      Var array = storage_.new_var(storage_.vars[var.id].name, one_of(storage_.type(var)));
      array_of_.emplace(var, array);
      pattern.push_back(array);
    }
    builder_.place = stms_.front().place;
    const Level level{builder_.new_var("t", i64()), Atom::i64(1), {}};
    const Space space{builder_.list<Level>({level})};
    if (groups_.empty()) {
      builder_.add(pattern, builder_.make(SegMap{{}, space, body}));
      return;
    }
    std::vector<uint32_t> counts;
    for (const Group& group : groups_) counts.push_back(static_cast<uint32_t>(group.rows.size()));
    builder_.add(pattern, builder_.make(SegFlatMap{{}, space, builder_.list(counts), body}));
  }

  void flatten(Var var) {
    const Type* type = storage_.type(var);
    Atom length = Builder::atom(type->dims[0]);
    for (const Dim& dim : type->dims.subspan(1))
      length = builder_.binary(BinaryOp::Mul, length, Builder::atom(dim), "length");
    const Dim inside = Builder::dim(length);
    Var row = builder_.let("row", builder_.types().array(type->elem, {&inside, 1}),
                           builder_.make(Reshape{{}, var, builder_.list<Atom>({length})}));
    Var total = builder_.new_var("total", i64());
    const Dim outside = Dim::variable(total);
    Var rows = builder_.new_var("rows", builder_.types().array(type->elem, {&outside, 1}));
    row_of_.emplace(var, rows);
    groups_.push_back({total, length, {{rows, Atom(row)}}});
  }

  // ---- After it

  void take_out(Var var) {
    if (const auto array = array_of_.find(var); array != array_of_.end()) {
      const Op* element =
          builder_.make(Index{{}, array->second, builder_.list<Atom>({Atom::i64(0)})});
      builder_.add({&var, 1}, element);
    } else if (const auto row = row_of_.find(var); row != row_of_.end()) {
      std::vector<Atom> dims;
      for (const Dim& dim : storage_.type(var)->dims) dims.push_back(Builder::atom(dim));
      builder_.add({&var, 1}, builder_.make(Reshape{{}, row->second, builder_.list(dims)}));
    }
  }

  Builder& builder_;
  Storage& storage_;
  std::span<const Stm> stms_;
  std::unordered_set<Var> wanted_;
  std::unordered_set<Var> bound_;
  std::vector<bool> again_;  // by statement: it is made again after the kernel
  std::vector<Var> certificates_;
  std::vector<Var> elements_;
  std::vector<Var> flattened_;
  std::vector<Group> groups_;
  std::unordered_map<Var, size_t> group_of_;  // by size
  std::unordered_map<Var, Var> array_of_;     // of one element
  std::unordered_map<Var, Var> row_of_;       // of what was flattened
};

}  // namespace

std::vector<Var> add_thread_kernel(Builder& builder, std::span<const Stm> stms,
                                   const std::unordered_set<Var>& used) {
  return ThreadKernel(builder, stms, used).add();
}

}  // namespace planish::passes
