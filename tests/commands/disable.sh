# What --disable leaves out, seen in the program and in its plan; results stay the same.
# Checklist: 128.
cat >prog.fut <<'END'
-- ==
-- input { [[1f32, 2f32], [3f32, 4f32]] } output { [[7f32, 10f32], [15f32, 22f32]] }
def main [n] (a: [n][n]f32) : [n][n]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose a)) a

-- ==
-- entry: updates
-- input { [1, 2, 3] } output { [1, 3, 6] [2, 6, 12] }
entry updates [n] (xs: *[n]i32) =
  let sums = loop ys = xs for i < n - 1 do ys with [i + 1] = ys[i] + ys[i + 1]
  in (sums, map (* 2) (map (+ 0) sums))

-- ==
-- entry: rows
-- input { [[1f32, 2f32], [3f32, 4f32]] } output { [2.5f32, 5.5f32] }
entry rows [n] [m] (xss: [n][m]f32) : [n]f32 =
  map (\row -> loop s = 0 for x in row do s * 0.5 + x) xss
END
code() { "$PLANISH" dev --backend=cpu --no-locations "$@" prog.fut; }
echo "copies:" $(code | grep -c ' copy ') $(code --disable=in-place | grep -c ' copy ')
echo "tiles:" $(code --plan | grep -c 'plan: tile') $(code --plan --disable=tiling | grep -c 'plan: tile')
echo "operators:" $(code | grep -c '= seg') $(code --disable=fusion | grep -c '= seg')
device() { "$PLANISH" dev --backend=cuda --no-locations "$@" prog.fut; }
echo "coalesced:" $(device | grep -c coalesced) $(device --disable=coalescing | grep -c coalesced)
for what in fusion in-place coalescing tiling; do
  "$PLANISH" test --disable=$what prog.fut
  "$PLANISH" test --disable=$what --backend=gpu-emulator prog.fut
done
"$PLANISH" test --disable=fusion --disable=in-place --disable=coalescing --disable=tiling prog.fut
"$PLANISH" test --disable=speed prog.fut
echo "exit $?"
