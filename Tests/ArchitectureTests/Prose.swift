/// A passage of English: a paragraph of documentation, a comment, a message or a help text.
struct Passage: Sendable {
  enum Kind: Sendable { case comment, documentation, literal }

  let kind: Kind
  let path: String
  /// Counted from one.
  let line: Int
  let text: String

  /// The sentences, without code spans and quoted values, which are replaced by one word.
  var sentences: [String] {
    var sentences: [String] = []
    var current: [Substring] = []
    let words = Self.withoutCode(text).split { " \n\t".contains($0) }
    for (index, word) in words.enumerated() {
      current.append(word)
      let next = index + 1 < words.count ? words[index + 1].first { !"\"'([*_".contains($0) } : nil
      let ends = word.last { !"\"')]*_".contains($0) }.map(".!?:".contains) == true
      if ends, next?.isLowercase != true {
        sentences.append(current.joined(separator: " "))
        current = []
      }
    }
    if !current.isEmpty { sentences.append(current.joined(separator: " ")) }
    return sentences
  }

  /// Replaces code spans, quoted values and the targets of links.
  private static func withoutCode(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { "`'(".contains($0) }) {
      let isLink = rest[start] == "(" && rest[..<start].last == "]"
      let isQuote = rest[start] == "'" && rest[..<start].last?.isLetter != true
      let after = rest[rest.index(after: start)...]
      guard isLink || isQuote || rest[start] == "`",
        let end = after.firstIndex(of: isLink ? ")" : rest[start]), end > after.startIndex || rest[start] == "`"
      else {
        result += rest[...start]
        rest = after
        continue
      }
      result += rest[..<start] + (isLink ? "" : "Code")
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension Repository.File {
  /// The passages of a page in Markdown. Code blocks and HTML are left out.
  var documentation: [Passage] {
    var passages: [Passage] = []
    var paragraph: (line: Int, lines: [Substring]) = (0, [])
    var isCode = false
    func end() {
      guard !paragraph.lines.isEmpty else { return }
      passages.append(
        Passage(
          kind: .documentation, path: path, line: paragraph.line, text: paragraph.lines.joined(separator: " ")))
      paragraph.lines = []
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("```") { isCode.toggle() }
      if isCode || trimmed.isEmpty || trimmed.hasPrefix("```") || trimmed.hasPrefix("<") {
        end()
      } else if trimmed.hasPrefix("#") || trimmed.hasPrefix("|") {
        end()
        for part in trimmed.split(whereSeparator: { "#|".contains($0) }) {
          passages.append(Passage(kind: .documentation, path: path, line: index + 1, text: String(part)))
        }
      } else {
        let item = Self.withoutBullet(trimmed)
        if item.startIndex != trimmed.startIndex { end() }
        if paragraph.lines.isEmpty { paragraph.line = index + 1 }
        paragraph.lines.append(item)
      }
    }
    end()
    return passages
  }

  /// The comments of a Swift file. Each item of a list is a passage of its own.
  var comments: [Passage] {
    var passages: [Passage] = []
    var comment: (line: Int, lines: [Substring]) = (0, [])
    var isExample = false
    func end() {
      guard !comment.lines.isEmpty else { return }
      passages.append(
        Passage(kind: .comment, path: path, line: comment.line, text: comment.lines.joined(separator: " ")))
      comment.lines = []
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.drop { $0 == " " }
      guard trimmed.hasPrefix("//"), !trimmed.hasPrefix("// swift") else {
        end()
        isExample = false
        continue
      }
      let words = trimmed.drop { $0 == "/" }.drop { $0 == " " }
      if words.hasPrefix("```") { isExample.toggle() }
      if isExample || words.isEmpty || words.hasPrefix("```") || words.hasPrefix("|") {
        end()
        continue
      }
      var item = Self.withoutBullet(words)
      if item.startIndex != words.startIndex {
        end()
        // The name of a parameter, or `Returns`.
        let name = item.prefix { $0 != ":" }
        if name.count < item.count, name.split(separator: " ").count <= 2 { item = item.dropFirst(name.count + 1) }
      }
      if comment.lines.isEmpty { comment.line = index + 1 }
      comment.lines.append(item)
    }
    end()
    return passages
  }

  /// The string literals of a Swift file that are English: messages, help and the texts of pages.
  var messages: [Passage] {
    code.literals.flatMap { literal -> [Passage] in
      let isMarkup = ["</", "/>", "=\"", "{\"", "SELECT ", "://", "::", "WHERE "].contains(where: literal.text.contains)
      if isMarkup { return [] }
      // An indented line of help is an example.
      return literal.text.split(separator: "\n").filter { !$0.contains("  auger ") && !$0.contains("   ") }
        .filter { $0.split(separator: " ").count >= 4 }
        .map { Passage(kind: .literal, path: path, line: literal.line, text: String($0)) }
    }
  }

  private static func withoutBullet(_ line: Substring) -> Substring {
    let marker = line.prefix { !$0.isWhitespace }
    let isNumber = marker.count > 1 && marker.last == "." && marker.dropLast().allSatisfy(\.isNumber)
    guard isNumber || ["-", "*", "+"].contains(marker) else { return line }
    return line.dropFirst(marker.count).drop { $0 == " " }
  }
}
