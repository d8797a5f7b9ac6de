import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct BitmapTests {
  @Test func slicesSeeTheSameBits() {
    let bits = (0..<300).map { $0 % 3 == 0 || $0 % 7 == 0 }
    let bitmap = Bitmap(bits)
    #expect(bitmap.trueCount == bits.count { $0 })
    for range in [0..<300, 1..<300, 63..<65, 64..<128, 65..<257, 299..<300, 150..<150] {
      let slice = bitmap[range]
      #expect((0..<slice.count).map { slice[$0] } == Array(bits[range]))
      #expect(slice.trueCount == bits[range].count { $0 })
      #expect(slice.trueIndices.map(Int.init) == bits[range].indices.filter { bits[$0] }.map { $0 - range.lowerBound })
      #expect(slice.inverted.trueCount == slice.falseCount)
      #expect(Bitmap(words: slice.alignedWords, count: slice.count) == slice)
    }
  }

  @Test func validityNeedsNoMemoryWithoutNulls() {
    var builder = ValidityBuilder()
    for _ in 0..<100 { builder.appendPresent() }
    #expect(builder.finish() == nil)
    for row in 0..<100 { if row == 77 { builder.appendNull() } else { builder.appendPresent() } }
    let validity = builder.finish()
    #expect(validity?.falseCount == 1)
    #expect(validity?[77] == false)
  }
}

@Suite struct ColumnTests {
  @Test func codesAreAsNarrowAsTheDictionaryAllows() throws {
    for (distinct, isWidth) in [
      (256, { (c: Codes) in if case .uint8 = c { true } else { false } }),
      (257, { (c: Codes) in if case .uint16 = c { true } else { false } }),
      (65_537, { (c: Codes) in if case .uint32 = c { true } else { false } }),
    ] {
      let column = Column((0..<distinct).map { "s\($0)" })
      guard case .string(let codes, let dictionary) = column.values else { Issue.record("no strings"); return }
      #expect(isWidth(codes))
      #expect(dictionary.count == distinct)
      try column.validate()
      #expect(column[distinct - 1] == .string("s\(distinct - 1)"))
    }
  }

  @Test func slicingAndGatheringKeepValuesAndNulls() throws {
    let column = Column([1, nil, 3, nil, 5] as [Int64?])
    #expect(column[1..<4].scalars == [.null, .int(3), .null])
    #expect(column[2..<3].validity == nil)
    #expect(column.gathered([4, -1, 0, 1]).scalars == [.int(5), .null, .int(1), .null])
    try column[1..<4].validate()
  }

  @Test func dictionaryContainsEachStringOnce() throws {
    let column = Column(["a", "b", nil, "a", "", "b"] as [String?])
    guard case .string(_, let dictionary) = column.values else { Issue.record("no strings"); return }
    #expect(dictionary.strings == ["a", "b", ""])
    #expect(column.scalars == [.string("a"), .string("b"), .null, .string("a"), .string(""), .string("b")])
  }

  @Test func ranksFollowBytes() {
    let dictionary = StringDictionary(["b", "", "\u{E9}", "ab", "a", "Z"])
    #expect(dictionary.ranks() == [4, 0, 5, 3, 2, 1])
  }

  @Test func validateFindsBrokenInvariants() {
    let outside = Column(.string, .string(.uint8(Buffer([0, 2])), StringDictionary(["a"])))
    #expect(throws: AugerError.self) { try outside.validate() }
    let twice = Column(.string, .string(.uint8(Buffer([0])), StringDictionary(offsets: [0, 1, 2], bytes: [97, 97])))
    #expect(throws: AugerError.self) { try twice.validate() }
    let invalid = Column(.string, .string(.uint8(Buffer([0])), StringDictionary(offsets: [0, 1], bytes: [0xFF])))
    #expect(throws: AugerError.self) { try invalid.validate() }
    let wrong = Column(.date, .int64(Buffer([1])))
    #expect(throws: AugerError.self) { try wrong.validate() }
    let wide = Column(.decimal(precision: 2, scale: 0), .decimal64(Buffer([100])))
    #expect(throws: AugerError.self) { try wide.validate() }
  }

