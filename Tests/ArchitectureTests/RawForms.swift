/// Finds Swift expressions that can crash the process for some numbers.
enum RawForms {
  static let integers = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
  ]

  /// The modules below `AugerColumns`, which cannot import the deprecated conversions.
  static let below = ["Sources/AugerDiagnostics/", "Sources/AugerDocuments/", "Fixtures/Generator/"]

  /// Returns lines that convert to an integer without a label, as in `Int(x)`, or pass the conversion as `Int.init`.
  static func conversions(in code: SwiftCode) -> [Int] {
    code.lines.indices.filter { number in
      let line = code.lines[number]
      return integers.contains { type in
        line.ranges(of: type + "(").contains { found in
          guard isWordStart(found.lowerBound, in: line) else { return false }
          let argument = line[found.upperBound...].drop { $0 == " " }
          let label = argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          return !argument[label.endIndex...].hasPrefix(":")
        } || line.ranges(of: type + ".init").contains { isWordStart($0.lowerBound, in: line) }
      }
    }
  }

  /// Returns the line of each range with a bound that is not a literal. `0..<n` is excluded because counts are not
  /// negative.
  static func ranges(in code: SwiftCode) -> [Int] {
    code.lines.indices.flatMap { number in
      let line = withoutCharacters(code.lines[number])
      return ["...", "..<"].flatMap { line.ranges(of: $0) }.filter { found in
        let before = line[..<found.lowerBound]
        let after = line[found.upperBound...]
        guard let left = operand(endOf: before), let right = operand(startOf: after) else { return false }
        if isLiteral(left), isLiteral(right) { return false }
        return !(line[found] == "..<" && left == "0")
      }.map { _ in number }
    }
  }

  /// Returns the word or bracket at the end of `text`. Nil before a postfix range.
  private static func operand(endOf text: Substring) -> String? {
    let trimmed = text.last == " " ? text.dropLast() : text
    guard let last = trimmed.last, last.isLetter || last.isNumber || "_)]}".contains(last) else { return nil }
    let word = trimmed.reversed().prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    return word.isEmpty ? String(last) : String(String(word).reversed())
  }

  /// Returns the word or bracket at the start of `text`. Nil after a prefix range or a variadic parameter.
  private static func operand(startOf text: Substring) -> String? {
    let trimmed = text.first == " " ? text.dropFirst() : text
    guard let first = trimmed.first, first.isLetter || first.isNumber || "_(-.[$".contains(first) else { return nil }
    if text.first == " ", first == "(" { return nil }
    return String(trimmed.prefix { $0.isLetter || $0.isNumber || "_.-".contains($0) })
  }

  private static func isLiteral(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "." }
    return digits.first?.isNumber == true
  }

  private static func isWordStart(_ index: String.Index, in line: String) -> Bool {
    guard index > line.startIndex else { return true }
    let before = line[line.index(before: index)]
    return !(before.isLetter || before.isNumber || before == "_")
  }

  /// Returns the line with `UInt8(ascii: "a")` replaced by a number literal.
  private static func withoutCharacters(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let found = rest.firstRange(of: "UInt8(ascii:") {
      result += rest[..<found.lowerBound] + "0"
      rest = rest[found.upperBound...].drop { $0 != ")" }.dropFirst()
    }
    return result + rest
  }
}
