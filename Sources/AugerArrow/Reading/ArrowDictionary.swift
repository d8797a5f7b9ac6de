import AugerColumns
import AugerDiagnostics

/// The values of an Arrow dictionary. Columns contain their numbers.
package struct ArrowDictionary: Sendable {
  /// A version of a dictionary. Streams can extend and replace it.
  package struct Version: Hashable, Sendable {
    var number: Int
    /// The blocks with its values.
    var blocks: Range<Int>
    /// The type of its values in a table.
    var type: DataType

    /// Returns true if one version is a prefix of the other.
    fileprivate func isStage(of other: Version) -> Bool {
      number == other.number && type == other.type && blocks.lowerBound == other.blocks.lowerBound
    }
  }

  package let version: Version
  /// The values. Null if the dictionary contains a null.
  package let values: Column
  /// True if the number of a string is its code: all are distinct, and none is null.
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

/// The most recently read dictionaries, so that batches share them.
package struct ArrowDictionaries: Sendable {
  private var known: [ArrowDictionary] = []

  /// The maximum number of versions for a column. Threads read batches before and after a replacement alternately.
  private static let mostStages = 4

  package init() {}

  package var byteCount: Int { known.reduce(0) { $0 + $1.byteCount } }

  /// Returns a dictionary in this version, or in a later one that starts with the same values.
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
  /// Returns the rows of a dictionary-encoded column. Only the first `entryCount` values of the dictionary are valid.
  func encoded(_ encoding: ArrowField.Encoding, _ dictionary: ArrowDictionary, entryCount: Int) throws -> Column {
    let validity = try validity()
    // A later version with more values may have been read already.
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
