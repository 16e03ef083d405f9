-- A fluid in a square box, by the stable method of Stam: velocities and a density are spread out and moved along the velocities,
-- and the velocities are made free of sources. Systems of equations are solved by a number of Jacobi's steps.
-- Floats within 256 ulps of the largest: many steps that follow each other.
-- Checklist: 127.
-- ==
-- nobench script input { data 1 4 5i64 }
-- output { [[-0.0f32, 0.18303344f32, 0.17261451f32, 0.16046846f32, -0.0f32], [-0.18303344f32, -0.18303344f32,
--          -0.17261451f32, -0.16046846f32, -0.16046846f32], [0.018025838f32, 0.018025838f32, -0.0031481385f32,
--          -0.022003122f32, -0.022003122f32], [-0.13657275f32, -0.13657275f32, -0.12787056f32, -0.11779701f32,
--          -0.11779701f32], [-0.0f32, 0.13657275f32, 0.12787056f32, 0.11779701f32, -0.0f32]] [[-0.0f32,
--          -0.18690893f32, -0.0023269802f32, -0.14811842f32, -0.0f32], [0.18690893f32, -0.18690893f32,
--          -0.0023269802f32, -0.14811842f32, 0.14811842f32], [0.15764323f32, -0.15764323f32, -0.002222117f32,
--          -0.12401108f32, 0.12401108f32], [0.12651809f32, -0.12651809f32, -0.0015785266f32, -0.09780465f32,
--          0.09780465f32], [-0.0f32, -0.12651809f32, -0.0015785266f32, -0.09780465f32, -0.0f32]] [[0.89206594f32,
--          0.89206594f32, 0.00001705515f32, 8.670683e-07f32, 8.670683e-07f32], [0.89206594f32, 0.89206594f32,
--          0.00001705515f32, 8.670683e-07f32, 8.670683e-07f32], [0.0051689325f32, 0.0051689325f32, 6.597821e-07f32,
--          0.006618499f32, 0.006618499f32], [6.837592e-07f32, 6.837592e-07f32, 0.0004914721f32, 0.999964f32,
--          0.999964f32], [6.837592e-07f32, 6.837592e-07f32, 0.0004914721f32, 0.999964f32, 0.999964f32]] }
-- compiled script input { data 1 20 512i64 }

-- What the walls at the ends of the first and of the second dimension do to a value beside them: 1 keeps it, -1 turns it round.
type walls = (f32, f32)

-- A grid of what is given for the cells inside. Those at its edge follow from the cells beside them.
def bounded (n: i64) ((first, second): walls) (inside: i64 -> i64 -> f32) : [n][n]f32 =
  let edge i = i == 0 || i == n - 1
  let inner i = i64.max 1 (i64.min (n - 2) i)
  let factor i j =
    if edge i
    then if edge j then 0.5 * (first + second) else first
    else if edge j
    then second
    else 1
  in tabulate_2d n n (\i j -> factor i j * inside (inner i) (inner j))

-- Where (c x - a (the sum of the four neighbours of x)) is the start.
def solve [n] (steps: i32) (walls: walls) (a: f32) (c: f32) (from: [n][n]f32) (right: [n][n]f32)
    : [n][n]f32 =
  let step xs =
    let around i j = xs[i - 1, j] + xs[i + 1, j] + xs[i, j - 1] + xs[i, j + 1]
    in bounded n walls (\i j -> (right[i, j] + a * around i j) / c)
  in iterate steps step from

def diffuse [n] (steps: i32) (walls: walls) (rate: f32) (dt: f32) (xs: [n][n]f32) : [n][n]f32 =
  let a = dt * rate * f32.i64 ((n - 2) * (n - 2))
  in solve steps walls a (1 + 4 * a) xs xs

-- Each cell takes what is now where it was a moment before.
def advect [n] (walls: walls) (dt: f32) (us: [n][n]f32) (vs: [n][n]f32) (xs: [n][n]f32) : [n][n]f32 =
  let way = dt * f32.i64 (n - 2)
  let limit x = f32.max 0.5 (f32.min (f32.i64 n - 1.5) x)
  let cell i j =
    let y = limit (f32.i64 i - way * us[i, j])
    let x = limit (f32.i64 j - way * vs[i, j])
    let (k, l) = (i64.f32 y, i64.f32 x)
    let (down, right) = (y - f32.i64 k, x - f32.i64 l)
    in (1 - down) * ((1 - right) * xs[k, l] + right * xs[k, l + 1])
       + down * ((1 - right) * xs[k + 1, l] + right * xs[k + 1, l + 1])
  in bounded n walls cell

-- Takes off the gradient of a pressure, so that as much flows into each cell as out of it.
def project [n] (steps: i32) (us: [n][n]f32) (vs: [n][n]f32) : ([n][n]f32, [n][n]f32) =
  let size = f32.i64 (n - 2)
  let divergence i j = -0.5 / size * (us[i + 1, j] - us[i - 1, j] + vs[i, j + 1] - vs[i, j - 1])
  let pressure = solve steps (1, 1) 1 4 (replicate n (replicate n 0)) (bounded n (1, 1) divergence)
  in ( bounded n (-1, 1) (\i j -> us[i, j] - 0.5 * size * (pressure[i + 1, j] - pressure[i - 1, j]))
     , bounded n (1, -1) (\i j -> vs[i, j] - 0.5 * size * (pressure[i, j + 1] - pressure[i, j - 1]))
     )

def step [n]
         (steps: i32)
         (viscosity: f32)
         (diffusion: f32)
         (dt: f32)
         (us: [n][n]f32, vs: [n][n]f32, ds: [n][n]f32)
    : ([n][n]f32, [n][n]f32, [n][n]f32) =
  let (us, vs) =
    project steps (diffuse steps (-1, 1) viscosity dt us) (diffuse steps (1, -1) viscosity dt vs)
  let (us, vs) = project steps (advect (-1, 1) dt us vs us) (advect (1, -1) dt us vs vs)
  in (us, vs, advect (1, 1) dt us vs (diffuse steps (1, 1) diffusion dt ds))

entry main [n]
           (times: i32)
           (steps: i32)
           (viscosity: f32)
           (diffusion: f32)
           (dt: f32)
           (us: [n][n]f32)
           (vs: [n][n]f32)
           (ds: [n][n]f32) : ([n][n]f32, [n][n]f32, [n][n]f32) =
  iterate times (step steps viscosity diffusion dt) (us, vs, ds)

-- Data for timing.
entry data (times: i32) (steps: i32) (n: i64)
    : (i32, i32, f32, f32, f32, [n][n]f32, [n][n]f32, [n][n]f32) =
  let wave (k: i64) (l: i64) i j = f32.i64 ((i * k + j * l) % 97) / 97 - 0.5
  in ( times
     , steps
     , 0.00001
     , 0.00002
     , 0.1
     , tabulate_2d n n (wave 3 5)
     , tabulate_2d n n (wave 7 2)
     , tabulate_2d n n (\i j -> if (i + j) / 3 % 2 == 0 then 1 else 0)
     )
