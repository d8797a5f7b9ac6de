/// The code of a Swift file. Spaces replace comments and string literals, but interpolations and line breaks remain.
///
/// This is not a complete lexer: a regex literal with a quote would confuse it. The sources contain no such literal.
struct SwiftCode: Sendable {
  /// The text of a string literal, or of several that `+` joins.
  struct Literal: Sendable {
    /// Counted from one.
    let line: Int
    /// Each interpolation is replaced by `{}`.
    var text: String
  }

  let lines: [String]
  let literals: [Literal]

  init(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    lines = scanner.blanked().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    literals = scanner.literals
  }

  /// Returns the identifiers and keywords of a line, with the `@` and `!` of `@unsafe` and `try!`.
  static func words(of line: String) -> [String] {
    let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || "_@!".contains($0) }
    return line.split { !isPart($0) }.map(String.init)
  }

  /// Returns the module that a line imports, for example `Foundation` for `public import struct Foundation.Date`.
  static func importedModule(of line: String) -> String? {
    var words = line.split { " .\t".contains($0) }.map(String.init)
    let leading: Set<String> = ["public", "package", "internal", "private", "fileprivate"]
    while let first = words.first, leading.contains(first) || first.hasPrefix("@") { words.removeFirst() }
    guard words.first == "import", words.count > 1 else { return nil }
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return kinds.contains(words[1]) ? words.dropFirst(2).first : words[1]
  }

  private struct Scanner {
    enum State {
      /// `depth` is the number of open parentheses in an interpolation.
      case code(depth: Int)
      case string(hashes: Int, isMultiline: Bool)
    }

    let bytes: [UInt8]
    var index = 0
    var result: [UInt8] = []
    var states: [State] = [.code(depth: 0)]
    var line = 1
    var literals: [Literal] = []
    /// The literals whose end was not reached, from the outermost.
    var open: [(line: Int, bytes: [UInt8])] = []
    /// True while only spaces and `+` follow the last literal.
    var canContinue = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func blanked() -> [UInt8] {
      while index < bytes.count, let state = states.last {
        switch state {
        case .code(let depth): code(depth)
        case .string(let hashes, let isMultiline): string(hashes, isMultiline)
        }
      }
      return result
    }

    private func starts(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(index + offset).starts(with: text.utf8)
    }

    private mutating func skip(_ count: Int) {
      for byte in bytes[index..<min(index + count, bytes.count)] {
        result.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        if byte == UInt8(ascii: "\n") { line += 1 }
      }
      index += count
    }

    private mutating func code(_ depth: Int) {
      let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
      if starts("//") {
        skip(bytes[index...].prefix { $0 != UInt8(ascii: "\n") }.count)
      } else if starts("/*") {
        blockComment()
      } else if starts("\"", at: hashes) {
        let isMultiline = starts("\"\"\"", at: hashes)
        states.append(.string(hashes: hashes, isMultiline: isMultiline))
        open.append((line, []))
        skip(hashes + (isMultiline ? 3 : 1))
      } else {
        let byte = bytes[index]
        if states.count > 1, byte == UInt8(ascii: ")"), depth == 0 {
          states.removeLast()
        } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
          states[states.count - 1] = .code(depth: depth + (byte == UInt8(ascii: "(") ? 1 : -1))
        }
        if byte == UInt8(ascii: "\n") { line += 1 }
        if !" +\n".utf8.contains(byte) { canContinue = false }
        result.append(byte)
        index += 1
      }
    }

    private mutating func blockComment() {
      var depth = 0
      repeat {
        if starts("/*") {
          depth += 1
          skip(2)
        } else if starts("*/") {
          depth -= 1
          skip(2)
        } else {
          skip(1)
        }
      } while depth > 0 && index < bytes.count
    }

    private mutating func string(_ hashes: Int, _ isMultiline: Bool) {
      let marks = String(repeating: "#", count: hashes)
      if starts("\\\(marks)(") {
        skip(hashes + 2)
        states.append(.code(depth: 0))
        append("{}".utf8)
      } else if starts("\\\(marks)") {
        let escaped = bytes.dropFirst(index + hashes + 1).first
        if isMultiline, escaped == UInt8(ascii: "\n") {
          skip(hashes + 2)
          skip(bytes[index...].prefix { $0 == UInt8(ascii: " ") }.count)
        } else {
          append(escaped == UInt8(ascii: "n") ? "\n".utf8 : String(decoding: [escaped ?? 0], as: UTF8.self).utf8)
          skip(hashes + 2)
        }
      } else if starts((isMultiline ? "\"\"\"" : "\"") + marks) {
        skip((isMultiline ? 3 : 1) + hashes)
        states.removeLast()
        close()
      } else {
        append(CollectionOfOne(bytes[index]))
        skip(1)
      }
    }

    private mutating func append(_ text: some Sequence<UInt8>) {
      guard !open.isEmpty else { return }
      open[open.count - 1].bytes.append(contentsOf: text)
    }

    private mutating func close() {
      guard let (line, bytes) = open.popLast() else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if canContinue, open.isEmpty, !literals.isEmpty {
        literals[literals.count - 1].text += text
      } else {
        literals.append(Literal(line: line, text: text))
      }
      canContinue = open.isEmpty
    }
  }
}
