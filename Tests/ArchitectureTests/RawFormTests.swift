import AugerColumns
import Testing

/// No number crashes the process: intervals of computed numbers are `Bounds`, and `init(clamping:)` converts to
/// integers. The compiler finds trapping conversions; these tests check that its check is active in every file.
@Suite struct RawFormTests {
  @Test func intervalsOfDoublesAreBounds() throws {
    let forms = ["ClosedRange<Double>", "Range<Double>", "ClosedRange<Float>", "uncheckedBounds"]
    let isPublic = Set(ReviewedRanges.publicIntervals)
    for file in try Repository.sources() where !isPublic.contains(file.name) {
      for (number, line) in file.code.lines.enumerated() {
        #expect(!forms.contains(where: line.contains), "\(file.path):\(number + 1): use Bounds")
      }
    }
  }

  @Test func rangesWithComputedEndsAreReviewed() throws {
    let reviewed = ReviewedRanges.groups.flatMap(\.files)
    #expect(Set(reviewed.map(\.path)).count == reviewed.count, "a file is listed twice")
    var known = Dictionary(reviewed.map { ($0.path, $0.count) }, uniquingKeysWith: { first, _ in first })
    for file in try Repository.sources() where !file.path.hasPrefix("Fixtures/") {
      let lines = RawForms.ranges(in: file.code)
      let expected = known.removeValue(forKey: file.path) ?? 0
      #expect(
        lines.count == expected,
        """
        \(file.path) has \(lines.count) ranges with computed ends, reviewed are \(expected): can data, an address or a
        definition reverse one? Lines \(lines.map { $0 + 1 })
        """)
    }
    #expect(known.keys.sorted() == [], "listed, and not there any more")
  }

  /// The compiler rejects a trapping conversion only in files that import the deprecated initializers.
  @Test func filesThatConvertImportTheDeprecatedConversions() throws {
    for file in try Repository.sources() where !file.path.hasPrefix("Sources/AugerColumns/") {
      let lines = RawForms.conversions(in: file.code)
      guard !lines.isEmpty else { continue }
      if RawForms.below.contains(where: file.path.hasPrefix) || ReviewedRanges.withoutColumns.contains(file.path) {
        let floats = file.code.lines.indices.filter { number in
          SwiftCode.words(of: file.code.lines[number]).contains { $0 == "Double" || $0 == "Float" }
            && lines.contains(number)
        }
        let isReviewed = ReviewedRanges.conversionsBelow.contains(file.path)
        #expect(floats.isEmpty || isReviewed, "\(file.path):\(floats.map { $0 + 1 }): use init(clamping:)")
        continue
      }
      let imports = file.code.lines.compactMap(SwiftCode.importedModule)
      #expect(
        imports.contains("AugerColumns"),
        "\(file.path):\(lines.map { $0 + 1 }) converts to an integer: import AugerColumns for the compiler's check"
      )
    }
  }

  @Test func everyIntegerHasADeprecatedConversion() throws {
    let file = try #require(try Repository.sources().first { $0.name == "RawForms.swift" })
    let lines = file.code.lines
    for type in RawForms.integers {
      let place = try #require(lines.firstIndex { $0.hasPrefix("extension \(type) {") }, "\(type)")
      #expect(lines[place + 1].contains("@available(*, deprecated"))
      #expect(lines[place + 2].contains("package init(_ value: Double) { self.init(clamping: value) }"))
    }
    let package = try #require(try Repository.files().first { $0.path == "Package.swift" })
    #expect(package.text.contains(".treatAllWarnings(as: .error)"))
  }

  /// In this package, `Int(x)` resolves to the deprecated initializer, which does not trap.
  private struct Planted: Converting {
    @available(*, deprecated) func converted(_ value: Double) -> [Int128] {
      [
        Int128(Int(value)), Int128(Int8(value)), Int128(Int16(value)), Int128(Int32(value)), Int128(Int64(value)),
        Int128(value), Int128(clamping: UInt(value)), Int128(UInt8(value)), Int128(UInt16(value)),
        Int128(UInt32(value)), Int128(clamping: UInt64(value)), Int128(clamping: UInt128(value)),
      ]
    }
  }

  @Test func unlabeledConversionIsDeprecated() {
    let planted: any Converting = Planted()
    #expect(planted.converted(.nan).allSatisfy { $0 == 0 })
    #expect(planted.converted(2.9).allSatisfy { $0 == 2 })
    #expect(planted.converted(.infinity)[0] == Int128(Int.max) && planted.converted(-1e300)[0] == Int128(Int.min))
    #expect(planted.converted(-0.5).allSatisfy { $0 == 0 } && planted.converted(300)[1] == 127)
  }

  @Test func scanFindsRangesAndConversions() {
    func ranges(_ text: String) -> Int { RawForms.ranges(in: SwiftCode(text)).count }
    func conversions(_ text: String) -> Int { RawForms.conversions(in: SwiftCode(text)).count }
    #expect(ranges("let range = low...high") == 1 && ranges("for i in first..<last {") == 1)
    #expect(ranges("let r = min(a, b)...max(a, b)") == 1 && ranges("return -a ... -b") == 1)
    #expect(ranges("a[start...] + b[...end]") == 0 && ranges("0..<count") == 0 && ranges("(0...9).contains(x)") == 0)
    #expect(
      ranges("func f(_ x: Int...) // a...b") == 0 && ranges("case UInt8(ascii: \"0\")...UInt8(ascii: \"9\")") == 0)
    #expect(conversions("let x = Int(value.rounded())") == 1 && conversions("x.map(Int32.init)") == 1)
    #expect(conversions("Int(clamping: value) + MyInt(value) + Int(exactly: value)") == 0)
  }
}

private protocol Converting {
  func converted(_ value: Double) -> [Int128]
}
