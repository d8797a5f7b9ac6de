/// The code of a Swift file: comments and the texts of string literals blanked, interpolations and line ends kept.
///
/// Not a full lexer: a regex literal that holds a quote would confuse it, and there are none.
struct SwiftCode: Sendable {
  let lines: [String]

  init(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    lines = scanner.blanked().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Identifiers and keywords of a line, `@` and `!` of `@unsafe` and `try!` included.
  static func words(of line: String) -> [String] {
    let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || "_@!".contains($0) }
    return line.split { !isPart($0) }.map(String.init)
  }

  /// The module that a line imports: `Foundation` for `public import struct Foundation.Date`.
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
      /// `depth` counts open parentheses of an interpolation.
      case code(depth: Int)
      case string(hashes: Int, isMultiline: Bool)
    }

    let bytes: [UInt8]
    var index = 0
    var result: [UInt8] = []
    var states: [State] = [.code(depth: 0)]

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
        skip(hashes + (isMultiline ? 3 : 1))
      } else {
        let byte = bytes[index]
        if states.count > 1, byte == UInt8(ascii: ")"), depth == 0 {
          states.removeLast()
        } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
          states[states.count - 1] = .code(depth: depth + (byte == UInt8(ascii: "(") ? 1 : -1))
        }
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
      } else if starts("\\\(marks)") {
        skip(hashes + 2)
      } else if starts((isMultiline ? "\"\"\"" : "\"") + marks) {
        skip((isMultiline ? 3 : 1) + hashes)
        states.removeLast()
      } else {
        skip(1)
      }
    }
  }
}
