#include "lower/shared_passes.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ir/deeds.h"
#include "ir/walk.h"
#include "lower/closure.h"

namespace planish::lower {
namespace {

// ---- Are two sequences the same?

bool is_same(const AtomTree* a, const AtomTree* b);

bool are_same(std::span<const AtomTree* const> as, std::span<const AtomTree* const> bs) {
  return std::ranges::equal(as, bs, is_same);
}

bool is_same_function(const Closure& a, const Closure& b) {
  return a.kind == b.kind && a.code == b.code &&
         (a.kind == CodeKind::Intrinsic || a.scope == b.scope) && are_same(a.args, b.args);
}

bool is_same(const AtomTree* a, const AtomTree* b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  if (a->kind == TreeKind::Leaf) return a->atom == b->atom;
  if (a->kind == TreeKind::Function) return is_same_function(closure_of(a), closure_of(b));
  return std::ranges::equal(a->names, b->names) && are_same(a->parts, b->parts);
}

// ---- What may be moved

std::vector<Var> uses_of(const ir::Storage& storage, const ir::Stm& stm) {
  const ir::Body alone{{&stm, 1}, {}};
  return ir::free_variables(storage, &alone);
}

// ---- Two loops as one

// The chunk of the first loop in the place of that of the second. None: they are not of one form.
std::optional<ir::Substitution> chunk_for(const ir::Storage& storage, const PassNode& first,
                                          const PassNode& second) {
  ir::Substitution by;
  const auto put = [&](const Atom& to, const Atom& from) {
    if (!from.is_const()) by[from.var] = to;
    return !from.is_const() || from == to;
  };
  if (!put(first.count, second.count) || !put(first.is_last, second.is_last)) return std::nullopt;
  const std::vector<Atom> to = flatten(first.elements);
  const std::vector<Atom> from = flatten(second.elements);
  if (to.size() != from.size()) return std::nullopt;
  for (size_t i = 0; i < to.size(); i++) {
    if (!put(to[i], from[i])) return std::nullopt;
    const ir::Type* to_type = storage.type(to[i]);
    const ir::Type* from_type = storage.type(from[i]);
    if (to_type->elem != from_type->elem || to_type->rank() != from_type->rank())
      return std::nullopt;
    for (size_t d = 0; d < to_type->rank(); d++) {
      if (to_type->dims[d].is_varying() != from_type->dims[d].is_varying()) return std::nullopt;
      if (from_type->dims[d].kind == ir::DimKind::Var)
        by[from_type->dims[d].var] = Builder::atom(to_type->dims[d]);
    }
  }
  return by;
}

class Join {
 public:
  Join(ir::Storage& storage, Builder& builder, const ir::Stm& first, const ir::Stm& second)
      : storage_(storage),
        builder_(builder),
        first_(first),
        second_(second),
        loop_(*ir::as<ir::Loop>(first.op)),
        other_(*ir::as<ir::Loop>(second.op)) {}

  // The second loop takes chunks of `theirs` where the first one has those of `ours`. False: it
  // cannot.
  bool can(const PassNode& ours, const PassNode& theirs) {
    std::optional<ir::Substitution> by = chunk_for(storage_, ours, theirs);
    if (!by) return false;
    kept_ = theirs.first_param;
    std::vector<ir::Stm> stms;
    for (const ir::Stm& stm : other_.body->stms) {
      const uint32_t var = stm.pattern.empty() ? 0 : stm.pattern[0].id;
      if (var < theirs.first_var || var >= theirs.end_var) stms.push_back(stm);
    }
    std::vector<Atom> results(other_.body->results.begin(),
                              other_.body->results.begin() + static_cast<ptrdiff_t>(kept_));
    results.push_back(other_.body->results.back());
    const ir::Body rest{builder_.list(stms), builder_.list(results)};
    old_ = storage_.arena.make<ir::Body>(rest);
    new_ = ir::substitute(storage_, old_, *by);
    return std::ranges::none_of(ir::free_variables(storage_, new_), [&](Var var) {
      return (var.id >= theirs.first_var && var.id < theirs.end_var) || is_dropped_param(var);
    });
  }

  // What the second loop has to bring with it, as a statement. What it takes of the first one is
  // bound in that.
  ir::Stm part_of_second() {
    ir::Loop loop = other_;
    loop.params = other_.params.first(kept_);
    loop.body = new_;
    ir::Stm made = second_;
    made.pattern = second_.pattern.first(kept_);
    made.op = builder_.make(loop);
    return made;
  }

  ir::Stm joined() {
    ir::Loop loop = loop_;
    builder_.begin();
    for (const ir::Stm& stm : loop_.body->stms) builder_.add(stm);
    for (const ir::Stm& stm : new_->stms) builder_.add(stm);
    std::vector<Atom> results = spliced(loop_.body->results, new_->results);
    const Atom other_more = new_->results.back();
    if (!(results.back() == other_more)) {
      builder_.place = first_.place;
      results.back() = builder_.binary(ir::BinaryOp::Or, results.back(), other_more);
    }
    loop.body = builder_.end(results);
    loop.params = builder_.list(spliced(loop_.params, other_.params));
    ir::Stm made = first_;
    made.pattern = builder_.list(spliced(first_.pattern, second_.pattern));
    made.op = builder_.make(loop);
    return made;
  }

