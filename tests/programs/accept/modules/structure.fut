-- A module is a list of declarations; its parts are reached with a dot, from inside without.
module geometry = {
  type point = {x: f32, y: f32}

  def origin : point = {x = 0, y = 0}

  module metric = {
    def distance (a: point) (b: point) : f32 =
      f32.sqrt ((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
  }

  def norm (p: point) : f32 = metric.distance origin p
}

def far (p: geometry.point) : bool = geometry.norm p > 10 || geometry.metric.distance p geometry.origin > 20
