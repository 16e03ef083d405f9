-- Priority queues behind a module type: each row of operations is worked off by a loop over an abstract value.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [[-1i64, 5i64, 3i64, -1i64, -1i64, -1i64]] }
-- output { [[-1i64, 3i64, 5i64, -1i64]] }
-- input { [[2i64, 15i64, 14i64, -3i64], [12i64, -1i64, -6i64, 7i64, 7i64, -4i64, -3i64, -2i64, 4i64, 9i64], [7i64,
-- 0i64, 0i64, 4i64, 14i64, 15i64, 4i64, 4i64, 7i64, -4i64, 14i64, 10i64, 19i64, 20i64], [6i64, -4i64, 0i64, 12i64,
-- 1i64, -5i64, 0i64, -3i64, -4i64, 0i64, 2i64, 16i64, 18i64, 3i64, 3i64], [-1i64, 13i64, -3i64, -6i64, 2i64, 16i64,
-- 1i64, 20i64], [12i64, 1i64, -5i64, -6i64, 19i64, 14i64, 13i64]] }
-- output { [[2i64, 14i64, 15i64], [12i64, -1i64, 7i64, 7i64, -1i64, 4i64, 9i64], [0i64, 0i64, 4i64, 4i64, 4i64, 7i64,
-- 7i64, 10i64, 14i64, 14i64, 15i64, 19i64, 20i64], [6i64, 0i64, 0i64, 1i64, 0i64, 2i64, 3i64, 3i64, 12i64, 16i64,
-- 18i64], [-1i64, 13i64, -1i64, 1i64, 2i64, 16i64, 20i64], [1i64, 12i64, 13i64, 14i64, 19i64]] }

module type queue = {
  type elem
  type~ t
  val empty : () -> t
  val insert : elem -> t -> t
  val size : t -> i64
  val take_least : t -> (elem, t)
  val to_array : t -> []elem
}

module type order = {
  type t
  val less : t -> t -> bool
}

module sorted_queue (o: order) : queue with elem = o.t = {
  type elem = o.t
  type~ t = []elem
  def empty () : t = []
  def insert (x: elem) (q: t) : t =
    let k = i64.sum (map (\y -> i64.bool (!(o.less x y))) q)
    in q[:k] ++ [x] ++ q[k:]
  def size (q: t) : i64 = length q
  def take_least (q: t) : (elem, t) = (q[0], q[1:])
  def to_array (q: t) : []elem = q
}

module numbers = sorted_queue {
  type t = i64
  def less (x: i64) (y: i64) = x < y
}

def work [n] (operations: [n]i64) : []i64 =
  let (queue, results) =
    loop (queue: numbers.t, results: []i64) = (numbers.empty (), []) for x in operations do
      if x >= 0 then (numbers.insert x queue, results)
      else if numbers.size queue == 0 then (queue, results ++ [-1])
      else let (least, rest) = numbers.take_least queue in (rest, results ++ [least])
  in results ++ numbers.to_array queue

entry main [n] (rows: [n][?]i64) : [n][?]i64 = map work rows
