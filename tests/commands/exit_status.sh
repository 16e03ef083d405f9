# One table of exit statuses for all commands: docs/commands.md. A command without rows here fails the test.
export XDG_STATE_HOME=$PWD/state
# As on a machine without a GPU.
export CUDA_VISIBLE_DEVICES=
cat >good.fut <<'END'
-- ==
-- input { [1, 2] } output { 3 }
entry main (xs: []i32) = i32.sum xs
END
printf -- '-- ==\n-- input { 1 }\nentry main (x: i32) = x + true\n' >bad.fut
printf -- '-- ==\n-- input { 0 } output { 1 }\nentry main (x: i32) = 1 / x\n' >fails.fut
printf 'entry main(x:i32)=x\n' >ugly.fut
printf 'core\n\nentry main () = (1i32)\n' >good.core
echo '[1, 2]' >fits.in
echo '[1, ' >malformed.in
echo '[true]' >unfit.in
echo 0 >zero.in
declare -A tried

# row COMMAND SITUATION STATUS INPUT ARGUMENT...
row() {
  local command=$1 situation=$2 expected=$3 input=$4
  shift 4
  "$PLANISH" "$command" "$@" <"$input" >output 2>messages
  local status=$?
  tried[$command]=yes
  printf '%-14s %-28s %s\n' "$command" "$situation" "$status"
  [[ $status == "$expected" ]] || { echo "expected $expected"; cat messages; }
}

for command in $("$PLANISH" --help | sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
  case $command in
    completion) row completion 'done' 0 /dev/null bash ;;
    help) row help 'done' 0 /dev/null run ;;
    devices) row devices 'no device' 2 /dev/null ;;
    explain-error) row explain-error 'done' 0 /dev/null size-mismatch ;;
    eval) row eval 'done' 0 /dev/null --color=never 'main [1]' good.fut ;;
    script) row script 'done' 0 /dev/null --color=never good.fut 'main [1]' ;;
    repl) row repl 'done' 0 /dev/null --color=never good.fut ;;
    bench) row bench 'done' 0 /dev/null --color=never --runs=1 good.fut ;;
    build) row build 'done' 0 /dev/null --color=never --emit=llvm good.fut ;;
    *) row "$command" 'done' 0 fits.in --color=never good.fut ;;
  esac
  row "$command" 'unknown option' 2 /dev/null --no-such-option good.fut
  case $command in
    completion) row completion 'unknown name' 2 /dev/null tcsh ;;
    help) row help 'unknown name' 2 /dev/null frobnicate ;;
    devices) row devices 'too many words' 2 /dev/null good.fut ;;
    explain-error) row explain-error 'unknown name' 2 /dev/null no-such-code ;;
    eval) row eval 'no such file' 2 /dev/null 'main [1]' missing.fut ;;
    script) row script 'no such file' 2 /dev/null missing.fut 'main [1]' ;;
    *) row "$command" 'no such file' 2 /dev/null missing.fut ;;
  esac
  case $command in
    completion | help | explain-error | devices) ;;
    eval) row eval 'rejected' 1 /dev/null 'main 1' bad.fut ;;
    script) row script 'rejected' 1 /dev/null bad.fut 'main 1' ;;
    fmt | ast) (echo 'def x =' >syntax.fut) && row "$command" 'rejected' 1 /dev/null syntax.fut ;;
    tokens) echo 'def x = "' >syntax.fut && row tokens 'rejected' 1 /dev/null syntax.fut ;;
    *) row "$command" 'rejected' 1 /dev/null bad.fut ;;
  esac
  case $command in
    run)
      row run 'no such entry point' 2 /dev/null --entry=other good.fut
      row run 'malformed values' 2 malformed.in good.fut
      row run 'values that do not fit' 2 unfit.in good.fut
      row run 'contradicting options' 2 fits.in --memory --backend=interp good.fut
      row run 'failed while running' 3 zero.in fails.fut
      row run 'no device' 2 fits.in --backend=cuda good.fut
      row run 'failed on a device' 3 zero.in --backend=gpu-emulator fails.fut
      ;;
    script)
      row script 'rejected expression' 1 /dev/null good.fut 'main true'
      row script 'no value' 1 /dev/null good.fut main
      row script 'no such data' 2 /dev/null good.fut 'main ($loaddata "missing.in")'
      row script 'malformed data' 2 /dev/null good.fut 'main ($loaddata "malformed.in")'
      row script 'data that do not fit' 1 /dev/null good.fut 'main ($loaddata "unfit.in")'
      row script 'cannot be stored' 2 /dev/null good.fut '$store "no/such/folder" (main [1])'
      row script 'failed while running' 3 /dev/null fails.fut 'main 0'
      ;;
    eval)
      row eval 'rejected expression' 1 /dev/null 'main true' good.fut
      row eval 'no value' 1 /dev/null main good.fut
      row eval 'no program' 2 /dev/null 'main 1' fits.in
      row eval 'failed while running' 3 /dev/null 'main 0' fails.fut
      ;;
    repl)
      echo 'main true' >typed && row repl 'rejected expression' 1 typed good.fut
      printf 'main 0\n1 + true\n' >typed && row repl 'failed while running' 3 typed fails.fut
      echo ':load missing.fut' >typed && row repl 'no such file' 2 typed
      echo ':frobnicate' >typed && row repl 'unknown command' 2 typed
      ;;
    test)
      row test 'a test fails' 1 /dev/null fails.fut
      mkdir -p empty && row test 'no tests' 1 /dev/null empty
      ;;
    bench)
      row bench 'a data set fails' 1 /dev/null --runs=1 fails.fut
      row bench 'no such times' 2 /dev/null --runs=1 --compare=missing.json good.fut
      row bench 'cannot be written' 2 /dev/null --runs=1 --json=no/such/folder.json good.fut
      ;;
    build)
      row build 'no such entry point' 2 /dev/null --entry-point=other good.fut
      row build 'cannot be written' 2 /dev/null --emit=llvm good.fut -o /dev/null/good.ll
      ;;
    check) row check 'one is missing, one rejected' 2 /dev/null bad.fut missing.fut ;;
    types) row types 'nothing there' 1 /dev/null --at=9:9 good.fut ;;
    fmt)
      row fmt 'would change' 1 /dev/null --check ugly.fut
      row fmt 'one is missing, one rejected' 2 /dev/null syntax.fut missing.fut
      ;;
    dev)
      row dev 'values that do not fit' 2 unfit.in --run=main good.fut
      row dev 'failed while running' 3 zero.in --run=main fails.fut
      ;;
  esac
  # Output that cannot be written.
  if [[ -e /dev/full && $command == run ]]; then
    "$PLANISH" run good.fut <fits.in >/dev/full 2>/dev/null
    echo "run            output cannot be written     $?"
  fi
done
echo '--- an executable'
"$PLANISH" build good.fut -o good && "$PLANISH" build fails.fut -o fails
built() {
  local situation=$1 program=$2 input=$3
  shift 3
  "./$program" "$@" <"$input" >output 2>messages
  printf '%-28s %s\n' "$situation" "$?"
}
built 'done' good fits.in
built 'unknown option' good fits.in --no-such-option
built 'no such entry point' good fits.in --entry-point=other
built 'malformed values' good malformed.in
built 'values that do not fit' good unfit.in
built 'failed while running' fails zero.in
if [[ -e /dev/full ]]; then
  ./good <fits.in >/dev/full
  printf '%-28s %s\n' 'output cannot be written' "$?"
  ./good --write-runtime-to=/dev/full <fits.in >/dev/null
  printf '%-28s %s\n' 'times cannot be written' "$?"
fi
