// Programs in the textual form of the IR that together use every operation. All are accepted by the
// verifier.
#pragma once

namespace planish::ir {

inline constexpr const char* kScalarsProgram = R"(core

entry "main" ("x": "f32" from 0 count 1, "n": "i64" from 1 count 1) -> ("f32" from 0 count 1)
#[noinline] fn main(x_1: f32, n_2: i64) -> (r_3: f32) @1 {
  let y_4: f32 = mul x_1 2.0f32 @2
  let z_5: f32 = fma x_1 y_4 -0.5f32
  let ok_6: bool = lt 0 n_2
  let c_7: unit = check assert ok_6 ("n is ", n_2, ", and must be positive") @3
  let i_8: i32 = convert n_2
  let p_9: i32 = popc i_8
  let b_10: u64 = to_bits z_5
  let z_11: f32 = from_bits b_10 after c_7
  let l_12: f32 = ldexp z_11 p_9
  #[sequential] let t_13: f32 = trace "l" l_12
  let o_14: f32 = opaque t_13
  let same_15: f32 = same o_14
  let k_16: i64 = call pi ()
  let chunk_100: i64 = tuning "chunk" k_16
  let m_17: f32 = match i_8 case 0i32 { in 1.0f32 } case -1i32 { in f32.nan } else { in -f32.inf }
  let f_21: f32 = foreign "scale" serial cost 12 (m_17, n_2)
  let e_18: f32 = if ok_6 {
    let s_19: f32 = sub same_15 f_21
    in s_19
  } else { in 1e-45f32 }
  in e_18
}

const pi() -> (p_20: i64) { in 3 }

places
@1 = "dot.fut" 1:1-9:4
@2 = "dot.fut" 3:14-3:20 from @1
@3 = "a \"b\".fut" 3:14-4:2 from @2
)";

inline constexpr const char* kArraysProgram = R"(core

fn arrays(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]f32, i_4: i64) -> (k_5: i64, r_6: *[k_5]f32) {
  let row_7: [m_2]f32 = index xs_3 [i_4]
  let x_8: f32 = index xs_3 [i_4, 0]
  let part_9: [n_1][2]f32 = slice xs_3 [0 +: n_1 by 1, 1 +: 2 by -1]
  let lit_10: [2]f32 = array [x_8, 1.0f32]
  let none_11: [0]f32 = array []
  let flat_12: [2][3]f32 = flat_slice row_7 [1 +: 2 by 3, 3 by 1]
  let copy_13: [2][3]f32 = copy flat_12
  let both_14: [4]f32 = concat (lit_10, lit_10)
  let square_15: [2][2]f32 = reshape [2, 2] both_14
  let other_16: [2][2]f32 = rearrange [1, 0] square_15
  let is_17: [n_1]u8 = iota n_1 from 0u8 by 1u8
  let rep_18: [n_1][2][2]f32 = replicate [n_1] other_16
  let same_19: [m_2][2][2]f32 = coerce rep_18
  let line_20: [m_2]f32 = copy row_7
  let line_21: [m_2]f32 = flat_update line_20 [0 +: 2 by 3, 3 by 1] with copy_13
  let ys_22: [n_1][m_2]f32 = update xs_3 [i_4, 0 +: m_2 by 1] with line_21
  let zs_23: [n_1][m_2]f32 = update ys_22 [i_4, 0] with 2.5f32
  let k_24: i64 = mul n_1 m_2
  let all_25: [k_24]f32 = reshape [k_24] zs_23
  in k_24, all_25
}

fn irregular(n_1001: i64, k_1002: i64, lens_1003: [n_1001]i64, xs_1004: [k_1002]f32, i_1005: i64) -> (r_1006: f32) {
  let rows_1007: [n_1001][?]f32 = split_rows lens_1003 xs_1004
  let lens_1008: [n_1001]i64 = row_lengths rows_1007
  let k_1009: i64 = row_length rows_1007 [i_1005]
  let each_1024: i64 = equal_row_length 0 rows_1007
  let step_1025: i64 = equal_step lens_1003
  let row_1010: [k_1009]f32 = index rows_1007 [i_1005]
  let sums_1011: [n_1001]f32 = map n_1001 (lens_1008, rows_1007) \(k_1012: i64, row_1013: [k_1012]f32) {
    let s_1014: f32 = reduce k_1012 (row_1013) {0.0f32} \(a_1015: f32, b_1016: f32) {
      let c_1017: f32 = add a_1015 b_1016
      in c_1017
    }
    in s_1014
  }
  let longer_1018: [n_1001][?]f32 = map n_1001 (lens_1008) \(k_1019: i64) {
    let k_1020: i64 = add k_1019 1
    let r_1021: [k_1020]f32 = replicate [k_1020] 1.0f32
    in r_1021
  }
  let all_1022: [k_1002]f32 = join_rows longer_1018
  let s_1023: f32 = index all_1022 [0]
  in s_1023
}
)";

