-- The number becomes infinity.
def x = 1e39f32
