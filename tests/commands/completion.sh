"$PLANISH" completion bash >planish.bash
bash -n planish.bash && echo "bash reads it"
source ./planish.bash
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _planish
  echo "$*: ${COMPREPLY[*]}"
}
touch one.fut two.txt
complete_words planish ch
complete_words planish check --
complete_words planish check --color = n
complete_words planish check --color n
complete_words planish check --color=n
complete_words planish run --backend =
complete_words planish run --thr
complete_words planish run --threads =
complete_words planish run --disable-pass = cs
complete_words planish test --passes = cpu
complete_words planish bench --json = tw
complete_words planish check --json o
complete_words planish fmt o
complete_words planish explain-error unexp
complete_words planish completion z
echo '--- as typed'
touch 'two words.fut' times.json
export PS1='> ' INPUTRC=/dev/null HISTFILE=
python3 "$HERE/type_keys.py" "$(command -v bash)" --norc --noprofile -i <<'END'
planish() { printf '<%s>' "$@"; echo; }; source ./planish.bash; echo re''ady\r=>ready
planish run --thr\t4 --ba\ti\tone\t\r=><run><--threads=4><--backend=interp><one.fut>
planish run --backend \t\t~>cpu     interp
c\t\r=><run><--backend><cpu>
planish bench --comp\tti\t two\t\r=><bench><--compare=times.json><two words.fut>
planish run --dump-a\tsimplif\t\r=><run><--dump-after=simplify>
exit\r=>
END
echo "=> $?"
"$PLANISH" completion zsh | head -n 1
"$PLANISH" completion fish | grep -c '__fish_seen_subcommand_from check'
