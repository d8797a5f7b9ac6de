import AugerColumns
import Foundation
import TestSupport
import Testing

/// Numbers with 1 to 60 digits have the same value as in Python's `decimal`. Scripts/number-judge.py records the
/// values.
@Suite struct NumberJudgeTests {
  private struct Line {
    var text: String
    /// The decimal value. Nil if the text is not a number or does not fit.
    var decimal: String?
    var int: Int64?
    var double: Double?
  }

  private static func lines() throws -> [Line] {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Numbers/judged.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return lines.map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Line(
        text: parts[0], decimal: parts[1] == "-" ? nil : parts[1], int: Int64(parts[2]),
        double: UInt64(parts[3], radix: 16).map { Double(bitPattern: $0) })
    }
  }

  @Test func decimalsMatchPython() throws {
    let lines = try Self.lines()
    #expect(lines.count > 600)
    for line in lines {
      let value = Decimal128(line.text)
      #expect(value?.normalized.description == line.decimal, "\(line.text)")
      if let value { #expect(Decimal128(value.description) == value, "\(line.text)") }
    }
  }

  @Test func scalarsMatchPython() throws {
    for line in try Self.lines() {
      #expect(Scalar(text: line.text, type: .int64) == line.int.map { .int($0) }, "\(line.text)")
      let float = Scalar(text: line.text, type: .float64)
      #expect(float?.doubleValue?.bitPattern == line.double?.bitPattern, "\(line.text)")
      for scale in [0, 6, 38] {
        let decimal = Scalar(text: line.text, type: .decimal(precision: 38, scale: scale))
        let places = line.decimal?.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        let wholes = line.decimal?.split(separator: ".").first?.utf8.drop { $0 == 0x2D || $0 == 0x30 }.count ?? 0
        #expect((decimal != nil) == (line.decimal != nil && places <= scale && wholes <= 38 - scale), "\(line.text)")
      }
    }
  }

  @Test func doublesEqualTheirShortestDecimals() throws {
    for line in try Self.lines() {
      guard let double = line.double, let shown = Decimal128(shortest: double) else { continue }
      #expect(shown.doubleValue == double, "\(line.text)")
    }
    #expect(Decimal128(shortest: 1e-7)?.description == "0.0000001")
    #expect(Decimal128(shortest: 1.5e30)?.description == "1500000000000000000000000000000")
    #expect(Decimal128(shortest: 1e38) == nil)
    #expect(Decimal128(shortest: .infinity) == nil)
  }

  @Test func numberWith39DigitsIsNotADecimal() {
    #expect(Decimal128("340282366920938463463374607431768211457") == nil)
    #expect(Decimal128("-170141183460469231731687303715884105728") == nil)
    #expect(Decimal128("99999999999999999999999999999999999999")?.unscaled == Decimal128.powersOfTen[38] - 1)
  }

  @Test func excessZerosAreDropped() {
    #expect(Decimal128("0." + String(repeating: "0", count: 60))?.scale == 38)
    #expect(Decimal128("1.5" + String(repeating: "0", count: 60))?.description.hasPrefix("1.5000") == true)
    #expect(Decimal128("0." + String(repeating: "0", count: 60) + "1") == nil)
  }
}

@Suite struct DecimalBoundTests {
  private static let most = Decimal128(unscaled: Decimal128.limit - 1, scale: 0)
  private static let extremes = [Int128.min, -Decimal128.limit, -1, 0, 1, Decimal128.limit, .max].flatMap { unscaled in
    [0, 1, 37, 38].map { Decimal128(unscaled: unscaled, scale: $0) }
  }

  @Test func oversizedSumsAreNil() {
    #expect(Self.most.adding(Decimal128(1)) == nil)
    #expect(Self.most.adding(Self.most) == nil)
    #expect(Self.most.subtracting(Self.most)?.unscaled == 0)
    #expect(Self.most.negated.subtracting(Decimal128(1)) == nil)
    #expect(Self.most.multiplied(by: 2) == nil)
  }

  @Test func extremeArithmeticDoesNotTrap() {
    for a in Self.extremes {
      _ = (a.normalized, a.doubleValue, a.description, a.hashValue, a.negated, Scalar.decimal(a).type)
      for scale in [0, 1, 38] { _ = (a.rescaled(to: scale), a.fitted(precision: 38, scale: scale)) }
      for b in Self.extremes {
        _ = (a.adding(b), a.subtracting(b), a.multiplied(by: b.unscaled), Scalar.decimal(a) == .decimal(b))
        #expect((a < b) == (Scalar.compare(.decimal(a), .decimal(b)) < 0))
      }
    }
  }
}
