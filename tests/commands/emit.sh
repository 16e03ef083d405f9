cat >prog.flat <<'FLAT'
flat

entry "main" ("xs": "[]f32" from 1 count 1) -> (*"[]f32" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]f32) -> (r_3: *[n_1]f32) {
  let ys_4: [n_1]f32 = segmap (i_5: i64 < n_1) {
    let x_6: f32 = index xs_2 [i_5]
    let y_7: f32 = mul x_6 x_6
    in y_7
  }
  in ys_4
}
FLAT
"$PLANISH" dev --emit=unoptimised-llvm prog.flat | grep -o 'define .*@planish_entry_main('
"$PLANISH" dev --emit=llvm prog.flat | grep -o 'fmul contract <.* x float>' | sed 's/[0-9]\+/N/' | sort -u
"$PLANISH" dev --emit=assembly prog.flat | grep '^planish_entry_main:'
"$PLANISH" dev --emit=object prog.flat | head -c 4 | tail -c 3
echo

echo "--- mistakes"
echo core | "$PLANISH" dev --emit=llvm -
echo "=> $?"
"$PLANISH" dev --emit=wasm prog.flat
echo "=> $?"
PLANISH_LIBRARY_PATH=$PWD/elsewhere "$PLANISH" dev --emit=object prog.flat | wc -c | grep -c '[1-9]'
