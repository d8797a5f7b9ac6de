import Foundation
import TestSupport
import Testing

/// `auger explain` and `auger functions` print the output that the documentation shows.
@Suite struct ExplainTests {
  private static let page = Shared.repository.appendingPathComponent("Documentation/expressions.md")

  /// Returns the commands of a page with their output, from blocks that begin with `$ auger`.
  private func examples() throws -> [(command: String, output: String)] {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    return text.components(separatedBy: "```\n").filter { $0.hasPrefix("$ auger ") }.map { block in
      let end = block.firstIndex(of: "\n") ?? block.endIndex
      return (String(block[..<end].dropFirst(8)), String(block[end...].dropFirst()))
    }
  }

  @Test func pageShowsTheOutputOfTheCommand() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "month,region,amount\n2024-01-31,North,10\n2024-02-29,South,\n2024-03-31,North,30\n", to: "sales.csv")
    let examples = try examples()
    #expect(examples.count >= 6)
    for (command, output) in examples {
      let run = try Auger(Self.words(command), in: folder.root)
      #expect(run.output + run.errors == output, "auger \(command)")
    }
  }

  /// Splits a command line like a shell, with single quotes.
  private static func words(_ command: String) -> [String] {
    var words: [String] = []
    for (index, part) in command.components(separatedBy: "'").enumerated() {
      if index % 2 == 1 {
        words.append(part)
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }

  @Test func unknownFunctionHasASuggestion() throws {
    let run = try Auger(["functions", "flor"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("Did you mean 'Floor'?"))
  }

  @Test func functionsAreListedWithTheirSignatures() throws {
    let list = try Auger(["functions"]).output
    #expect(list.contains("MovingAverage(x, n)"))
    let help = try Auger(["functions", "min"]).output
    #expect(help.components(separatedBy: "Min(a, b, ...)").count == 2)
    #expect(help.contains("min(x)"))
  }
}
