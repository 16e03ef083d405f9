cat >prog.core <<'CORE'
core

entry "main" ("x": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(x_1: i64) -> (r_2: i64) @1 {
  let a_3: i64 = same x_1
  let b_4: i64 = mul a_3 a_3 @1
  let c_5: i64 = mul x_1 x_1
  let d_6: i64 = add b_4 c_5
  in d_6
}

places
@1 = "a.fut" 1:1-3:20
CORE
try() {
  echo "\$ planish dev $*"
  "$PLANISH" dev "$@"
  echo "=> $?"
}
try prog.core
try --no-locations prog.core
try --passes=simplify,cse --dump-after=simplify --no-locations prog.core
try --passes=standard --disable-pass=cse --stop-after=simplify prog.core
try --list-passes
"$PLANISH" dev --passes=standard --time-passes prog.core 2>&1 >out.core | awk '{ print $1 }'
try out.core

echo "--- mistakes"
try
try --passes=simplfy prog.core
try --passes=simplify --stop-after=vectorise_everything prog.core
try missing.core
cat >syntax.core <<'CORE'
core

fn double(x_1: i64) -> (r_2: i64) {
  let y_3: i64 = add x_1
  in y_3
}
CORE
try syntax.core
cat >invalid.core <<'CORE'
core

fn good(x_1: i64) -> (r_2: i64) { in x_1 }

fn `bad one`(x_3: i64) -> (r_4: i64) {
  let y_5: f32 = add x_3 x_3
  in x_3
}
CORE
try invalid.core
echo "core" | "$PLANISH" dev --run=main -
echo "=> $?"
