-- A path through records and arrays leads to one component, and only that is written.
entry main [n] (state: *{items: [n]{key: i32, value: f32}, count: i64}) (i: i64) =
  state with items[i].value = 1 with count = i
