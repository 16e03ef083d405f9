-- A nest of maps, scans and reductions over irregular sizes, and a loop that contains a map: before and after
-- distribution.
-- Checklist: 5, 120, 122.
-- ==
-- entry: before
-- input { 2i64 [[0i64, 1i64], [2i64, 3i64]] }
-- output { [[[0i64, 1i64], [0i64, 1i64]], [[3i64, 4i64], [6i64, 7i64]]] [[6i64, 10i64], [50i64, 90i64]] }
-- input { 0i64 [[4i64]] } output { [[[14i64]]] [[4i64]] }

-- ==
-- entry: after
-- input { 2i64 [[0i64, 1i64], [2i64, 3i64]] }
-- output { [[[0i64, 1i64], [0i64, 1i64]], [[3i64, 4i64], [6i64, 7i64]]] [[6i64, 10i64], [50i64, 90i64]] }
-- input { 0i64 [[4i64]] } output { [[[14i64]]] [[4i64]] }
entry before [m] (n: i64) (pss: [m][m]i64) : ([m][m][m]i64, [m][m]i64) =
  unzip (map (\ps ->
                let ass =
                  map (\p ->
                         let cs = scan (+) 0 (iota p)
                         let r = reduce (+) 0 cs
                         in map (+ r) ps) ps
                let bs =
                  loop ws = ps for _i < n do
                    map2 (\as w ->
                            let d = reduce (+) 0 as
                            let e = d + w
                            in 2 * e) ass ws
                in (ass, bs)) pss)

entry after [m] (n: i64) (pss: [m][m]i64) : ([m][m][m]i64, [m][m]i64) =
  let rss = map (map (\p -> reduce (+) 0 (scan (+) 0 (iota p)))) pss
  let asss = map2 (\ps rs -> map (\r -> map (+ r) ps) rs) pss rss
  let bss =
    loop wss = pss for _i < n do
      let dss = map (map (reduce (+) 0)) asss
      in map2 (map2 (\w d -> 2 * (d + w))) wss dss
  in (asss, bss)
