import AugerCSV
import AugerColumns
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Field readers accept the same numbers as Python. `NumberJudgeTests` checks the other readers.
@Suite("CSV: numbers match Python")
struct JudgedNumberTests {
  private struct Line {
    var text: String
    /// The decimal value. Nil if the text is not a number or does not fit.
    var decimal: String?
    var int: Int64?
    var double: Double?

    /// The digits before the decimal point or the exponent.
    private var wholeDigits: Substring.UTF8View {
      text.utf8.drop { $0 == 0x2B || $0 == 0x2D }.prefix { (0x30...0x39).contains($0) }
    }

    /// True for identifiers such as `007`.
    var hasLeadingZero: Bool { wholeDigits.count > 1 && wholeDigits.first == 0x30 }

    /// True for telephone numbers such as `+4930123456`, which are not whole numbers.
    var isTelephoneNumber: Bool { text.utf8.first == 0x2B && wholeDigits.count > 6 }
  }

  private let lines: [Line]

  init() throws {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Numbers/judged.txt")
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Line(
        text: parts[0], decimal: parts[1] == "-" ? nil : parts[1], int: Int64(parts[2]),
        double: UInt64(parts[3], radix: 16).map { Double(bitPattern: $0) })
    }
    #expect(lines.count > 600)
  }

  @Test("integers match, except identifiers and telephone numbers")
  func integers() {
    for line in lines {
      let expected = line.hasLeadingZero || line.isTelephoneNumber ? nil : line.int
      #expect(FieldReader.int64(Array(line.text.utf8).span) == expected, "\(line.text)")
    }
  }

  @Test("floats match bit for bit, except identifiers")
  func floats() {
    for line in lines {
      let value = FieldReader.float64(Array(line.text.utf8).span)
      #expect(value?.bitPattern == (line.hasLeadingZero ? nil : line.double?.bitPattern), "\(line.text)")
    }
  }

  /// Spaces around a field are not part of its value.
  @Test("decimals of a declared column are exact or null", arguments: [0, 6, 38])
  func decimals(scale: Int) throws {
    let text = "k,n\n" + lines.map { "x,\"\($0.text)\"\n" }.joined()
    let options = [
      SourceOption("header", "true"), SourceOption("delimiter", "comma"), SourceOption("onError", "null"),
      SourceOption("columns", ["k: string", "n: decimal(38,\(scale))"]),
    ]
    let table = try read(text, options).table
    let values = try #require(table["n"]).scalars
    try #require(values.count == lines.count)
    for (line, value) in zip(lines, values) where line.text.utf8.allSatisfy({ $0 != 0x20 }) {
      let parts = (line.decimal ?? "").split(separator: ".")
      let places = parts.dropFirst().first?.utf8.count ?? 0
      let wholes = parts.first?.utf8.drop { $0 == 0x2D || $0 == 0x30 }.count ?? 0
      let fits = line.decimal != nil && places <= scale && wholes <= 38 - scale
      let found = value.isNull ? nil : Decimal128("\(value)")?.normalized.description
      #expect(found == (fits ? line.decimal : nil), "\(line.text)")
    }
  }
}
