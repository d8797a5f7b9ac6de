import AugerColumns
import AugerDiagnostics

/// Reads the objects of a format, with the loops over columns that all of them share.
struct JSONFieldReader {
  var shape = ChartShape()
  /// The number of non-finite numbers, for which the writer has added a warning.
  var notFinite = 0

  mutating func column(
    _ value: JSONValue, _ type: DataType, _ count: Int, exact: JSONValue?
  ) throws(AugerError) -> Column {
    var builder = ColumnBuilder(type)
    try value.append(count, exact: exact, to: &builder, notFinite: &notFinite)
    return builder.finish()
  }

  /// Reads a list for each column.
  mutating func columns(
    _ value: JSONValue, _ types: [DataType], _ count: Int, exact: JSONValue?
  ) throws(AugerError) -> [Column] {
    let lists = try value.items(types.count)
    let texts = try exact?.items(types.count)
    var columns: [Column] = []
    for (index, list) in lists.enumerated() {
      columns.append(try column(list, types[index], count, exact: texts?[index]))
    }
    return columns
  }

  /// Reads a list for each column with a nested list for each row, which is a series.
  mutating func grid(
    _ value: JSONValue, _ types: [DataType], columns count: Int, exact: JSONValue?
  ) throws(AugerError) -> [Column] {
    let lists = try value.items(types.count)
    let texts = try exact?.items(types.count)
    var columns: [Column] = []
    for (index, list) in lists.enumerated() {
      columns.append(try rows(list, types[index], columns: count, exact: texts?[index]))
    }
    return columns
  }

  /// Reads a column with a nested list for each row, which is a series.
  mutating func rows(
    _ value: JSONValue, _ type: DataType, columns count: Int, exact: JSONValue?
  ) throws(AugerError) -> Column {
    var builder = ColumnBuilder(type)
    let texts = try exact?.items(shape.series)
    for (row, list) in try value.items(shape.series).enumerated() {
      try list.append(count, exact: texts?[row], to: &builder, notFinite: &notFinite)
    }
    return builder.finish()
  }

  /// Reads one type for each column, if they differ from the defaults.
  func types(_ value: JSONValue?, _ usual: [DataType]) throws(AugerError) -> [DataType] {
    guard let value else { return usual }
    var types: [DataType] = []
    for item in try value.items(usual.count) { types.append(try item.type()) }
    return types
  }

  mutating func single(
    _ value: JSONValue, known: DataType?, type: JSONValue?, exact: JSONValue?
  ) throws(AugerError) -> Scalar {
    let scalar = try value.single(known: known, type: type, exact: exact)
    if case .float(let number) = scalar, !number.isFinite { notFinite += 1 }
    return scalar
  }

  /// Reads a value of an object with notes on some of its values; nil if the value is absent.
  mutating func single(
    _ object: JSONObject, _ key: String, among keys: [String], known: DataType? = nil
  ) throws(AugerError) -> Scalar? {
    let type = try object["types"]?.object(keys)[key]
    let exact = try object["exact"]?.object(keys)[key]
    guard let value = object[key] else {
      if let note = type ?? exact { throw note.failure("is about a value that is absent") }
      return nil
    }
    return try single(value, known: known, type: type, exact: exact)
  }
}
