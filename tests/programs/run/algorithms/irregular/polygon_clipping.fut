-- Sutherland-Hodgman: clipping polygons with any number of corners by convex windows; areas of what is left.
-- Floats within 8 ulps: products and sums are rounded once in machine code.
-- ==
-- entry: main
-- input { empty([0][?]f64) empty([0][?]f64) empty([0][?]f64) empty([0][?]f64) }
-- output { empty([0][0]f64) empty([0][0]i64) }
-- input { [[1.8476798880431633f64, 0.9211803176631219f64, 0.2263848759150593f64, -0.1903008069460741f64]]
-- [[1.9929641142060728f64, 2.2341796159057115f64, 2.119215907766641f64, -1.4454576677852506f64]]
-- [[2.461750474020554f64, 0.6109801338373013f64, 1.8742309578924592f64]] [[0.0027285629112580034f64,
-- -2.970864652122679f64, -2.604319492990646f64]] }
-- output { [[0.0f64]] [[0i64]] }
-- input { [[1.4438213443214634f64, 0.501720189380432f64, -0.557190651903454f64, -1.071042626909361f64,
-- -0.4490778776695714f64], [0.2936775947013388f64, -0.8919390356986293f64, -2.78584608808721f64,
-- -2.4100678467000254f64], [1.1275276041126434f64, -1.1663260554704764f64, -2.546115600452314f64]]
-- [[0.913036065158759f64, 1.1947233038038243f64, 0.9429661383149481f64, 0.5323487180899669f64,
-- -2.6060494089534263f64], [1.1286326862346137f64, 1.5111554167027694f64, -1.1036321579352664f64,
-- -1.7799898810435217f64], [1.0769049420491559f64, 2.3701079806513974f64, -0.4852999259429278f64]]
-- [[1.5791576522761197f64, 0.05482382308884204f64, -0.5619468426603298f64, -1.1197042604988439f64,
-- -0.011024584060286946f64, 2.8531413368074383f64], [2.5994634594999866f64, -0.6691209034461807f64,
-- -1.2713825324938f64]] [[1.224239792343274f64, 1.1942188669603455f64, 0.7736477069243295f64,
-- -0.31253344149808926f64, -2.4429767308268735f64, -0.6715432202680681f64], [0.02107881320999372f64,
-- 0.8947907918579576f64, -0.17993513357549518f64]] }
-- output { [[4.231154127054632f64, 1.56000820611437f64], [0.4923172862559324f64, 0.5251231754613432f64],
-- [0.7269272833973195f64, 0.36902752263580324f64]] [[7i64, 6i64], [6i64, 4i64], [5i64, 3i64]] }

type point = (f64, f64)
type~ polygon = []point

def inside ((ax, ay): point) ((bx, by): point) ((px, py): point) : bool =
  (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0

def crossing ((ax, ay): point) ((bx, by): point) ((px, py): point) ((qx, qy): point) : point =
  let (dx, dy) = (bx - ax, by - ay)
  let (ex, ey) = (qx - px, qy - py)
  let t = (dx * (py - ay) - dy * (px - ax)) / (dy * ex - dx * ey)
  in (px + t * ex, py + t * ey)

def clip_edge (a: point) (b: point) (poly: polygon) : polygon =
  let n = length poly
  let parts: [n][?]point =
    map (\i ->
           let p = poly[i]
           let q = poly[(i + 1) % n]
           in match (inside a b p, inside a b q)
              case (true, true) -> [q]
              case (true, false) -> [crossing a b p q]
              case (false, true) -> [crossing a b p q, q]
              case (false, false) -> []) (iota n)
  in irregular.flatten parts

def clip (window: polygon) (poly: polygon) : polygon =
  let m = length window
  in loop poly for i < m do clip_edge window[i] window[(i + 1) % m] poly

def area (poly: polygon) : f64 =
  let n = length poly
  in 0.5 * f64.sum (map (\i ->
                           let (x, y) = poly[i]
                           let (u, v) = poly[(i + 1) % n]
                           in x * v - u * y) (iota n))

entry main [n] [m] (xs: [n][?]f64) (ys: [n][?]f64) (wxs: [m][?]f64) (wys: [m][?]f64)
    : ([n][m]f64, [n][m]i64) =
  let polygons = irregular.zip xs ys
  let windows = irregular.zip wxs wys
  in unzip (map unzip
                (map (\p -> map (\w -> let c = clip w p in (area c, length c)) windows) polygons))
