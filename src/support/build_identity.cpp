#include "support/build_identity.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdint>
#include <cstring>

namespace planish {
namespace {

// The name, padded to a multiple of 4, follows the header; then the content.
std::string build_id_of(const char* notes, size_t size) {
  constexpr size_t kAlignment = 4;
  const auto padded = [](size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  };
  for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof note);
    const char* name = notes + at + sizeof note;
    const char* content = name + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && std::strcmp(name, ELF_NOTE_GNU) == 0) {
      std::string text;
      for (size_t i = 0; i < note.n_descsz; i++)
        text += fmt::format("{:02x}", static_cast<unsigned char>(content[i]));
      return text;
    }
    at += sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
  }
  return "";
}

struct Search {
  uintptr_t address;  // somewhere in the object that is looked for
  std::string build_id;
};

int visit_object(dl_phdr_info* object, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  bool contains = false;
  std::string build_id;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const uintptr_t start = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && search.address >= start &&
        search.address < start + segment.p_memsz)
      contains = true;
    if (segment.p_type == PT_NOTE && build_id.empty())
      build_id = build_id_of(reinterpret_cast<const char*>(start), segment.p_memsz);
  }
  if (contains) search.build_id = build_id;
  return contains ? 1 : 0;
}

}  // namespace

std::string build_identity() {
  Search search{reinterpret_cast<uintptr_t>(&build_identity), ""};
  dl_iterate_phdr(visit_object, &search);
  return search.build_id;
}

}  // namespace planish