inline constexpr const char* kLoopsProgram = R"(core

fn loops(n_1: i64, xs_2: *[n_1]f32) -> (s_3: i64, r_4: *[n_1]f32) {
  let (s_5: i64, ys_6: [n_1]f32) = loop (s_7: i64 = 0, ys_8: *[n_1]f32 = xs_2) for i_9: i64 < n_1 {
    let ys_10: [n_1]f32 = update ys_8 [i_9] with 1.0f32
    let t_11: i64 = add s_7 i_9
    in t_11, ys_10
  }
  let (k_12: i64, zs_13: [k_12]f32) = loop (k_14: i64 = 1, zs_15: [k_14]f32 = ys_6) while {
    let go_16: bool = lt k_14 n_1
    in go_16
  } do {
    let k_17: i64 = mul k_14 2
    let zs_18: [k_17]f32 = replicate [k_17] 0.0f32
    in k_17, zs_18
  }
  let (s_19: i64, ws_20: [n_1]f32) = call loops (n_1, ys_6)
  in s_5, ws_20
}
)";

inline constexpr const char* kNestedProgram = R"(core

fn nested(n_1: i64, k_2: i64, xs_3: [n_1]f32, is_4: [n_1]i64, d_5: *[k_2]f32, e_6: *[k_2]f32, f_7: *[k_2]f32) -> () {
  let ys_8: [n_1]f32 = map n_1 (xs_3) \(x_9: f32) @1 {
    let y_10: f32 = mul x_9 2.0f32
    in y_10
  }
  let (s_11: f32, zs_12: [n_1]i32) = reduce commutative n_1 (xs_3) {0.0f32} \(a_13: f32, b_14: f32) {
    let c_15: f32 = add a_13 b_14
    in c_15
  } of \(x_16: f32) {
    let z_17: i32 = convert x_16
    in x_16, z_17
  }
  let ss_18: [n_1]f32 = scan n_1 (xs_3) {0.0f32} \(a_19: f32, b_20: f32) {
    let c_21: f32 = add a_19 b_20
    in c_21
  }
  let h_22: [k_2]f32 = hist n_1 [k_2] (d_5) at (is_4) with (xs_3) {0.0f32} \(a_23: f32, b_24: f32) {
    let c_25: f32 = add a_23 b_24
    in c_25
  }
  let w_26: [k_2]f32 = scatter n_1 [k_2] (e_6) at (is_4) with (xs_3)
  let v_70: [k_2]f32 = scatter n_1 [k_2] (w_26) with (is_4) of \(i_71: i64) { in i_71, 1.0f32 }
  let g_72: [k_2]f32 = hist n_1 [k_2] (h_22) with (xs_3) {0.0f32} \(a_73: f32, b_74: f32) { in a_73 } of \(x_75: f32) { in 0, x_75 }
  let (m_27: i64, kept_28: [m_27]f32) = filter n_1 (xs_3) \(x_29: f32) {
    let p_30: bool = lt x_29 0.0f32
    in p_30
  }
  let (m_76: i64, kept_77: [m_76]i64) = filter n_1 (is_4) \(i_78: i64) { in true, i_78 }
  let ms_31: [n_1]f32 = stream_map n_1 (xs_3) \(q_32: i64, c_33: [q_32]f32) {
    let d_34: [q_32]f32 = copy c_33
    in d_34
  }
  let (sr_35: f32, as_36: [n_1]f32) = stream_red n_1 (xs_3) {0.0f32} \(a_37: f32, b_38: f32) {
    let c_39: f32 = add a_37 b_38
    in c_39
  } of \(q_40: i64, s_41: f32, c_42: [q_40]f32) { in s_41, c_42 }
  let (sq_43: f32, bs_44: [n_1]f32) = stream_seq n_1 (xs_3) {0.0f32} \(q_45: i64, s_46: f32, c_47: [q_45]f32) { in s_46, c_47 }
  let (us_48: [k_2]f32, v_49: i64) = with_acc [k_2] (f_7) {0.0f32} \(a_50: f32, b_51: f32) {
    let c_52: f32 = add a_50 b_51
    in c_52
  } of \(acc_53: acc([k_2]f32)) {
    let acc_54: acc([k_2]f32) = map n_1 (is_4, xs_3, acc_53) \(i_55: i64, x_56: f32, acc_57: acc([k_2]f32)) {
      let acc_58: acc([k_2]f32) = update_acc acc_57 [i_55] with {x_56}
      in acc_58
    }
    in acc_54, 7
  }
  let us_59: [k_2]f32 = with_acc [k_2] (us_48) {} of \(acc_60: acc([k_2]f32)) { in acc_60 }
  in
}

