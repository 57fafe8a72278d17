// The completion for bash, from version 4.

import Foundation

/// A script for bash, which needs no other.
struct BashCompletion {
  let root: Command

  var text: String {
    """
    # Completes the command line of \(root.name) in bash. Written by Scripts/manual; do not edit.

    # Sets `words` to the commands that may follow the line $1; fails if none may.
    _upright_commands() {
      case $1 in
    \(commands)
      *) return 1 ;;
      esac
    }

    # Sets `words` to the options of the command $1.
    _upright_options() {
      case $1 in
    \(options)
      *) words='--help' ;;
      esac
    }

    # Sets `kind` and `words` to what is offered as the value of option $2 of the command $1, or as its argument number
    # $2; fails for an option without a value, and for an argument too many.
    _upright_value() {
      words=''
      case "$1 $2" in
    \(values)
      *) return 1 ;;
      esac
    }

    \(Self.engine)

    """
  }

  private var commands: String {
    root.groups.map { line, commands in
      "  \(quoted(line))) words=\(quoted(commands.map { $0.words[$0.words.count - 1] }.joined(separator: " "))) ;;"
    }.joined(separator: "\n")
      .replacing("  \(quoted(root.name))) words='", with: "  \(quoted(root.name))) words='help ")
  }

  private var options: String {
    root.all.map { command in
      "  \(quoted(command.name))) words=\(quoted(command.options.flatMap(\.typedNames).joined(separator: " "))) ;;"
    }.joined(separator: "\n")
  }

  private var values: String {
    Place.collected(of: root).map { candidates, keys in
      let (kind, words) = candidates.spelled
      return "  " + keys.map(quoted).joined(separator: " | \\\n    ")
        + ")\n    kind=\(kind) words=\(quoted(words.joined(separator: " "))) ;;"
    }.joined(separator: "\n")
  }

  /// Finds out where in the line the cursor is, and offers what fits.
  private static let engine = #"""
    # Adds the folders that begin with $1 and, if files are asked for, those with an extension in `words`, or all.
    _upright_paths() {
      local path fits restore
      restore=$(shopt -p nocasematch)
      shopt -s nocasematch
      while IFS= read -r path; do
        fits=''
        if [[ $kind == files ]]; then
          [[ ! $words || ($path == *.* && " $words " == *" ${path##*.} "*) ]] && fits=1
        fi
        if [[ $fits || -d ${path/#\~\//$HOME/} ]]; then COMPREPLY+=("$prefix$path"); fi
      done < <(compgen -f -- "$1")
      eval "$restore"
      compopt -o filenames 2>/dev/null
    }

    _upright() {
      local words='' kind=none command=upright option='' literal='' prefix='' word
      local -i position=1 index=1
      local cur=${COMP_WORDS[COMP_CWORD]}
      COMPREPLY=()
      while ((index < COMP_CWORD)); do
        word=${COMP_WORDS[index]}
        if [[ $literal ]]; then
          position+=1
        elif [[ $word == -- ]]; then
          literal=1
        elif [[ $word == -* ]]; then
          if _upright_value "$command" "$word"; then
            # bash makes --edge=trim three words.
            [[ ${COMP_WORDS[index + 1]-} == '=' ]] && index+=1
            index+=1
            ((index >= COMP_CWORD)) && option=$word
          fi
        elif _upright_commands "$command" && [[ " $words " == *" $word "* ]]; then
          command+=" $word"
        else
          position+=1
        fi
        index+=1
      done
      [[ $cur == '=' ]] && cur=''
      if [[ $cur == --*=* && ! $literal ]]; then
        option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
      fi

      kind=none words=''
      if [[ $option ]]; then
        _upright_value "$command" "$option"
      elif [[ $cur == -* && ! $literal ]]; then
        kind=words
        _upright_options "$command"
      elif _upright_commands "$command"; then
        kind=words
      else
        _upright_value "$command" $position || _upright_value "$command" + || kind=none
      fi

      # The word as it would be without quotes.
      cur=${cur#[\"\']}
      cur=${cur//\\/}
      case $kind in
      words)
        for word in $words; do
          if [[ $word == "$cur"* ]]; then COMPREPLY+=("$prefix$word"); fi
        done
        ;;
      files | folders) _upright_paths "$cur" ;;
      esac
    }

    complete -F _upright upright
    """#
}
