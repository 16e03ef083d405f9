-- Order books of many instruments: events with different payloads applied in order, in place; then matching.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0][?]u8) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0]i64) }
-- input { [1i64] empty([1][?: 0]u8) empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { [[0i64]] [[0i64]] [0i64] }
-- input { [2i64, 4i64, 3i64] [[3u8, 3u8, 2u8, 1u8, 3u8], [0u8, 0u8, 0u8], [0u8, 1u8, 0u8, 1u8]] [[0i64, 0i64, 1i64,
-- 1i64, 1i64], [3i64, 1i64, 0i64], [2i64, 2i64, 2i64, 0i64]] [[6i64, 2i64, 3i64, 9i64, 7i64], [4i64, 4i64, 8i64],
-- [1i64, 9i64, 4i64, 4i64]] }
-- output { [[0i64, 0i64], [8i64, 4i64, 0i64, 4i64], [0i64, 0i64, 0i64]] [[0i64, 9i64], [0i64, 0i64, 0i64, 0i64],
-- [4i64, 0i64, 4i64]] [0i64, 0i64, 5i64] }

type event = #bid (i64, i64) | #ask (i64, i64) | #cancel i64 | #nothing
type~ book = {prices: []i64, amounts: []i64}

def read (kind: u8) (price: i64) (amount: i64) : event =
  match kind
  case 0 -> #bid (price, amount)
  case 1 -> #ask (price, amount)
  case 2 -> #cancel price
  case _ -> #nothing

def replay (levels: i64) (events: []event) : ([levels]i64, [levels]i64, i64) =
  loop (bids, asks, traded) = (replicate levels 0, replicate levels 0, 0) for e in events do
    match e
    case #nothing -> (bids, asks, traded)
    case #cancel p -> (bids with [p] = 0, asks with [p] = 0, traded)
    case #bid (p, q) ->
      -- Takes from asks at p and below, cheapest first.
      let available = map (\i -> if i <= p then asks[i] else 0) (iota levels)
      let before = scan (+) 0 available
      let taken = map2 (\a b -> i64.max 0 (i64.min a (q - (b - a)))) available before
      let done = i64.sum taken
      in (bids with [p] = bids[p] + q - done, map2 (-) asks taken, traded + done)
    case #ask (p, q) ->
      let available = map (\i -> if i >= p then bids[i] else 0) (iota levels)
      let before = reverse (scan (+) 0 (reverse available))
      let taken = map2 (\a b -> i64.max 0 (i64.min a (q - (b - a)))) available before
      let done = i64.sum taken
      in (map2 (-) bids taken, asks with [p] = asks[p] + q - done, traded + done)

entry main [n] (levels: [n]i64) (kinds: [n][?]u8) (prices: [n][?]i64) (amounts: [n][?]i64)
    : ([n][?]i64, [n][?]i64, [n]i64) =
  let events: [n][?]event =
    map (map (\((k, p), a) -> read k p a)) (irregular.zip (irregular.zip kinds prices) amounts)
  let result = map2 replay levels events : [n]([?]i64, [?]i64, i64)
  in unzip3 result
