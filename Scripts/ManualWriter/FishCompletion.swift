// The completion for fish, from version 3.

import Foundation

/// A script for fish. One function answers for all places, because fish asks every condition of every line each time.
struct FishCompletion {
  let root: Command

  var text: String {
    """
    # Completes the command line of \(root.name) in fish. Written by Scripts/manual; do not edit.

    # Prints the commands that may follow the line $argv[1]; fails if none may.
    function __upright_commands
        switch $argv[1]
    \(commands)
            case '*'
                return 1
        end
    end

    # Prints the options of the command $argv[1].
    function __upright_options
        switch $argv[1]
    \(options)
        end
    end

    # Sets __upright_kind and __upright_words to what is offered as the value of option $argv[2] of the command
    # $argv[1], or as its argument number $argv[2]; fails for an option without a value, and for an argument too many.
    function __upright_value
        switch "$argv"
    \(values)
            case '*'
                return 1
        end
        return 0
    end

    \(Self.engine)

    """
  }

  private func rows(_ rows: [(String, String)]) -> String {
    "            printf '%s\\t%s\\n'"
      + rows.map { " \\\n                \(Self.quoted($0.0)) \(Self.quoted($0.1))" }.joined()
  }

  private var commands: String {
    root.groups.map { line, commands in
      let help = line == root.name ? [("help", "Show the help of a command")] : []
      return "        case \(Self.quoted(line))\n    "
        + rows(commands.map { ($0.words[$0.words.count - 1], $0.summary) } + help)
    }.joined(separator: "\n")
  }

  private var options: String {
    root.all.map { command in
      "        case \(Self.quoted(command.name))\n    "
        + rows(command.options.flatMap { option in option.typedNames.map { ($0, option.summary(of: $0)) } })
    }.joined(separator: "\n")
  }

  private var values: String {
    Place.collected(of: root).map { candidates, keys in
      let (kind, words) = candidates.spelled
      return "        case " + keys.map(Self.quoted).joined(separator: " \\\n            ")
        + "\n            set -g __upright_kind \(kind)"
        + "\n            set -g __upright_words \(words.map(Self.quoted).joined(separator: " "))"
    }.joined(separator: "\n")
  }

  /// In fish, a backslash escapes within single quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  /// Finds out where in the line the cursor is, and offers what fits.
  private static let engine = #"""
    # Prints the folders and, if they are asked for, the files that fit the word $argv[1], each after $argv[2].
    function __upright_paths
        for line in (complete -C "'' $argv[1]")
            set -l path (string split -m 1 \t -- $line)[1]
            if string match -q '*/' -- $path
                or test $__upright_kind = files -a (count $__upright_words) -eq 0
                or begin
                    test $__upright_kind = files
                    and contains -- (string lower -- (string split -r -m 1 . -- $path)[-1]) $__upright_words
                end
                printf '%s\n' $argv[2]$path
            end
        end
    end

    function __upright_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l command upright
        set -l option ''
        set -l literal no
        set -l position 1
        set -e words[1]
        for word in $words
            if test -n "$option"
                set option ''
            else if test $literal = yes
                set position (math $position + 1)
            else if test "$word" = --
                set literal yes
            else if string match -q -- '-*' $word
                __upright_value $command $word
                and set option $word
            else if __upright_commands $command | string match -q -- $word\t'*'
                set command "$command $word"
            else
                set position (math $position + 1)
            end
        end

        set -l prefix ''
        if test $literal = no
            and string match -q -- '--*=*' $current
            set option (string split -m 1 = -- $current)[1]
            set prefix $option=
            set current (string split -m 1 = -- $current)[2]
        end
        if test -n "$option"
            __upright_value $command $option
            or return
        else if test $literal = no
            and string match -q -- '-*' $current
            __upright_options $command
            return
        else if __upright_commands $command
            return
        else
            __upright_value $command $position
            or __upright_value $command +
            or return
        end
        switch $__upright_kind
            case words
                printf '%s\n' "$prefix"$__upright_words
            case files folders
                __upright_paths "$current" $prefix
        end
    end

    complete -c upright -f -k -a '(__upright_complete)'
    """#
}
