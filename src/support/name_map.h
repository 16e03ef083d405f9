// A map from names to small values that remembers the order of insertion. Later insertions of the
// same name replace the value.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/name.h"

namespace planish {

template <class T>
class NameMap {
 public:
  using Entry = std::pair<Name, T>;

  // The value, or T{}.
  T find(Name name) const {
    const T* found = lookup(name);
    return found != nullptr ? *found : T{};
  }
  bool contains(Name name) const { return lookup(name) != nullptr; }

  void set(Name name, T value) {
    if (const T* found = lookup(name)) {
      *const_cast<T*>(found) = value;
      return;
    }
    entries_.emplace_back(name, value);
    if (entries_.size() > kLinear) {
      if (index_.empty()) {
        for (uint32_t i = 0; i < entries_.size(); i++) index_.emplace(entries_[i].first, i);
      } else {
        index_.emplace(name, static_cast<uint32_t>(entries_.size() - 1));
      }
    }
  }

  // Takes time linear in the size of the map.
  void erase(Name name) {
    std::erase_if(entries_, [&](const Entry& e) { return e.first == name; });
    index_.clear();
    if (entries_.size() <= kLinear) return;
    for (uint32_t i = 0; i < entries_.size(); i++) index_.emplace(entries_[i].first, i);
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }

 private:
  static constexpr size_t kLinear = 12;  // below, a linear search is faster than hashing

  const T* lookup(Name name) const {
    if (!index_.empty()) {
      auto it = index_.find(name);
      return it == index_.end() ? nullptr : &entries_[it->second].second;
    }
    for (const Entry& e : entries_) {
      if (e.first == name) return &e.second;
    }
    return nullptr;
  }

  std::vector<Entry> entries_;
  std::unordered_map<Name, uint32_t> index_;
};

}  // namespace planish
