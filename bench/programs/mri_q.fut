-- Calibration of magnetic resonance images: at each point of space a sum of waves, one for each sample.
-- Floats within 64 ulps of the largest: sums of sines and cosines, in another order.
-- Checklist: 127.
-- ==
-- nobench input { [0f32, 0.25f32] [0f32, 0f32] [0f32, 0.5f32] [3f32, 0f32] [4f32, 2f32] [0f32, 1f32, 2f32] [0f32, 0f32, 1f32] [0f32, 0f32, 0.5f32] }
-- output { [29f32, 25f32, 25f32] [0f32, 4f32, -4f32] }
-- compiled random input { [2048]f32 [2048]f32 [2048]f32 [2048]f32 [2048]f32 [32768]f32 [32768]f32 [32768]f32 }
entry main [k] [n]
           (ks: [k]f32)
           (ls: [k]f32)
           (ms: [k]f32)
           (real: [k]f32)
           (imaginary: [k]f32)
           (xs: [n]f32)
           (ys: [n]f32)
           (zs: [n]f32) : ([n]f32, [n]f32) =
  let magnitudes = map2 (\r i -> r * r + i * i) real imaginary
  let point x y z =
    let wave (kx, ky, kz, magnitude) =
      let angle = 2 * f32.pi * (kx * x + ky * y + kz * z)
      in (magnitude * f32.cos angle, magnitude * f32.sin angle)
    in reduce_comm (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map wave (zip4 ks ls ms magnitudes))
  in unzip (map3 point xs ys zs)
