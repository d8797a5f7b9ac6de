import AugerColumns
import AugerDiagnostics

/// The values of a dictionary of Arrow's, which a column has numbers of instead.
package struct ArrowDictionary: Sendable {
  /// A state of a dictionary: streams add to it and replace it.
  package struct Version: Hashable, Sendable {
    var number: Int
    /// Those of its blocks that hold its values.
    var blocks: Range<Int>
    /// What the values become.
    var type: DataType

    /// Whether one of the two is the other with more values behind.
    fileprivate func isStage(of other: Version) -> Bool {
      number == other.number && type == other.type && blocks.lowerBound == other.blocks.lowerBound
    }
  }

  package let version: Version
  /// Null where the dictionary has a null.
  package let values: Column
  /// Whether the number of a string is its code: none is there twice, none is null.
  let hasOwnCodes: Bool

  init(version: Version, values: Column) {
    self.version = version
    self.values = values
    if case .string(let codes, let entries) = values.values {
      hasOwnCodes =
        values.validity == nil && entries.count == values.count && (0..<codes.count).allSatisfy { codes[$0] == $0 }
    } else {
      hasOwnCodes = false
    }
  }

  package var byteCount: Int { values.byteCount }
}

/// The dictionaries that were read last, so that batches go on sharing them.
package struct ArrowDictionaries: Sendable {
  private var known: [ArrowDictionary] = []

  /// As many of one column: threads read batches in turn, before and after a replacement.
  private static let mostStages = 4

  package init() {}

  package var byteCount: Int { known.reduce(0) { $0 + $1.byteCount } }

  /// A dictionary in this state, or a later one, which begins with the same values.
  package mutating func dictionary(
    _ version: ArrowDictionary.Version, make: (ArrowDictionary?) throws -> ArrowDictionary
  ) throws -> ArrowDictionary {
    let stage = known.firstIndex { $0.version.isStage(of: version) }
    if let stage, known[stage].version.blocks.upperBound >= version.blocks.upperBound { return known[stage] }
    let made = try make(stage.map { known[$0] })
    if let stage { known.remove(at: stage) }
    known.append(made)
    let stages = known.indices.filter { known[$0].version.number == version.number }
    if stages.count > Self.mostStages { known.remove(at: stages[0]) }
    return made
  }
}

extension ColumnReader {
  /// The rows of a column of numbers of a dictionary's values, of which so many hold.
  func encoded(_ encoding: ArrowField.Encoding, _ dictionary: ArrowDictionary, entryCount: Int) throws -> Column {
    let validity = try validity()
    // A later state of it may have been read already, which has more.
    let count = min(entryCount, dictionary.values.count)
    return switch (encoding.bits, encoding.isSigned) {
    case (8, true): try column(try values(1, Int8.self), validity, dictionary, count)
    case (8, false): try column(try values(1, UInt8.self), validity, dictionary, count)
    case (16, true): try column(try values(1, Int16.self), validity, dictionary, count)
    case (16, false): try column(try values(1, UInt16.self), validity, dictionary, count)
    case (32, true): try column(try values(1, Int32.self), validity, dictionary, count)
    case (32, false): try column(try values(1, UInt32.self), validity, dictionary, count)
    case (_, true): try column(try values(1, Int64.self), validity, dictionary, count)
    case (_, false): try column(try values(1, UInt64.self), validity, dictionary, count)
    }
  }

  private func column<Index: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ indices: [Index], _ validity: Bitmap?, _ dictionary: ArrowDictionary, _ count: Int
  ) throws -> Column {
    for row in indices.indices where validity?[row] != false {
      guard let index = Int(exactly: indices[row]), index >= 0, index < count else {
        throw damaged("number \(indices[row]) in a dictionary of \(count)", row: row)
      }
    }
    guard case .string(let codes, let entries) = dictionary.values.values else {
      return dictionary.values.gathered(
        indices.indices.map { validity?[$0] == false ? -1 : Int32(truncatingIfNeeded: indices[$0]) })
    }
    if dictionary.hasOwnCodes {
      return Column(.string, .string(Self.codes(indices, entries.count), entries), validity: validity)
    }
    let own = codes.widened
    var bits = BitmapBuilder()
    let mapped = indices.indices.map { row -> UInt32 in
      let isPresent = validity?[row] != false && !dictionary.values.isNull(Int(truncatingIfNeeded: indices[row]))
      bits.append(isPresent)
      return isPresent ? own[Int(truncatingIfNeeded: indices[row])] : 0
    }
    return Column(.string, .string(Codes(mapped, dictionaryCount: entries.count), entries), validity: bits.finish())
  }

  private static func codes<Index: FixedWidthInteger>(_ indices: [Index], _ count: Int) -> Codes {
    if count <= 1 << 8 { return .uint8(Buffer(indices.map { UInt8(truncatingIfNeeded: $0) })) }
    if count <= 1 << 16 { return .uint16(Buffer(indices.map { UInt16(truncatingIfNeeded: $0) })) }
    return .uint32(Buffer(indices.map { UInt32(truncatingIfNeeded: $0) }))
  }
}
