import AugerColumns
import Testing

struct CodesBuilderTests {
  @Test(arguments: [1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000])
  func codesUseTheNarrowestWidth(count: Int) {
    let codes = (0..<count).map { UInt32($0) }
    var oneByOne = CodesBuilder()
    for code in codes { oneByOne.append(code) }
    var atOnce = CodesBuilder()
    atOnce.append(contentsOf: Array(codes.prefix(10)), most: UInt32(min(count, 10) - 1))
    atOnce.append(contentsOf: Array(codes.dropFirst(10)), most: UInt32(count - 1))
    #expect(oneByOne.count == count)
    for finished in [oneByOne.finish(dictionaryCount: count), atOnce.finish(dictionaryCount: count)] {
      #expect(finished.widened == codes)
      switch finished {
      case .uint8: #expect(count <= 256)
      case .uint16: #expect(count > 256 && count <= 65_536)
      case .uint32: #expect(count > 65_536)
      }
    }
    #expect(oneByOne.count == 0)
  }

  @Test(arguments: [3, 300, 70_000])
  func widthDependsOnTheDictionary(entries: Int) {
    var builder = CodesBuilder()
    builder.append(contentsOf: [0, 2, 1], most: 2)
    let codes = builder.finish(dictionaryCount: entries)
    #expect(codes.widened == [0, 2, 1])
    switch codes {
    case .uint8: #expect(entries == 3)
    case .uint16: #expect(entries == 300)
    case .uint32: #expect(entries == 70_000)
    }
  }

  @Test func columnsOfManyStringsAreJoinedWithTheirNulls() throws {
    var builder = StringColumnBuilder()
    var expected: [Scalar] = []
    for part in 0..<3 {
      var column = StringColumnBuilder()
      for row in 0..<5000 {
        if row % 7 == part {
          column.appendNull()
          expected.append(.null)
        } else {
          column.append("\(row * (part + 1) % 6000)")
          expected.append(.string("\(row * (part + 1) % 6000)"))
        }
      }
      let finished = column.finish()
      guard case .string(let codes, let dictionary) = finished.values else {
        Issue.record("a column of strings has codes")
        return
      }
      builder.append(contentsOf: codes, dictionary, validity: finished.validity)
    }
    let joined = builder.finish()
    #expect(joined.count == expected.count)
    #expect(expected.indices.allSatisfy { joined[$0] == expected[$0] })
  }
}
