-- A population of records that is updated, filtered and grows.
-- ==
-- input { [1, 6] 3 } output { [4, 2, 1, 0, 0] 5i64 }
type animal = {age: i32, parent: bool}

def year (herd: []animal) : []animal =
  let older = map (\(a: animal) -> a with age = a.age + 1) herd
  let alive = filter (\a -> a.age < 8) older
  let young =
    map (\_ -> {age = 0i32, parent = false}) (filter (\a -> a.age >= 2 && a.age < 5) alive)
  in alive ++ young

def main (ages: []i32) (years: i32) =
  let herd = loop herd = map (\age -> {age, parent = true}) ages for _i < years do year herd
  in (map (.age) herd, length herd)