places
@1 = "a.fut" 1:1-1:2
)";

inline constexpr const char* kFlatProgram = R"(flat

fn flat(n_1: i64, k_2: i64, offs_3: [n_1]i64, xs_4: [k_2]f32, d_5: *[k_2]f32, e_6: *[k_2]f32) -> () {
  let ys_7: [n_1][k_2]f32 = segmap (i_8: i64 < n_1, j_9: i64 < k_2) {
    let x_10: f32 = index xs_4 [j_9]
    in x_10
  }
  let (s_11: [n_1]f32, all_12: [k_2]f32) = segred commutative (i_13: i64 < n_1, j_14: i64 < k_2 by offs_3) {0.0f32} \(a_15: f32, b_16: f32) {
    let c_17: f32 = add a_15 b_16
    in c_17
  } of {
    let x_18: f32 = index xs_4 [j_14]
    in x_18, x_18
  }
  let sc_19: [k_2]f32 = segscan (i_20: i64 < k_2) {0.0f32} \(a_21: f32, b_22: f32) {
    let c_23: f32 = add a_21 b_22
    in c_23
  } of {
    let x_24: f32 = index xs_4 [i_20]
    in x_24
  }
  let h_25: [k_2]f32 = seghist (i_26: i64 < k_2) [k_2] (d_5) {0.0f32} \(a_27: f32, b_28: f32) {
    let c_29: f32 = add a_27 b_28
    in c_29
  } of { in i_26, 1.0f32 }
  let w_30: [k_2]f32 = segscatter (i_31: i64 < k_2) [k_2] (e_6) of { in i_31, 2.0f32 }
  let (m_32: i64, fs_33: [m_32]f32) = segfilter (i_34: i64 < k_2) {
    let x_35: f32 = index xs_4 [i_34]
    let c_36: bool = lt x_35 0.0f32
    in c_36, x_35
  }
  let (m_37: i64, gs_38: [m_37]f32) = filter k_2 (xs_4) \(x_39: f32) { in true }
  let (m_40: i64, counts_41: [n_1]i64, fs_42: [m_40]f32) = segfilter (i_43: i64 < n_1, j_44: i64 < k_2 by offs_3) { in true, 1.0f32 }
  let (m_45: i64, counts_46: [3]i64, ps_47: [m_45]i64) = segpartition (i_48: i64 < k_2) 3 { in 0, i_48 }
  let (t_49: i64, u_50: i64, ls_51: [k_2][2]i64, ms_52: [k_2][2]i64, as_53: [t_49]i64, bs_54: [u_50][2]i64, cs_55: [u_50]i64, es_56: [k_2][2]f32) = segflatmap (i_57: i64 < n_1, j_58: i64 < k_2 by offs_3, k_59: i64 < 2) [1, 2] {
    let as_60: [i_57]i64 = iota i_57 from 0 by 1
    let bs_61: [j_58][2]i64 = replicate [j_58, 2] 0
    let cs_62: [j_58]i64 = iota j_58 from 0 by 1
    in i_57, j_58, as_60, bs_61, cs_62, 1.0f32
  }
  let (t_63: i64, ls_64: [k_2]i64, rs_65: [t_63]i64, es_66: [k_2]f32) = flat_map k_2 [1] (xs_4) \(x_67: f32) {
    let r_68: [2]i64 = iota 2 from 0 by 1
    in 2, r_68, x_67
  }
  in
}
)";

inline constexpr const char* kAllPrograms[] = {kScalarsProgram, kArraysProgram, kLoopsProgram,
                                               kNestedProgram, kFlatProgram};

}  // namespace planish::ir