  // A node of the second loop, as it is in the joined one.
  PassNode moved(PassNode node, TreeMaker& trees) {
    std::unordered_map<Var, Var> now;
    for (size_t i = 0; i < old_->stms.size(); i++) {
      for (size_t k = 0; k < old_->stms[i].pattern.size(); k++)
        now[old_->stms[i].pattern[k]] = new_->stms[i].pattern[k];
    }
    const auto renamed = [&](Atom atom) -> Atom {
      const auto found = atom.is_const() ? now.end() : now.find(atom.var);
      return found == now.end() ? atom : Atom(found->second);
    };
    node.count = renamed(node.count);
    node.is_last = renamed(node.is_last);
    node.elements = trees.map_leaves(node.elements, renamed);
    return node;
  }

 private:
  bool is_dropped_param(Var var) const {
    for (size_t i = kept_; i < other_.params.size(); i++) {
      if (other_.params[i].param.var == var) return true;
    }
    return false;
  }
  // The first ones but the last, then those that the second loop keeps, and the last of the first.
  template <class T>
  std::vector<T> spliced(std::span<const T> first, std::span<const T> second) const {
    std::vector<T> out(first.begin(), first.end() - 1);
    out.insert(out.end(), second.begin(), second.begin() + static_cast<ptrdiff_t>(kept_));
    out.push_back(first.back());
    return out;
  }

  ir::Storage& storage_;
  Builder& builder_;
  const ir::Stm first_;
  const ir::Stm second_;
  const ir::Loop& loop_;
  const ir::Loop& other_;
  size_t kept_ = 0;  // parameters of the second loop
  const ir::Body* old_ = nullptr;
  const ir::Body* new_ = nullptr;
};

}  // namespace

// Goes through bodies from the outside to the inside: loops are known until what is in them changes.
class JoinedBodies : public ir::Rebuild {
 public:
  JoinedBodies(SharedPasses& passes, TreeMaker& trees, const ir::Program& program)
      : ir::Rebuild(passes.storage_), passes_(passes), trees_(trees), program_(program) {}

  const ir::Body* body(const ir::Body* body) override {
    std::vector<ir::Stm> stms(body->stms.begin(), body->stms.end());
    bool changed = false;
    for (size_t j = 0; j < stms.size();) {
      if (is_joined(stms, j))
        changed = true;
      else
        j++;
    }
    if (changed) {
      const ir::Body joined{passes_.builder_.list(stms), body->results};
      body = storage_.arena.make<ir::Body>(joined);
    }
    return body_children(body);
  }

 private:
  const std::vector<PassNode>* nodes(const ir::Stm& stm) const {
    const auto found = passes_.passes_.find(stm.op);
    return found == passes_.passes_.end() ? nullptr : &found->second;
  }

  // Statement number j, if it is a pass, becomes a part of an earlier one.
  bool is_joined(std::vector<ir::Stm>& stms, size_t j) {
    if (nodes(stms[j]) == nullptr) return false;
    for (size_t i = 0; i < j; i++) {
      if (nodes(stms[i]) != nullptr && join(stms, i, j)) return true;
    }
    return false;
  }

  bool join(std::vector<ir::Stm>& stms, size_t i, size_t j) {
    const std::vector<PassNode>& ours = *nodes(stms[i]);
    const std::vector<PassNode>& theirs = *nodes(stms[j]);
    for (size_t k = 0; k < theirs.size(); k++) {
      const auto same = std::ranges::find_if(
          ours, [&](const PassNode& node) { return is_same(node.sequence, theirs[k].sequence); });
      if (same == ours.end()) continue;
      Join join(storage_, passes_.builder_, stms[i], stms[j]);
      if (!join.can(*same, theirs[k])) return false;
      std::vector<ir::Stm> before;
      std::vector<ir::Stm> after;
      if (!splits(stms, i, j, join.part_of_second(), before, after)) return false;
      std::vector<PassNode> all = ours;
      for (size_t l = 0; l < k; l++) all.push_back(join.moved(theirs[l], trees_));
      const ir::Stm made = join.joined();
      passes_.passes_[made.op] = std::move(all);
      before.push_back(made);
      before.insert(before.end(), after.begin(), after.end());
      std::ranges::copy(before, stms.begin() + static_cast<ptrdiff_t>(i));
      stms.erase(stms.begin() + static_cast<ptrdiff_t>(j));
      return true;
    }
    return false;
  }

  // The statements between i and j that `wanted` needs, and the others. False: it cannot stand at i.
  bool splits(const std::vector<ir::Stm>& stms, size_t i, size_t j, const ir::Stm& wanted,
              std::vector<ir::Stm>& before, std::vector<ir::Stm>& after) const {
    const std::vector<Var> first = uses_of(storage_, wanted);
    std::unordered_set<Var> needed(first.begin(), first.end());
    for (size_t k = j; k-- > i;) {
      const bool is_needed =
          std::ranges::any_of(stms[k].pattern, [&](Var var) { return needed.contains(var); });
      if (is_needed && k == i) return false;
      if (k == i) break;
      (is_needed ? before : after).push_back(stms[k]);
      if (!is_needed) continue;
      for (Var var : uses_of(storage_, stms[k])) needed.insert(var);
    }
    std::ranges::reverse(before);
    std::ranges::reverse(after);
    ir::Deeds deeds(program_);
    for (const ir::Stm& stm : before) deeds.add(stm);
    if (deeds.are_seen()) return false;
    deeds.add(wanted);
    return deeds.consumed().empty();
  }

  SharedPasses& passes_;
  TreeMaker& trees_;
  const ir::Program& program_;
};

const ir::Function* SharedPasses::join(const ir::Program& program, TreeMaker& trees,
                                       const ir::Function* fn) {
  return JoinedBodies(*this, trees, program).function_children(fn);
}

}  // namespace planish::lower
