-- | Derivatives, computed by program transformation (automatic differentiation).
--
-- Seen as a function from the numbers in its argument to the numbers in its result, however these are arranged in
-- tuples, records and arrays, a function `f` has at every point a matrix of partial derivatives, the Jacobian: one row
-- for each number of the result, one column for each number of the argument. The functions here multiply this matrix
-- with a vector, without ever building it.
--
-- * *Forward mode*, `jvp`: Jacobian times vector. The vector has the shape of the argument and says in which direction
--   the argument moves; the product says how the result moves. Costs a small factor more than `f` in time and memory.
--   With a unit vector it gives one column, so it is the right choice for few inputs.
--
-- * *Reverse mode*, `vjp`: vector times Jacobian. The vector has the shape of the result and says how much each number
--   of it matters; the product says how much each number of the argument matters. Costs a small factor more than `f`
--   in time, but values computed on the way are kept in memory until they are needed on the way back, above all in
--   sequential loops. With a unit vector it gives one row, so it is the right choice for few outputs: it computes the
--   gradient of a loss function in one go.
--
-- Both may be nested for higher derivatives; one `vjp` with `jvp` around it or inside it is cheap, one `vjp` inside
-- another is not.
--
-- The numbers that count are the floating-point ones. Everything computed by way of integers or booleans, and the
-- constructor of a sum, is taken as constant. Where `f` branches on a value, the derivative is that of the branch
-- taken.

-- | The result of `f` at `x`, and the derivative of the result in direction `x'`.
--
-- Example: `jvp2 (\x -> x * x) 3.0 1.0 == (9.0, 6.0)`
def jvp2 'a 'b (f: a -> b) (x: a) (x': a) : (b, b) = intrinsics.jvp2 f x x'

-- | The result of `f` at `x`, and the sensitivity of the argument, given that of the result.
--
-- Example: `vjp2 (\(x, y) -> x * y) (3.0, 4.0) 1.0 == (12.0, (4.0, 3.0))`
def vjp2 'a 'b (f: a -> b) (x: a) (y': b) : (b, a) = intrinsics.vjp2 f x y'

-- | `jvp2` for several directions at one point: `f` itself is computed only once. With `#[unroll]` and a small constant
-- `n` the directions become scalars.
def jmp2 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : (b, [n]b) = intrinsics.jmp2 f x x'

-- | `vjp2` for several sensitivities at one point: `f` itself is computed only once. With `#[unroll]` and a small
-- constant `n` the sensitivities become scalars.
def mjp2 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : (b, [n]a) = intrinsics.mjp2 f x y'

-- | Forward mode: the derivative of `f` at `x` in direction `x'`. Example: `jvp f64.sin 0.0 1.0 == 1.0`
def jvp 'a 'b (f: a -> b) (x: a) (x': a) : b = (jvp2 f x x').1

-- | Reverse mode: the sensitivity of the argument of `f` at `x`, given that of the result. Example:
-- `vjp f64.sum [1.0, 2.0] 1.0 == [1.0, 1.0]`
def vjp 'a 'b (f: a -> b) (x: a) (y': b) : a = (vjp2 f x y').1

-- | `jvp` for several directions at one point.
def jmp 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : [n]b = (jmp2 f x x').1

-- | `vjp` for several sensitivities at one point.
def mjp 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : [n]a = (mjp2 f x y').1

-- | `f x`, with a reverse mode of your own: when the sensitivity of `x` is asked for, it is `f' res b_adj`, where `res`
-- is the result of `f x` and `b_adj` its sensitivity. What `f'` needs to know besides goes into the result of `f`.
-- Variables that `f` uses from outside get no sensitivity; make them part of `x`.
--
-- Example: `with_vjp f64.exp (\y y' -> y * y') x` does not compute the exponential again on the way back.
def with_vjp 'a 'b (f: a -> b) (f': (res: b) -> (b_adj: b) -> a) (x: a) : b = intrinsics.with_vjp f f' x

-- | `with_vjp` for a function that gives a pair of what the way back needs and the real result. On the way back, `f'`
-- gets the former and the sensitivity of the latter.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (f': (c, b) -> a) (x: a) : b =
  let back (saved, _) (_, b_adj) = f' (saved, b_adj)
  let (_, result) = with_vjp f back x
  in result
