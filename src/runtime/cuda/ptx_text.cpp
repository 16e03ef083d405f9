#include "runtime/cuda/ptx_text.h"

#include <algorithm>

namespace planish::cuda {
namespace {

constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$%";

// The name of the function that begins with this line; empty: none does.
std::string_view function_name(std::string_view line, bool& is_kernel) {
  constexpr std::string_view kKernel = ".visible .entry ";
  constexpr std::string_view kFunction = ".func ";
  is_kernel = line.starts_with(kKernel);
  if (!is_kernel && !line.starts_with(kFunction)) return {};
  line.remove_prefix(is_kernel ? kKernel.size() : kFunction.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  // A result comes first.
  if (line.starts_with('(')) line.remove_prefix(std::min(line.find(')') + 1, line.size()));
  while (line.starts_with(' ')) line.remove_prefix(1);
  return line.substr(0, line.find_first_not_of(kNameCharacters));
}

bool names(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const auto is_part = [&](char c) { return kNameCharacters.find(c) != std::string_view::npos; };
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end])))
      return true;
  }
  return false;
}

}  // namespace

PtxText::PtxText(std::string_view text) {
  size_t begin = 0;  // of the part at hand
  Part part;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, end - at);
    bool is_kernel = false;
    if (const std::string_view name = function_name(line, is_kernel); !name.empty()) {
      if (at > begin) parts_.push_back({{}, text.substr(begin, at - begin)});
      part = {name, {}, is_kernel};
      begin = at;
    }
    // A function without a body is told of before it comes: a part of its own, under the same name.
    // The driver wants a body for all that it is told of, so it goes where the function goes.
    const bool is_over = line.starts_with('}') || line.starts_with(';');
    if (is_over && !part.name.empty()) {
      part.text = text.substr(begin, end - begin);
      parts_.push_back(part);
      if (part.is_kernel) kernel_count_++;
      part = {};
      begin = end;
    }
    at = end;
  }
  if (begin < text.size()) parts_.push_back({{}, text.substr(begin)});
}

std::string PtxText::only(std::string_view kernel) const {
  std::vector<const Part*> needed;
  for (const Part& part : parts_) {
    if (part.is_kernel && part.name == kernel) needed.push_back(&part);
  }
  if (needed.empty()) return {};
  for (size_t k = 0; k < needed.size(); k++) {
    for (const Part& part : parts_) {
      if (part.name.empty() || part.is_kernel || std::ranges::count(needed, &part) > 0) continue;
      if (names(needed[k]->text, part.name)) needed.push_back(&part);
    }
  }
  std::string out;
  for (const Part& part : parts_) {
    if (part.name.empty() || std::ranges::count(needed, &part) > 0) out += part.text;
  }
  return out;
}

}  // namespace planish::cuda
