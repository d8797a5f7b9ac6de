import ArgumentParser
import AugerDiagnostics
import Foundation

/// Rewrites the words of a command line for ArgumentParser. A value that starts with `-` is joined to its option
/// (`--sort=-value`). An expression that starts with `-` is moved after `--`. A repeated option that takes one value is
/// an error, because the parser would silently drop the first value.
enum CommandWords {
  /// Returns the rewritten words. Throws `ValidationError` if an option that takes one value is repeated.
  static func prepared(_ words: [String], for root: any ParsableCommand.Type) throws -> [String] {
    var command = root
    var start = 0
    while start < words.count,
      let found = command.configuration.subcommands.first(where: { $0.configuration.commandName == words[start] })
    {
      command = found
      start += 1
    }
    // Describing the options of a command is slow, so do it only if a word is ambiguous.
    guard command.configuration.subcommands.isEmpty, isInDoubt(words[start...]) else { return words }
    let options = try Options(of: command)
    let rest = try prepared(words[start...], options, takesExpressions: command is any TakesExpression.Type)
    return words[..<start] + rest
  }

  /// Returns true if a word can be a value that starts with `-`, or if an option is repeated.
  private static func isInDoubt(_ words: ArraySlice<String>) -> Bool {
    var seen: Set<Substring> = []
    var followsOption = false
    for word in words {
      let isOption = word.hasPrefix("-") && word != "-"
      let isShort = isOption && !word.hasPrefix("--") && word != "-o" && word != "-h"
      let name = word == "-o" ? "--output" : name(of: word)
      if isOption, isShort || followsOption || !seen.insert(name).inserted { return true }
      followsOption = isOption && !word.contains("=")
    }
    return false
  }

  private static func name(of word: String) -> Substring { word.prefix { $0 != "=" } }

  private static func prepared(
    _ words: ArraySlice<String>, _ options: Options, takesExpressions: Bool
  ) throws -> [String] {
    var prepared: [String] = []
    var expressions: [String] = []
    var given: Set<String> = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        expressions += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        prepared.append(word)
        continue
      }
      guard let option = options[name(of: word)] else {
        if takesExpressions, !word.hasPrefix("--") { expressions.append(word) } else { prepared.append(word) }
        continue
      }
      guard option.takesValue else {
        prepared.append(word)
        continue
      }
      if !option.isRepeating, !given.insert(option.name).inserted {
        throw ValidationError("\(option.name) is given twice; it takes one value.")
      }
      if !word.contains("="), let value = rest.first, value != "--", options[name(of: value)] == nil {
        rest.removeFirst()
        prepared.append("\(option.name)=\(value)")
      } else {
        prepared.append(option.name + word.dropFirst(name(of: word).count))
      }
    }
    return prepared + (expressions.isEmpty ? [] : ["--"] + expressions)
  }

  /// The options of a command, as ArgumentParser describes them.
  private struct Options {
    struct Option {
      /// The long name with its dashes.
      var name: String
      var takesValue: Bool
      var isRepeating: Bool
    }

    private var byName: [Substring: Option] = [:]

    init(of command: any ParsableCommand.Type) throws {
      let tool = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
      for argument in tool.command.arguments ?? [] {
        let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        guard let long = names.first(where: { $0.hasPrefix("--") }) ?? names.first else { continue }
        let option = Option(name: long, takesValue: argument.kind == "option", isRepeating: argument.isRepeating)
        for name in names { byName[name[...]] = option }
      }
    }

    subscript(name: Substring) -> Option? { byName[name] }

    private struct Tool: Decodable {
      struct Command: Decodable { var arguments: [Argument]? }

      struct Argument: Decodable {
        struct Name: Decodable {
          var kind: String
          var name: String
        }

        var kind: String
        var isRepeating: Bool
        var names: [Name]?
      }

      var command: Command
    }
  }
}

/// A command whose argument is an expression. A word that starts with `-` and is not an option is an expression.
protocol TakesExpression: ParsableCommand {}
