// Machine code of operators that give rows of different lengths, or fewer elements than there are
// points.
#include <random>

#include "flat_programs.h"

namespace planish {
namespace {

std::vector<int64_t> random_numbers(size_t count, int64_t below, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int64_t> some(0, below - 1);
  std::vector<int64_t> numbers(count);
  for (int64_t& number : numbers) number = some(random);
  return numbers;
}

// ---- flat_map

TEST(FlatRows, FlatMapInHostCode) {
  FlatProgram program(R"(flat
entry "f" ("ns": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1, "[]i64" from 2 count 1, "[]i64" from 3 count 1)
fn f(n_1: i64, ns_2: [n_1]i64) -> (k_3: i64, ls_4: [n_1]i64, rows_5: [k_3]i64, es_6: [n_1]i64) {
  let (k_7: i64, ls_8: [n_1]i64, rows_9: [k_7]i64, es_10: [n_1]i64) = flat_map n_1 [1] (ns_2) \(m_11: i64) {
    let row_12: [m_11]i64 = iota m_11 from m_11 by 1
    let e_13: i64 = mul m_11 2
    in m_11, row_12, e_13
  }
  in k_7, ls_8, rows_9, es_10
}
)");
  EXPECT_EQ(program.run("[2i64, 0i64, 3i64]"),
            "[2i64, 0i64, 3i64] [2i64, 3i64, 3i64, 4i64, 5i64] [4i64, 0i64, 6i64]");
  EXPECT_EQ(program.run("empty([0]i64)"), "empty([0]i64) empty([0]i64) empty([0]i64)");
  program.run(list_text(random_numbers(700, 50, 1)));
}

// The rows of one group are made in place, by a filter, and as pairs; those of the other by a
// branch.
constexpr std::string_view kGroups = R"(flat
entry "f" ("ns": "[]i64" from 1 count 1) -> ("[]i64" from 2 count 1, "[]i64" from 3 count 1, "[]i64" from 4 count 1, "[][2]i64" from 5 count 1, "[]i64" from 6 count 1, "[][3]i64" from 7 count 1)
fn f(n_1: i64, ns_2: [n_1]i64) -> (k_3: i64, j_4: i64, ls_5: [n_1]i64, js_6: [n_1]i64, as_7: [k_3]i64, bs_8: [k_3][2]i64, cs_9: [j_4]i64, es_10: [n_1][3]i64) {
  let (k_11: i64, j_12: i64, ls_13: [n_1]i64, js_14: [n_1]i64, as_15: [k_11]i64, bs_16: [k_11][2]i64, cs_17: [j_12]i64, es_18: [n_1][3]i64) = segflatmap (i_19: i64 < n_1) [2, 1] {
    let m_20: i64 = index ns_2 [i_19]
    let all_21: [m_20]i64 = iota m_20 from i_19 by 3
    let (k_22: i64, odd_23: [k_22]i64) = filter m_20 (all_21) \(x_24: i64) {
      let bit_25: i64 = and x_24 1
      let is_26: bool = eq bit_25 1
      in is_26
    }
    let pairs_27: [k_22][2]i64 = map k_22 (odd_23) \(x_28: i64) {
      let y_29: i64 = neg x_28
      let pair_30: [2]i64 = array [x_28, y_29]
      in pair_30
    }
    let few_31: bool = lt m_20 4
    let (j_32: i64, row_33: [j_32]i64) = if few_31 {
      let more_34: i64 = add m_20 1
      let row_35: [more_34]i64 = replicate [more_34] m_20
      in more_34, row_35
    } else {
      in k_22, odd_23
    }
    let triple_36: [3]i64 = array [i_19, m_20, k_22]
    in k_22, j_32, odd_23, pairs_27, row_33, triple_36
  }
  in k_11, j_12, ls_13, js_14, as_15, bs_16, cs_17, es_18
}
)";

TEST(FlatRows, SegFlatMapOfSeveralGroups) {
  FlatProgram program(kGroups);
  EXPECT_EQ(program.run("[2i64, 0i64, 5i64]"),
            "[1i64, 0i64, 2i64] [3i64, 1i64, 2i64] [3i64, 5i64, 11i64] "
            "[[3i64, -3i64], [5i64, -5i64], [11i64, -11i64]] "
            "[2i64, 2i64, 2i64, 0i64, 5i64, 11i64] "
            "[[0i64, 2i64, 1i64], [1i64, 0i64, 0i64], [2i64, 5i64, 2i64]]");
  program.run("empty([0]i64)");
  program.run(list_text(std::vector<int64_t>(100)));
  program.run(list_text(random_numbers(3000, 30, 2)));
  std::vector<int64_t> one_large(200, 1);
  one_large[77] = 20'000;
  program.run(list_text(one_large));
}

TEST(FlatRows, FlatMapInsideOfOthersAndOverSeveralLevels) {
  FlatProgram program(R"(flat
entry "f" ("n": "i64" from 0 count 1, "m": "i64" from 1 count 1) -> ("[][]i64" from 1 count 1, "[]i64" from 2 count 1)
fn f(n_1: i64, m_2: i64) -> (k_3: i64, ls_4: [n_1][m_2]i64, rows_5: [k_3]i64) {
  let (k_6: i64, ls_7: [n_1][m_2]i64, rows_8: [k_6]i64) = segflatmap (i_9: i64 < n_1, j_10: i64 < m_2) [1] {
    let is_11: [i_9]i64 = iota i_9 from 0 by 1
    let (k_12: i64, ls_13: [i_9]i64, rows_14: [k_12]i64) = flat_map i_9 [1] (is_11) \(w_15: i64) {
      let some_16: [w_15]i64 = replicate [w_15] j_10
      in w_15, some_16
    }
    let all_17: [k_12]i64 = scan k_12 (rows_14) {0} \(a_18: i64, b_19: i64) {
      let c_20: i64 = add a_18 b_19
      in c_20
    }
    in k_12, all_17
  }
  in k_6, ls_7, rows_8
}
)");
  EXPECT_EQ(program.run("3i64 2i64"), "[[0i64, 0i64], [0i64, 0i64], [1i64, 1i64]] [0i64, 1i64]");
  program.run("0i64 5i64");
  program.run("30i64 7i64");
}

TEST(FlatRows, AFailureInTheMiddleLeavesNothing) {
  FlatProgram program(R"(flat
entry "f" ("ns": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1)
fn f(n_1: i64, ns_2: [n_1]i64) -> (k_3: i64, rows_4: [k_3]i64) {
  let (k_5: i64, ls_6: [n_1]i64, rows_7: [k_5]i64) = segflatmap (i_8: i64 < n_1) [1] {
    let m_9: i64 = index ns_2 [i_8]
    let ms_10: [m_9]i64 = iota m_9 from 0 by 1
    let (k_11: i64, ls_12: [m_9]i64, rows_13: [k_11]i64) = flat_map m_9 [1] (ms_10) \(w_14: i64) {
      let some_15: [w_14]i64 = replicate [w_14] w_14
      let fine_16: bool = lt w_14 40
      let sure_17: unit = check assert fine_16 ("too many: ", w_14)
      in w_14, some_15
    }
    in k_11, rows_13
  }
  in k_5, rows_7
}
)");
  std::vector<int64_t> numbers = random_numbers(500, 40, 3);
  program.run(list_text(numbers));
  numbers[311] = 41;
  EXPECT_EQ(program.run(list_text(numbers)), "failure: too many: 40");
}

// ---- segpartition

std::string partition(std::string_view classes) {
  return R"(flat
entry "f" ("k": "i64" from 0 count 1, "xs": "[]i64" from 2 count 1) -> ("i64" from 0 count 1, "[]i64" from 1 count 1, "[]i64" from 2 count 1, "[][2]i32" from 3 count 1)
fn f(k_0: i64, n_1: i64, xs_2: [n_1]i64) -> (j_3: i64, counts_4: [)" +
         std::string(classes) + R"(]i64, is_5: [j_3]i64, ys_6: [j_3][2]i32) {
  let (j_7: i64, counts_8: [)" +
         std::string(classes) +
         R"(]i64, is_9: [j_7]i64, ys_10: [j_7][2]i32) = segpartition (i_11: i64 < n_1) )" +
         std::string(classes) + R"( {
    let x_12: i64 = index xs_2 [i_11]
    let c_13: i64 = sub x_12 2
    let y_14: i32 = convert x_12
    let pair_15: [2]i32 = array [y_14, 7i32]
    in c_13, i_11, pair_15
  }
  in j_7, counts_8, is_9, ys_10
}
)";
}

