-- One step of training of a neural network with one hidden layer, by back-propagation. The first unit of a layer is always 1,
-- so that its weights are biases.
-- Floats within 16 ulps of the largest: the exponential function, and sums in another order.
-- Checklist: 127.
-- ==
-- nobench input { [1f32, 0.5f32, 0.25f32] 1f32 [[0f32, 0f32], [0f32, 0f32], [0f32, 0f32]] [0f32, 0f32, 0f32]
--                 [[1f32, 0f32], [0f32, 0f32], [0f32, 0f32]] [0f32, 0f32, 0f32] }
-- output { 0.125f32 [0f32, 0f32] [[0.3f32, 0f32], [0f32, 0f32], [0f32, 0f32]] [0.0375f32, 0.01875f32, 0.01875f32] }
-- nobench script input { data 5i64 3i64 }
-- output { -0.09953492f32 [-0.00010072249f32, -5.9025583e-06f32, 0.00008891942f32] [[-0.010137495f32,
--          0.0052496674f32, 0.00032433117f32], [-0.0046790047f32, -0.009611251f32, 0.0057690027f32],
--          [0.0007795158f32, -0.0041596685f32, -0.009098852f32], [0.006238035f32, 0.0012919139f32, -0.003654207f32],
--          [-0.008615945f32, 0.006743497f32, 0.0017904385f32]] [-0.039947864f32, -0.009591231f32, -0.014591658f32,
--          -0.019560782f32] }
-- compiled script input { data 1048577i64 16i64 }
def squash (x: f32) : f32 = 1 / (1 + f32.exp (-x))

def learning_rate : f32 = 0.3
def momentum : f32 = 0.3

def forward [n] (units: [n]f32) (weights: [n]f32) : f32 = squash (f32.sum (map2 (*) weights units))

-- The weight after a step, where `change` was the last one.
def adjust (weight: f32) (change: f32) (delta: f32) (unit: f32) : f32 =
  weight + learning_rate * delta * unit + momentum * change

entry main [n] [h]
           (units: [n]f32)
           (target: f32)
           (weights: [n][h]f32)
           (weights_out: [h + 1]f32)
           (changes: [n][h]f32)
           (changes_out: [h + 1]f32) : (f32, [h]f32, [n][h]f32, [h + 1]f32) =
  let hidden = map (forward units) (transpose weights)
  let hidden_units = [1] ++ hidden :> [h + 1]f32
  let out = forward hidden_units weights_out
  let delta_out = out * (1 - out) * (target - out)
  let deltas = tabulate h (\i -> hidden[i] * (1 - hidden[i]) * (delta_out * weights_out[i + 1]))
  let new_out = map3 (\w c x -> adjust w c delta_out x) weights_out changes_out hidden_units
  let new = map3 (\ws cs x -> map3 (\w c d -> adjust w c d x) ws cs deltas) weights changes units
  in (delta_out, deltas, new, new_out)

-- Data for timing.
entry data (n: i64) (h: i64) : ([n]f32, f32, [n][h]f32, [h + 1]f32, [n][h]f32, [h + 1]f32) =
  let number (seed: i64) (i: i64) = f32.i64 ((i * 7919 + seed) % 1021) / 1021
  let weight seed i = (number seed i - 0.5) / 64
  in ( map (\i -> if i == 0 then 1 else number 1 i) (iota n)
     , 0.1
     , tabulate_2d n h (\i j -> weight 2 (i * h + j))
     , map (weight 3) (iota (h + 1))
     , tabulate_2d n h (\i j -> weight 4 (i * h + j))
     , map (weight 5) (iota (h + 1))
     )
