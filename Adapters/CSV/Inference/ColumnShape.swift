import AugerColumns

/// The type of a column and the notation of its values.
package struct ColumnShape: Sendable, Hashable {
  package var type: DataType
  package var number = NumberStyle.plain
  package var date = DateStyle.iso
  /// Words that mean null in this column. Nil means the usual words, unless it is a string column.
  package var nullWords: [String]?
  package var onError: CSVOptions.MisfitPolicy?
  /// True if the column has only empty fields so far. Any other field is a contradiction.
  package var isUntyped = false

  package init(_ type: DataType) { self.type = type }

  /// The expected kind of value, for messages: `float written like 1.234,5`.
  package var expectation: String {
    switch type {
    case .int64, .float64, .decimal:
      switch number {
      case .plain: type.description
      case .commaGroups: "\(type) written like 1,234.5"
      case .decimalComma: "\(type) written like 1234,5"
      case .pointGroupsDecimalComma: "\(type) written like 1.234,5"
      case .blankGroupsDecimalComma: "\(type) written like 1 234,5"
      case .blankGroups: "\(type) written like 1 234.5"
      case .apostropheGroups: "\(type) written like 1'234.5"
      }
    case .date, .timestamp: date == .iso ? type.description : "\(type) written like \(date.pattern)"
    default: type.description
    }
  }

  /// Returns true if a field is a value of this shape.
  func holds(_ field: Span<UInt8>) -> Bool {
    let text = FieldReader.trimmed(field)
    if type.isNumeric, number != .plain { return number.read(text) != nil }
    if type.isTemporal, date != .iso { return date.read(text) != nil }
    guard let kind = FieldKind(field) else { return true }
    return switch (type, kind) {
    case (.bool, .bool), (.int64, .int), (.float64, .int), (.float64, .hugeInt), (.float64, .float), (.date, .date),
      (.timestamp(nil), .date), (.timestamp(nil), .localTime):
      true
    case (.timestamp(.some), .instant), (.string, _): true
    default: false
    }
  }

  /// The default words for null in columns that are not strings.
  package static let usualNullWords = [
    "NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "none", "nil", "-", "--", "?", "\\N", ".",
  ]
}

/// The words that mean null, compared by bytes.
struct NullWords {
  private let words: [[UInt8]]
  static let usual = NullWords(ColumnShape.usualNullWords)

  init(_ words: [String]) { self.words = words.map { Array($0.utf8) } }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ field: borrowing Span<UInt8>) -> Bool {
    for word in words where FieldReader.equals(field, word) { return true }
    return false
  }
}