TEST(FlatRows, SegPartitionDropsOtherClasses) {
  for (const std::string_view classes : {"2", "k_0"}) {
    FlatProgram program(partition(classes));
    EXPECT_EQ(program.run("2i64 [3i64, 2i64, 4i64, 0i64, 3i64, 2i64]"),
              "4i64 [2i64, 2i64] [1i64, 5i64, 0i64, 4i64] "
              "[[2i32, 7i32], [2i32, 7i32], [3i32, 7i32], [3i32, 7i32]]");
    program.run("2i64 empty([0]i64)");
    program.run("2i64 " + list_text(random_numbers(5000, 5, 4)));
  }
}

TEST(FlatRows, SegPartitionWithManyClasses) {
  for (const std::string_view classes : {"9", "255", "300", "70000", "k_0"}) {
    FlatProgram program(partition(classes));
    for (const int64_t below : {4, 12, 400}) {
      const std::string numbers = list_text(random_numbers(3000, below, 5));
      program.run("256i64 " + numbers);
    }
  }
  // More classes than points, and none at all.
  FlatProgram program(partition("k_0"));
  program.run("100000i64 [5i64, 3i64, 99999i64]");
  program.run("0i64 [5i64, 3i64]");
}

TEST(FlatRows, SegPartitionOverTwoLevels) {
  FlatProgram program(R"(flat
entry "f" ("xs": "[][]i64" from 2 count 1) -> ("[4]i64" from 1 count 1, "[]i64" from 2 count 1, "[]i64" from 3 count 1)
fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (k_4: i64, counts_5: [4]i64, is_6: [k_4]i64, js_7: [k_4]i64) {
  let (k_8: i64, counts_9: [4]i64, is_10: [k_8]i64, js_11: [k_8]i64) = segpartition (i_12: i64 < n_1, j_13: i64 < m_2) 4 {
    let x_14: i64 = index xs_3 [i_12, j_13]
    in x_14, i_12, j_13
  }
  in k_8, counts_9, is_10, js_11
}
)");
  EXPECT_EQ(
      program.run("[[1i64, 0i64, 9i64], [0i64, 3i64, 1i64]]"),
      "[2i64, 2i64, 0i64, 1i64] [0i64, 1i64, 0i64, 1i64, 1i64] [1i64, 0i64, 0i64, 2i64, 1i64]");
  program.run("empty([0][3]i64)");
  program.run("empty([3][0]i64)");
}

