-- Forces of masses on each other with far groups taken as one, by recursion from every mass.
-- Floats within 32 ulps: forces in opposite directions cancel, and products and sums are rounded once in machine code.
-- ==
-- input { empty([0]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [0.5091808718553331f64] [3.0f64] }
-- output { [0.0f64] }
-- input { [0.25275676376552864f64, 0.7531245036934291f64] [1.0f64, 3.0f64] }
-- output { [11.522158784566102f64, 296.1592804051446f64] }
-- input { [0.03510811108838322f64, 0.8396373262675974f64, 0.10626805768526108f64, 0.9703966429444089f64,
-- 0.5672237389767456f64, 0.3669849314965807f64, 0.24053462153041502f64, 0.7083842928116812f64, 0.7764796715278177f64,
-- 0.6413499776393347f64, 0.5065096643881319f64, 0.1766339348120337f64, 0.30986699108784266f64, 0.4415962884513196f64,
-- 0.9010663060969726f64] [1.0f64, 4.0f64, 3.0f64, 1.0f64, 1.0f64, 3.0f64, 1.0f64, 2.0f64, 2.0f64, 3.0f64, 2.0f64,
-- 2.0f64, 4.0f64, 4.0f64, 4.0f64] }
-- output { [419.6879428899765f64, -42.55774369048267f64, 302.6695678571681f64, -565.9634443946486f64,
-- -67.54066837171698f64, 10.146762184457089f64, 284.53729856641553f64, -16.574346807334592f64, 93.98314693208917f64,
-- 38.37708102980335f64, -211.8624416169813f64, 162.2682462547861f64, 289.5329553056463f64, -88.01418175708818f64,
-- -453.8602935925307f64] }

-- Masses on a line. Far groups count as one mass in their centre; groups are halves of an interval.
def force [n] (low: f64) (size: f64) (xs: [n]f64) (ms: [n]f64) (at: f64) : f64 =
  if n == 0 then 0
  else let mass = f64.sum ms
       let centre = f64.sum (map2 (*) xs ms) / mass
       let distance = centre - at
       in if n == 1 || size < 0.25 * f64.abs distance
          then if distance == 0 then 0 else mass * (if distance > 0 then 1 else -1) / (0.01 + distance * distance)
          else let half = size / 2
               let (left, right) = partition (\(x, _) -> x < low + half) (zip xs ms)
               let (lx, lm) = unzip left
               let (rx, rm) = unzip right
               in force low half lx lm at + force (low + half) half rx rm at

entry main [n] (xs: [n]f64) (ms: [n]f64) : [n]f64 = map (force 0 1 xs ms) xs
