-- A sum is its tag and slots for payloads. The f32 of both constructors is one slot, the i64 another, and what is not
-- in use is zero.
type shape = #circle f32 | #rectangle f32 f32 | #polygon i64

entry circle (r: f32): shape = #circle r

entry area (s: shape): f32 =
  match s
  case #circle r -> 3 * r * r
  case #rectangle w h -> w * h
  case #polygon n -> f32.i64 n