  @Test func buildersRejectInvalidValues() throws {
    var builder = ColumnBuilder(.decimal(precision: 4, scale: 2))
    try builder.append(.int(12))
    try builder.append(.decimal(#require(Decimal128("1.5"))))
    #expect(throws: AugerError.self) { try builder.append(.decimal(Decimal128(unscaled: 12345, scale: 3))) }
    #expect(throws: AugerError.self) { try builder.append(.int(100)) }
    #expect(throws: AugerError.self) { try builder.append(.string("1")) }
    #expect(builder.finish().scalars.map(\.description) == ["12.00", "1.50"])
  }

  @Test(arguments: [
    DataType.bool, .int64, .float64, .decimal(precision: 10, scale: 2), .decimal(precision: 30, scale: 2), .string,
    .date, .timestamp, .time, .interval, .binary,
  ])
  func everyTypeSupportsBuildSliceAndAppend(_ type: DataType) throws {
    let samples: [Scalar] =
      switch type {
      case .bool: [.bool(true), .null, .bool(false)]
      case .int64: [.int(.max), .null, .int(.min)]
      case .float64: [.float(1.5), .null, .float(-.infinity)]
      case .decimal:
        [.decimal(Decimal128(unscaled: 12345, scale: 2)), .null, .decimal(Decimal128(unscaled: -1, scale: 2))]
      case .string: [.string("\u{1F600}"), .null, .string("")]
      case .date: [.date(CivilDate(days: -719_162)), .null, .date(CivilDate(days: 2_932_896))]
      case .timestamp: [.timestamp(Timestamp(microseconds: -1)), .null, .timestamp(Timestamp(microseconds: 1))]
      case .time: [.time(TimeOfDay(microseconds: 0)), .null, .time(.endOfDay)]
      case .interval: [.interval(Interval(months: -1, days: 2, microseconds: 3)), .null, .interval(Interval())]
      case .binary: [.binary([0, 255]), .null, .binary([])]
      }
    let many = (0..<100).flatMap { _ in samples }
    let column = try Column(type, many)
    try column.validate()
    #expect(column.scalars == many)
    var again = ColumnBuilder(type)
    for start in stride(from: 0, to: 300, by: 70) { again.append(contentsOf: column[start..<min(300, start + 70)]) }
    let copy = again.finish()
    try copy.validate()
    #expect(copy.scalars == many)
  }
}

@Suite struct TableTests {
  private let table = Table([("a", Column([1, 2, 3] as [Int64])), ("b", Column(["x", "y", "x"]))])

  @Test func projectionAndRenamingKeepValues() throws {
    let other = table.projected([1, 0]).renamed(["letter", "number"])
    #expect(other.schema.names == ["letter", "number"])
    #expect(other["number"]?.scalars == [.int(1), .int(2), .int(3)])
    try other.validate()
  }

  @Test func repeatedNamesGetASuffix() {
    #expect(Schema([Field("a", .int64), Field("a", .int64), Field("a_2", .int64)]).names == ["a", "a_2", "a_2_2"])
  }

  /// Schemas with many columns find names by a different method.
  @Test func appendedSchemaEqualsACompleteOne() {
    var schema = Schema([])
    let fields = (0..<100).map { Field("c\($0)", $0 % 2 == 0 ? .int64 : .string) }
    for (index, field) in fields.enumerated() {
      let added = schema.append(field)
      let again = schema.append(Field("c\(index / 2)", .bool))
      #expect(added && !again)
      #expect(schema == Schema(Array(fields[...index])))
      for known in 0...index { #expect(schema.index(of: "c\(known)") == known) }
      #expect(schema.index(of: "c\(index + 1)") == nil)
    }
  }

  @Test func equalityIgnoresTheDictionary() {
    let other = Table([("a", Column([1, 2, 3] as [Int64])), ("b", Column(["q", "x", "y", "x"])[1..<4])])
    #expect(table.hasSameContents(as: other))
    #expect(!table.hasSameContents(as: table[rows: 0..<2]))
  }
}
