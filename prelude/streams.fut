-- | Operations that apply a function to chunks of an array, and not to single elements.
--
-- How an array is cut into chunks is up to the compiler: one chunk for each thread, or all elements in one, or one
-- element in each. The function is told how long its chunk is, and no chunk is empty. It must give the same however the
-- array is cut; otherwise the result is unspecified. `planish test` tries several ways to cut it.
--
-- A function may consume its chunk, and what it is given to start from: `\k acc (chunk: *[k]f32) -> …`. Then it works on
-- a copy.
--
-- They are for functions that do something expensive once for each chunk and then go through it cheaply, element by
-- element. *W(f)* and *S(f)* are the work and span of `f` for one element.

import "soacs"

-- | Apply a function to chunks, and put together what it gives.
--
-- Work *O(n W(f))*, span *O(S(f))* at best: it is `f` that says what is done one after the other. Example:
-- `stream_map (\k chunk -> map (+ 1) chunk) [1, 2, 3] == [2, 3, 4]`
def stream_map [n] 'a 'b (f: (k: i64) -> *[k]a -> [k]b) (as: [n]a) : *[n]b =
  intrinsics.stream_map f as

-- | Apply a function to chunks. For each it is given the neutral element `ne`, and gives a value and an array: the
-- values are combined with `op`, which must be associative, and the arrays are put together.
--
-- Example: `stream_red (+) (\k sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 0 [1, 2, 3] == (6, [2, 4, 6])`
def stream_red [n] 'a 'b 'c
               (op: c -> c -> c)
               (f: (k: i64) -> *c -> *[k]a -> (c, [k]b))
               (ne: c)
               (as: [n]a) : (*c, *[n]b) =
  intrinsics.stream_red op f ne as

-- | Apply a function to chunks, one after the other. For the first it is given `initial`, and for each other one the
-- value that it gave for the chunk before; the last one is the result, together with the arrays.
--
-- Example: `stream_seq (\k sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 10 [1, 2, 3] == (16, [2, 4, 6])`
def stream_seq [n] 'a 'b 'c
               (f: (k: i64) -> *c -> *[k]a -> (c, [k]b))
               (initial: c)
               (as: [n]a) : (*c, *[n]b) =
  intrinsics.stream_seq f initial as

-- | `stream_map` under the name that it had in Futhark until 0.22.
def map_stream [n] 'a 'b (f: (k: i64) -> *[k]a -> [k]b) (as: [n]a) : *[n]b = stream_map f as

-- | `map_stream` for a function that gives the same for each element whichever others are in its chunk.
def map_stream_per [n] 'a 'b (f: (k: i64) -> *[k]a -> [k]b) (as: [n]a) : *[n]b = stream_map f as

-- | Apply a function to chunks, and combine what it gives with an associative operator, for which `f 0 []` must be
-- neutral.
--
-- Example: `reduce_stream (+) (\k chunk -> i32.sum chunk) [1, 2, 3] == 6`
def reduce_stream [n] 'a 'b (op: b -> b -> b) (f: (k: i64) -> *[k]a -> b) (as: [n]a) : *b =
  let (result, _) =
    intrinsics.stream_red op
                          (\k (_: *b) (chunk: *[k]a) -> (f k chunk, intrinsics.replicate k ()))
                          (f 0 (intrinsics.copy as[0:0]))
                          as
  in result

-- | `reduce_stream` for an operator that is commutative, too, so that a chunk may consist of any elements.
def reduce_stream_per [n] 'a 'b (op: b -> b -> b) (f: (k: i64) -> *[k]a -> b) (as: [n]a) : *b =
  let (result, _) =
    intrinsics.stream_red_comm op
                               (\k (_: *b) (chunk: *[k]a) -> (f k chunk, intrinsics.replicate k ()))
                               (f 0 (intrinsics.copy as[0:0]))
                               as
  in result
