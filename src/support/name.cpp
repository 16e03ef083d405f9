#include "support/name.h"

#include <string>

namespace planish {
namespace {

uint32_t hash_text(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325u;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<uint32_t>(h ^ (h >> 32));
}

}  // namespace

Interner::Interner() : texts_{""}, hashes_{0}, table_(4096, 0) {}

Name Interner::intern(std::string_view text) {
  if (text.empty()) return {};
  uint32_t hash = hash_text(text);
  size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    uint32_t id = table_[at];
    if (hashes_[id] == hash && texts_[id] == text) return {id};
  }
  uint32_t id = count();
  texts_.push_back(arena_.copy(text));
  hashes_.push_back(hash);
  table_[at] = id;
  if (texts_.size() * 2 > table_.size()) grow();
  return {id};
}

Name Interner::number(uint32_t n) {
  while (numbers_.size() <= n) numbers_.push_back(intern(std::to_string(numbers_.size())));
  return numbers_[n];
}

void Interner::grow() {
  std::vector<uint32_t> table(table_.size() * 2, 0);
  size_t mask = table.size() - 1;
  for (uint32_t id = 1; id < count(); id++) {
    size_t at = hashes_[id] & mask;
    while (table[at] != 0) at = (at + 1) & mask;
    table[at] = id;
  }
  table_ = std::move(table);
}

}  // namespace planish
