// Writes a C++ file that holds the text of prelude files:  planish_embed OUTPUT.cpp FILE.fut...
// Each file becomes one entry of planish::embedded_prelude(), in the order of the arguments.

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
  if (argc < 2) {
    std::cerr << "usage: planish_embed OUTPUT.cpp FILE.fut...\n";
    return 2;
  }
  std::ofstream out(argv[1], std::ios::binary);
  out << "// Generated from prelude/; do not edit.\n"
         "#include \"sema/embedded_prelude.h\"\n\n"
         "namespace planish {\nnamespace {\n\n";
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in.good() && !in.eof()) {
      std::cerr << "planish_embed: cannot read " << argv[i] << '\n';
      return 1;
    }
    out << "constexpr char kText" << i - 2 << "[] =\n";
    write_literal(out, text);
    out << "    ;\n\n";
  }
  if (argc > 2) {
    out << "constexpr EmbeddedFile kFiles[] = {\n";
    for (int i = 2; i < argc; ++i) {
      const std::string stem = std::filesystem::path(argv[i]).stem().string();
      out << "    {\"/prelude/" << stem << "\", {kText" << i - 2 << ", sizeof kText" << i - 2
          << " - 1}},\n";
    }
    out << "};\n\n";
  }
  out << "}  // namespace\n\n"
         "std::span<const EmbeddedFile> embedded_prelude() { return "
      << (argc > 2 ? "kFiles" : "{}") << "; }\n\n}  // namespace planish\n";
  out.close();
  if (!out) {
    std::cerr << "planish_embed: cannot write " << argv[1] << '\n';
    return 1;
  }
  return 0;
}
