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
complete_words planish run --backend =
complete_words planish fmt o
complete_words planish explain-error unexp
complete_words planish completion z
"$PLANISH" completion zsh | head -n 1
"$PLANISH" completion fish | grep -c '__fish_seen_subcommand_from check'
