// Writes a C++ file that holds the text of other files:
//   planish_embed OUTPUT.cpp HEADER FUNCTION PREFIX FILE...
// FUNCTION, declared in HEADER, gives back one EmbeddedFile for each FILE, in this order; the path of
// dir/name.ext is PREFIX followed by name.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

// Text as ordinary string literals, one per line of the source. Every byte outside of printable ASCII is a
// three-digit octal escape, which no following character can extend.
void write_literal(std::ostream& out, const std::string& text) {
  std::size_t start = 0;
  while (start < text.size()) {
    // Long lines are cut, because compilers promise only 65,536 characters for one literal token.
    const std::size_t newline = text.find('\n', start);
    std::size_t end = newline == std::string::npos ? text.size() : newline + 1;
    end = std::min(end, start + 4096);
    out << "    \"";
    for (; start < end; ++start) {
      const char c = text[start];
      if (c == '"' || c == '\\') {
        out << '\\' << c;
      } else if (c == '\n') {
        out << "\\n";
      } else if (c >= ' ' && c <= '~' && c != '?') {
        out << c;
      } else {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\%03o",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        out << escape;
      }
    }
    out << "\"\n";
  }
  if (text.empty()) out << "    \"\"\n";
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kFirstFile = 5;
  if (argc < kFirstFile) {
    std::cerr << "usage: planish_embed OUTPUT.cpp HEADER FUNCTION PREFIX FILE...\n";
    return 2;
  }
  const std::string output = argv[1];
  const std::string header = argv[2];
  const std::string function = argv[3];
  const std::string prefix = argv[4];

  std::ofstream out(output, std::ios::binary);
  out << "// Generated; do not edit.\n#include \"" << header << "\"\n\nnamespace planish {\n";
  if (argc > kFirstFile) out << "namespace {\n\n";
  for (int i = kFirstFile; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    if (!in) {
      std::cerr << "planish_embed: cannot read " << argv[i] << '\n';
      return 1;
    }
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    out << "constexpr char kText" << i << "[] =\n";
    write_literal(out, text);
    out << "    ;\n\n";
  }
  if (argc > kFirstFile) {
    out << "constexpr EmbeddedFile kFiles[] = {\n";
    for (int i = kFirstFile; i < argc; ++i) {
      const std::string stem = std::filesystem::path(argv[i]).stem().string();
      out << "    {\"" << prefix << stem << "\", {kText" << i << ", sizeof kText" << i
          << " - 1}},\n";
    }
    out << "};\n\n}  // namespace\n";
  }
  out << "\nstd::span<const EmbeddedFile> " << function << "() { return "
      << (argc > kFirstFile ? "kFiles" : "{}") << "; }\n\n}  // namespace planish\n";
  out.close();
  if (!out) {
    std::cerr << "planish_embed: cannot write " << output << '\n';
    return 1;
  }
  return 0;
}
