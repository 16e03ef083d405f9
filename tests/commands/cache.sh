# Machine code is kept on disk, and found again for as long as nothing that it depends on has changed.
unset PLANISH_CACHE
export XDG_CACHE_HOME=$PWD/cache
cat >lib.fut <<'PROGRAM'
def factor : i32 = 10
PROGRAM
cat >prog.fut <<'PROGRAM'
import "lib"

entry main (xs: []i32) = map (* factor) xs

entry pick (xs: []i32) (i: i64) = xs[i]
PROGRAM

# Files of the cache are replaced as a whole, so those that stay the same file were not written again.
files() { (cd cache/planish && stat -c '%n %i' -- *) 2>/dev/null; }
try() {
  echo "\$ $*"
  before=$(files)
  "$@"
  local status=$?
  after=$(files)
  local what=unchanged
  [[ $before == "$after" ]] || what="$(wc -l <<<"$after") files"
  echo "=> $status, $what"
}
planish() { "$PLANISH" "$@"; }

try planish run --backend=cpu prog.fut <<<'[1, 2, 3]'
try planish run --backend=cpu prog.fut <<<'[4]'
try planish run --backend=cpu --threads=1 prog.fut <<<'[4]'

echo '--- what else it depends on'
try planish run --backend=cpu --fast-math prog.fut <<<'[4]'
try planish run --backend=cpu --entry=pick prog.fut <<<'[4] 0'
echo 'def factor : i32 = 100' >lib.fut
try planish run --backend=cpu prog.fut <<<'[4]'
try planish run --backend=cpu prog.fut <<<'[4]'

echo '--- failures are as without a cache'
try planish run --backend=cpu --entry=pick prog.fut <<<'[4] 1'
cmp <(planish run --backend=cpu --entry=pick prog.fut <<<'[4] 1' 2>&1) \
  <(planish run --backend=cpu --no-cache --entry=pick prog.fut <<<'[4] 1' 2>&1) && echo the same
try planish run --backend=cpu prog.fut <<<'true'

echo '--- without'
rm -r cache
try planish run --backend=cpu --no-cache prog.fut <<<'[4]'
PLANISH_CACHE=off try planish run --backend=cpu prog.fut <<<'[4]'
try planish run --backend=interp prog.fut <<<'[4]'

echo '--- a broken cache'
planish run --backend=cpu prog.fut <<<'[4]'
for file in cache/planish/*; do echo nonsense >"$file"; done
try planish run --backend=cpu prog.fut <<<'[4]'
try planish run --backend=cpu prog.fut <<<'[4]'
rm -r cache && touch cache
try planish run --backend=cpu prog.fut <<<'[4]'

echo '--- for a GPU'
rm -r cache
try planish run --backend=gpu-emulator prog.fut <<<'[4]'
try planish run --backend=gpu-emulator prog.fut <<<'[4]'

echo '--- relative folders are ignored'
XDG_CACHE_HOME=relative HOME=also_relative try planish run --backend=cpu prog.fut <<<'[4]'
ls -d relative also_relative 2>/dev/null || echo 'no folder was made'
