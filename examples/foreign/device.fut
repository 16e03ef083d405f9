-- Functions for GPUs. One works on arrays: the host calls it, with addresses on the device. Another one
-- is code of the device, which threads call: LLVM's bitcode. For the CPU there are others.
--
--   clang-22 -O2 -emit-llvm -c device_scalar.c -o device_scalar.bc
--   planish test --backend=gpu-emulator --link device.c --link device_scalar.bc device.fut
-- ==
-- entry: totals
-- input { [[1f32, 2f32, 3f32], [4f32]] } output { [6f32, 4f32] }

-- ==
-- entry: total
-- input { [1f32, 2f32, 3f32] } output { 6f32 }

-- ==
-- entry: smooth
-- input { [0.0f32, 0.5f32, 1.0f32, 2.0f32] } output { [0.0f32, 0.5f32, 1.0f32, 1.0f32] }

-- ==
-- entry: smooth_one
-- input { 0.5f32 } output { 0.5f32 }

-- ==
-- entry: halves
-- input { [5, 4, 1] } output { [2, 2, 0] }

-- ==
-- entry: small
-- input { 3i64 [5, 1, 2, 4] } output { [1, 2] }

#[foreign(cpu, total_on_host)]
#[foreign(cuda, total_on_device, lifted(totals_on_device))]
def total_of [n] (xs: [n]f32) : f32 = f32.sum xs

entry total [n] (xs: [n]f32) : f32 = total_of xs

entry totals [n] (rows: [n][?]f32) : [n]f32 = map total_of rows

#[foreign(cuda, smooth_step)]
def smooth_step (x: f32) : f32 =
  let t = f32.max 0 (f32.min 1 x)
  in t * t * (3 - 2 * t)

entry smooth [n] (xs: [n]f32) : [n]f32 = map smooth_step xs

entry smooth_one (x: f32) : f32 = smooth_step x

-- In a map there is no one to call it, so its body is used.
#[foreign(cuda, halve_on_device)]
def halve [n] (xs: *[n]i32) : *[n]i32 = map (/ 2) xs

entry halves [n] (xs: *[n]i32) : [n]i32 = halve xs

#[foreign(cuda, below_on_device)]
def below [n] (limit: i64) (xs: [n]i32) : ?[k].[k]i32 = filter (\x -> i64.i32 x < limit) xs

entry small [n] (limit: i64) (xs: [n]i32) : []i32 = below limit xs
