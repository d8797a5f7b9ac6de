import Foundation
import TestSupport

/// A page of the documentation, with its code blocks, links and headings.
struct DocumentationPage: CustomStringConvertible {
  /// The path relative to the repository.
  var path: String
  var text: String

  var description: String { path }

  struct Block {
    var language: String
    var text: String
  }

  /// A command and its output as shown on the page.
  struct Command {
    /// The command line for a shell.
    var line: String
    /// The output. Nil if the page shows none.
    var output: String?
  }

  static let all: [DocumentationPage] = {
    let folders = ["Documentation", "Sources/Auger/Auger.docc"]
    let files = folders.flatMap { folder in
      let root = Shared.repository.appendingPathComponent(folder).path
      let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }.sorted().map { "\(folder)/\($0)" }
    }
    return (["README.md", "CONTRIBUTING.md"] + files).compactMap { path in
      let file = Shared.repository.appendingPathComponent(path)
      return (try? String(contentsOf: file, encoding: .utf8)).map { DocumentationPage(path: path, text: $0) }
    }
  }()

  static func page(_ path: String) -> DocumentationPage? { all.first { $0.path == path } }

  /// The text between code fences, without the indentation of the fence.
  var blocks: [Block] {
    var blocks: [Block] = []
    var open: (indent: Int, language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      if content.hasPrefix("```") {
        if let block = open {
          blocks.append(Block(language: block.language, text: block.lines.map { "\($0)\n" }.joined()))
          open = nil
        } else {
          open = (indent, String(content.dropFirst(3)), [])
        }
      } else if var block = open {
        block.lines.append(line.dropFirst(min(indent, block.indent)))
        open = block
      }
    }
    return blocks
  }

  /// The commands in code blocks, with their output: all lines of `sh` blocks, and the line after `$ ` in other blocks.
  var commands: [Command] {
    blocks.flatMap { block -> [Command] in
      if block.language == "sh" { return Self.lines(of: block.text).map { Command(line: $0, output: nil) } }
      guard block.text.hasPrefix("$ "), let end = block.text.firstIndex(of: "\n") else { return [] }
      let line = String(block.text[..<end].dropFirst(2))
      return [Command(line: line, output: String(block.text[block.text.index(after: end)...]))]
    }
  }

  /// Returns the lines of a shell script, with continued lines joined, without comments.
  private static func lines(of text: String) -> [String] {
    text.replacing("\\\n", with: " ").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The text outside of code blocks.
  var prose: String {
    var isInside = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isInside.toggle() }
      return !isFence && !isInside
    }
    return lines.joined(separator: "\n")
  }

  /// The targets of links and pictures, outside of code.
  var links: [String] {
    let text = prose.replacing(/`[^`\n]*`/, with: "code")
    return text.matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }
      + text.matches(of: /(?:src|href|srcset)="([^"]+)"/).map { String($0.1) }
  }

  /// The fragments of links to the headings.
  var anchors: [String] {
    prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      let heading = line.drop { $0 == "#" }.drop { $0 == " " }
      return heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
  }

  /// The arguments of each `auger ...` command in code blocks and inline code.
  var mentions: [[String]] {
    let inline = prose.replacing("\n", with: " ").matches(of: /`(?:\$ )?auger ([^`]+)`/).map { String($0.1) }
    let lines = commands.map(\.line).filter { $0.hasPrefix("auger ") }.map { String($0.dropFirst(6)) }
    return (inline + lines).map { $0.split(separator: " ").map(String.init) }
  }
}
