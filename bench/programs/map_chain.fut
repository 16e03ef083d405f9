-- A pipeline of maps: a sensor's readings are calibrated and scored.
-- ==
-- nobench input { [0f32, 1f32, 2f32] 2f32 } output { [0.5f32, 0.4472136f32, 0.25495097f32] }
-- compiled random input { [67108864]f32 2f32 }
entry main [n] (readings: [n]f32) (gain: f32) : [n]f32 =
  let volts = map (* gain) readings
  let centred = map2 (\v r -> v - 0.5 * r) volts readings
  let squares = map (\x -> x * x) centred
  let norms = map (\x -> f32.sqrt (x + 1)) squares
  let scores = map (1 /) norms
  in map2 (\s c -> if c > 0.75 then s * 0.8062258 else s * 0.5) scores centred
