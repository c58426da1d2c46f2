# complete.zsh FOLDER LINE REST: types LINE and a tab, and waits until the shell has completed it by REST.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='READY '; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u; echo LOAD''ED"
zpty -r shell out '*LOADED*READY *'
zpty -w -n shell "$2"$'\t'
zpty -r shell out "*$3*"
print "$2: completed"
zpty -d shell
