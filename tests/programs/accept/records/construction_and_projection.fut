-- Records are made of fields.
def p = {x = 1.0f32, y = 2.0f32}
def norm (v: {x: f32, y: f32}) = f32.sqrt (v.x * v.x + v.y * v.y)
def a = norm p
def b = {x = 1, y = 2}.x
