// data NAME SIZE [SIZE KIND] FOLDER: the data of a benchmark. Of most there are two files with the same elements, NAME.raw or
// NAME.txt for those that stream, and NAME.values, a binary array, for those that have it in memory.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  int64_t below(int64_t n) {
    return static_cast<int64_t>(
        (static_cast<unsigned __int128>(next()) * static_cast<uint64_t>(n)) >> 64);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

std::string folder;

class File {
 public:
  explicit File(const std::string& name) : file_(std::fopen((folder + "/" + name).c_str(), "wb")) {
    if (file_ == nullptr) {
      std::perror(name.c_str());
      std::exit(1);
    }
    std::setvbuf(file_, nullptr, _IOFBF, 1 << 20);
  }
  ~File() { std::fclose(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  template <class Item>
  void put(const std::vector<Item>& items) {
    std::fwrite(items.data(), sizeof(Item), items.size(), file_);
  }
  template <class Item>
  void put_one(const Item& item) {
    std::fwrite(&item, sizeof item, 1, file_);
  }
  void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), file_); }

  // What stands before the elements of a binary array.
  void header(const char* type, const std::vector<int64_t>& sizes) {
    const bool is_irregular = sizes.back() < 0;
    put("b");
    put_one(static_cast<char>(is_irregular ? 'r' : 2));
    put_one(static_cast<char>(sizes.size()));
    put(type);
    put(sizes);
  }

 private:
  std::FILE* file_;
};

// ---- Matrices

// How long rows are: about the same, or by a power law with few long ones. Where their entries are: near the diagonal, or anywhere.
void smvm(int64_t rows, int64_t mean, std::string_view kind) {
  Random random(1);
  const bool is_power_law = kind == "power";
  std::vector<int64_t> offsets = {0};
  for (int64_t i = 0; i < rows; i++) {
    int64_t length = 0;
    if (is_power_law)
      length = std::min<int64_t>(
          static_cast<int64_t>(static_cast<double>(mean) / 2 / (random.unit() + 1e-6)), rows / 4);
    else
      length = mean / 2 + random.below(mean + 1);
    if (length * 10 > rows * 9) length = rows * 9 / 10;
    offsets.push_back(offsets.back() + length);
  }
  std::vector<int32_t> columns;
  std::vector<double> values;
  for (int64_t i = 0; i < rows; i++) {
    const int64_t length = offsets[static_cast<size_t>(i) + 1] - offsets[static_cast<size_t>(i)];
    const int64_t reach = kind == "band" ? std::min(rows, 40 * mean) : rows;
    const int64_t first = std::max<int64_t>(0, std::min(i - reach / 2, rows - reach));
    for (int64_t j = 0; j < length; j++) {
      // In order, as matrices have them.
      columns.push_back(static_cast<int32_t>(first + (reach * j + random.below(reach)) / length));
      values.push_back(random.unit() - 0.5);
    }
  }
  for (int32_t& column : columns) column = std::min(column, static_cast<int32_t>(rows - 1));
  File matrix("matrix.values");
  matrix.header(" i32", {rows, -1});
  matrix.put(offsets);
  matrix.put(columns);
  matrix.header(" f64", {rows, -1});
  matrix.put(offsets);
  matrix.put(values);
  std::vector<double> x;
  for (int64_t i = 0; i < rows; i++) x.push_back(random.unit() - 0.5);
  File("x.raw").put(x);
  File vector("x.values");
  vector.header(" f64", {rows});
  vector.put(x);
}

// ---- Numbers

void pagerank(int64_t links, int64_t pages) {
  Random random(2);
  std::vector<int32_t> from;
  std::vector<int32_t> to;
  for (int64_t i = 0; i < links; i++) {
    // Some pages have many links.
    from.push_back(static_cast<int32_t>(random.below(pages)));
    to.push_back(static_cast<int32_t>(static_cast<double>(pages) * std::pow(random.unit(), 3)));
  }
  File raw("links.raw");
  for (size_t i = 0; i < from.size(); i++) {
    raw.put_one(from[i]);
    raw.put_one(to[i]);
  }
  File values("links.values");
  for (const std::vector<int32_t>* part : {&from, &to}) {
    values.header(" i32", {links});
    values.put(*part);
  }
}

void kmeans(int64_t points, int64_t clusters) {
  constexpr int64_t kDimensions = 16;
  Random random(3);
  std::vector<float> centres;
  for (int64_t i = 0; i < clusters * kDimensions; i++)
    centres.push_back(static_cast<float>(random.unit()));
  std::vector<float> all;
  for (int64_t i = 0; i < points; i++) {
    const int64_t cluster = random.below(clusters);
    for (int64_t d = 0; d < kDimensions; d++)
      all.push_back(centres[static_cast<size_t>(cluster * kDimensions + d)] +
                    0.3F * static_cast<float>(random.unit() - 0.5));
  }
  File("points.raw").put(all);
  File values("points.values");
  values.header(" f32", {points, kDimensions});
  values.put(all);
  // Where to begin.
  all.resize(static_cast<size_t>(clusters * kDimensions));
  File("centres.raw").put(all);
  File first("centres.values");
  first.header(" f32", {clusters, kDimensions});
  first.put(all);
}

void numbers(int64_t count) {
  Random random(4);
  std::vector<double> all;
  for (int64_t i = 0; i < count; i++) all.push_back(random.unit());
  File("numbers.raw").put(all);
  File values("numbers.values");
  values.header(" f64", {count});
  values.put(all);
}

void audio(int64_t samples) {
  Random random(5);
  std::vector<float> all;
  double phase = 0;
  for (int64_t i = 0; i < samples; i++) {
    const auto second = static_cast<double>(i) / 48000;
    phase += 0.01 + 0.15 * (1 + std::sin(second));
    all.push_back(static_cast<float>(std::sin(phase) * (0.5 + 0.5 * std::sin(7 * second)) +
                                     0.02 * (random.unit() - 0.5)));
  }
  File("sound.raw").put(all);
  File values("sound.values");
  values.header(" f32", {samples});
  values.put(all);
}

// ---- Text

void text(int64_t lines, int64_t most_words, const std::string& name) {
  Random random(6);
  std::vector<int64_t> offsets = {0};
  std::string all;
  File file(name + ".txt");
  for (int64_t i = 0; i < lines; i++) {
    const int64_t words = most_words == 1 ? 1 : random.below(most_words);
    std::string line;
    for (int64_t w = 0; w < words; w++) {
      if (w > 0) line += ' ';
      const int64_t letters = most_words == 1 ? 5 + random.below(8) : 1 + random.below(10);
      for (int64_t k = 0; k < letters; k++) line += static_cast<char>('a' + random.below(26));
    }
    file.put(line);
    file.put("\n");
    all += line;
    offsets.push_back(static_cast<int64_t>(all.size()));
  }
  File values(name + ".values");
  values.header("  u8", {lines, -1});
  values.put(offsets);
  values.put(all);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string_view name = argv[1];
  const int64_t size = std::atoll(argv[2]);
  folder = argv[argc - 1];
  if (name == "smvm" && argc == 6) smvm(size, std::atoll(argv[3]), argv[4]);
  if (name == "pagerank" && argc == 5) pagerank(size, std::atoll(argv[3]));
  if (name == "kmeans" && argc == 5) kmeans(size, std::atoll(argv[3]));
  if (name == "numbers") numbers(size);
  if (name == "audio") audio(size);
  if (name == "words") text(size, 1, "words");
  if (name == "text") text(size, 16, "text");
  return 0;
}
