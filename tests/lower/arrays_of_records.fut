-- An array of records is a record of arrays: `unzip` and `zip` cost nothing, and a map reads and writes the components.
-- Checklist: 15, 30, 111.
entry main [n] (points: [n]{x: f32, y: f32}) =
  map (\p -> {x = p.y, y = p.x, sum = p.x + p.y}) points
