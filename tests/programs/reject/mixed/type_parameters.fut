-- Type parameters of NESL functions stand for types that NESL has.
import "lib/any.nesl"

def a = backwards [1i32, 2]
def b (v: [](i64, f32)) = backwards v
def c 'a (v: []a) : []a = backwards v
def d (v: [](#some i64 | #none)) = backwards v
def e (v: []()) = backwards v
def f (v: []i64) = map backwards [v, v]
