# complete.fish FOLDER LINE...: what each LINE can be completed by.
for file in $argv[1]/*.fish
    source $file
end
for line in $argv[2..]
    complete -C $line
end
