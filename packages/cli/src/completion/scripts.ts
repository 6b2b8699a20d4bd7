/** What shells need to ask the command itself for the words that could be meant. */

const bash = `# ectropy completion for bash. Put into your ~/.bashrc:  source <(ectropy completion bash)
_ectropy() {
  local line="\${COMP_LINE:0:COMP_POINT}" current rest word
  local -a words=()
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current="\${words[\${#words[@]}-1]}"
  # Bash replaces only what stands behind the last sign at which it breaks words.
  rest="$current"
  [[ $COMP_WORDBREAKS == *=* ]] && rest="\${rest##*=}"
  [[ $COMP_WORDBREAKS == *:* ]] && rest="\${rest##*:}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ $word == ':files' ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$rest")
      return
    fi
    COMPREPLY+=("\${word:\${#current}-\${#rest}}")
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
}
complete -F _ectropy ectropy
`;

const zsh = `#compdef ectropy
# ectropy completion for zsh. Put into your ~/.zshrc, behind compinit:  source <(ectropy completion zsh)
_ectropy() {
  local line word about
  local -a found
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      _files
      return
    fi
    word="\${line%%$'\\t'*}"
    about=""
    [[ $line == *$'\\t'* ]] && about="\${line#*$'\\t'}"
    found+=("\${word//:/\\\\:}\${about:+:$about}")
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'ectropy' found
}
if [[ \${funcstack[1]} == _ectropy ]]; then _ectropy "$@"; else compdef _ectropy ectropy; fi
`;

const fish = `# ectropy completion for fish. Put into your configuration:  ectropy completion fish | source
function __ectropy_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
    if test "$found[1]" = ':files'
        __fish_complete_path "$current"
    else
        printf '%s\\n' $found
    end
end
complete -c ectropy -f -a '(__ectropy_complete)'
`;

export const scripts = { bash, zsh, fish } as const;
