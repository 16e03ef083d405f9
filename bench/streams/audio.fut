-- Audio in windows of 1024 samples, each 256 behind the one before: where the signal crosses zero, upwards, and from that the
-- mean length of a period, how much lengths differ, and how loud periods are. How many periods a window has depends on the sound.
-- Floats within 64 ulps: periods are added up in another order.
-- Checklist: 87.
-- ==
-- entry: windows_of_both
-- input { 1000i64 } output { 0i64 true }
-- input { 5000i64 } output { 16i64 true }

def hop : i64 = 256
def size : i64 = 4 * hop

def window [n] (xs: [n]f32) : (i32, f32, f32, f32) =
  let starts = filter (\i -> xs[i - 1] < 0 && xs[i] >= 0) (map (+ 1) (iota (n - 1)))
  let periods = i64.max 0 (length starts - 1)
  let lengths = map (\p -> f32.i64 (starts[p + 1] - starts[p])) (iota periods)
  let peaks = map (\p -> f32.maximum (map f32.abs xs[starts[p]:starts[p + 1]])) (iota periods)
  let count = f32.i64 (i64.max 1 periods)
  let mean = f32.sum lengths / count
  let spread = f32.sum (map (\l -> (l - mean) * (l - mean)) lengths) / count
  in (i32.i64 periods, mean, spread, f32.sum peaks / count)

entry main (samples: seq f32) : seq (i32, f32, f32, f32) =
  seq.group hop samples
  |> seq.windows 4
  |> seq.map (\parts -> window (flatten parts))

def window_at (samples: []f32) (i: i64) : (i32, f32, f32, f32) =
  let begin = i * hop
  in window samples[begin:begin + size]

-- As the paper has it: samples are in memory, and what is streamed are the places of windows.
entry in_memory (samples: []f32) : seq (i32, f32, f32, f32) =
  seq.produce (i64.max 0 ((length samples - size) / hop + 1)) (window_at samples)

-- How many windows a sound has, and whether both agree.
entry windows_of_both (n: i64) : (i64, bool) =
  let samples = map (\i -> f32.sin (f32.i64 i * (0.02 + 0.00001 * f32.i64 (i / 64)))) (iota n)
  let both = seq.zip (main (seq.of_array samples)) (in_memory samples)
  in (seq.length (in_memory samples), seq.all (\(a, b) -> a == b) both)
