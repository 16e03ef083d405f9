-- Records and tuples are separate values; making and taking one apart is no code.
type particle = {position: (f32, f32), velocity: (f32, f32)}

def step (dt: f32) (p: particle): particle =
  let (x, y) = p.position
  let (vx, vy) = p.velocity
  in p with position = (x + dt * vx, y + dt * vy)

entry main (p: particle) = step 0.5 p