TEST(FlatRows, SegPartitionChecksEveryPoint) {
  FlatProgram program(R"(flat
entry "f" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1)
fn f(n_1: i64, xs_2: [n_1]i64) -> (k_3: i64, ys_4: [k_3]i64) {
  let (k_5: i64, counts_6: [2]i64, ys_7: [k_5]i64) = segpartition (i_8: i64 < n_1) 2 {
    let x_9: i64 = index xs_2 [i_8]
    let fine_10: bool = lt x_9 100
    let sure_11: unit = check assert fine_10 ("found ", x_9)
    let y_12: i64 = mul x_9 x_9 after sure_11
    in x_9, y_12
  }
  in k_5, ys_7
}
)");
  std::vector<int64_t> numbers = random_numbers(3000, 3, 6);
  program.run(list_text(numbers));
  numbers[2222] = 100;
  EXPECT_EQ(program.run(list_text(numbers)), "failure: found 100");
}

// ---- Spaces of several levels

TEST(FlatRows, SegFilterCountsWhatIsKeptOfEachRow) {
  FlatProgram program(R"(flat
entry "f" ("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 1 count 1, "[]i64" from 2 count 1, "[][2]i64" from 3 count 1)
fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (k_4: i64, counts_5: [n_1]i64, ys_6: [k_4]i64, at_7: [k_4][2]i64) {
  let (k_8: i64, counts_9: [n_1]i64, ys_10: [k_8]i64, at_11: [k_8][2]i64) = segfilter (i_12: i64 < n_1, j_13: i64 < m_2) {
    let x_14: i64 = index xs_3 [i_12, j_13]
    let keep_15: bool = lt x_14 5
    let place_16: [2]i64 = array [i_12, j_13]
    in keep_15, x_14, place_16
  }
  in k_8, counts_9, ys_10, at_11
}
)");
  EXPECT_EQ(program.run("[[7i64, 1i64], [9i64, 6i64], [4i64, 0i64]]"),
            "[1i64, 0i64, 2i64] [1i64, 4i64, 0i64] [[0i64, 1i64], [2i64, 0i64], [2i64, 1i64]]");
  program.run("empty([0][3]i64)");
  program.run("empty([3][0]i64)");
}

// Points of an irregular level, filtered, sorted by class, and with a row for each. A point's value
// is 7i + j.
constexpr std::string_view kIrregular = R"(flat
entry "f" ("n": "i64" from 0 count 1, "offsets": "[]i64" from 2 count 1) -> ("[]i64" from 2 count 1, "[]i64" from 3 count 1, "[3]i64" from 5 count 1, "[]i64" from 6 count 1, "[]i64" from 8 count 1, "[]i64" from 9 count 1)
fn f(n_0: i64, m_1: i64, offsets_2: [m_1]i64) -> (t_3: i64, k_4: i64, counts_5: [n_0]i64, ys_6: [k_4]i64, q_7: i64, classes_8: [3]i64, zs_9: [q_7]i64, r_10: i64, ls_11: [t_3]i64, rows_12: [r_10]i64) {
  let first_13: i64 = index offsets_2 [0]
  let last_14: i64 = index offsets_2 [n_0]
  let t_15: i64 = sub last_14 first_13
  let size_16: i64 = add n_0 1
  let given_17: [size_16]i64 = coerce offsets_2
  let (k_18: i64, counts_19: [n_0]i64, ys_20: [k_18]i64) = segfilter (i_21: i64 < n_0, j_22: i64 < t_15 by given_17) {
    let a_23: i64 = mul i_21 7
    let v_24: i64 = add a_23 j_22
    let bits_25: i64 = and v_24 3
    let keep_26: bool = lt bits_25 2
    in keep_26, v_24
  }
  let (q_27: i64, classes_28: [3]i64, zs_29: [q_27]i64) = segpartition (i_30: i64 < n_0, j_31: i64 < t_15 by given_17) 3 {
    let a_32: i64 = mul i_30 7
    let v_33: i64 = add a_32 j_31
    let c_34: i64 = and v_33 3
    in c_34, v_33
  }
  let (r_35: i64, ls_36: [t_15]i64, rows_37: [r_35]i64) = segflatmap (i_38: i64 < n_0, j_39: i64 < t_15 by given_17) [1] {
    let l_40: i64 = and j_39 7
    let row_41: [l_40]i64 = iota l_40 from i_38 by 1
    in l_40, row_41
  }
  in t_15, k_18, counts_19, ys_20, q_27, classes_28, zs_29, r_35, ls_36, rows_37
}
)";

std::string offsets_text(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> offsets{11};
  for (const int64_t length : lengths) offsets.push_back(offsets.back() + length);
  return std::to_string(lengths.size()) + "i64 " + list_text(offsets);
}

TEST(FlatRows, IrregularLevels) {
  FlatProgram program(kIrregular);
  EXPECT_EQ(program.run(offsets_text({2, 0, 3})),
            "[2i64, 0i64, 1i64] [0i64, 1i64, 16i64] [2i64, 1i64, 1i64] "
            "[0i64, 16i64, 1i64, 14i64] [0i64, 1i64, 0i64, 1i64, 2i64] [0i64, 2i64, 2i64, 3i64]");
  program.run(offsets_text({}));
  program.run(offsets_text({0, 0, 0}));
  program.run(offsets_text(random_numbers(2000, 20, 8)));
  program.run(offsets_text({0, 0, 5000, 1, 0}));
  std::vector<int64_t> alternating(400);
  for (size_t i = 0; i < alternating.size(); i += 2) alternating[i] = 50;
  program.run(offsets_text(alternating));
}

}  // namespace
}  // namespace planish
