import AugerColumns
import AugerDiagnostics

/// The rows of an Arrow file or stream, read on demand.
///
/// Creating a table reads the message headers. `read` reads the bytes of columns for the requested rows. All data is
/// validated.
package struct ArrowTable: Sendable {
  /// The schema of the columns that are read.
  package private(set) var schema: Schema
  /// Columns that are not read, with Arrow's names for their types.
  package let leftOut: [(name: String, type: String)]
  package var rowCount: Int { contents.rowCount }
  package var batchCount: Int { contents.batches.count }

  private let contents: ArrowContents
  /// The field of each column of the schema.
  private let fields: [Int]

  /// Throws `notArrow`, `damagedArrow`, `unsupportedArrow`, and errors of the input and the checkpoint.
  ///
  /// - Parameter checkpoint: Called between messages. An error that it throws ends reading.
  package init(_ input: any ArrowInput, checkpoint: () throws -> Void = {}) throws {
    contents = try ArrowContents(input, checkpoint: checkpoint)
    var readable: [Int] = []
    var leftOut: [(name: String, type: String)] = []
    for (index, field) in contents.fields.enumerated() {
      if field.dataType() == nil { leftOut.append((field.name, field.typeName)) } else { readable.append(index) }
    }
    self.leftOut = leftOut
    fields = readable
    let found = contents.fields
    schema = Schema(readable.map { Self.column(found[$0], isWide: false) })
  }

  private static func column(_ field: ArrowField, isWide: Bool) -> Field {
    let declared = field.metadata(ArrowFormat.declaredTypeKey) ?? field.metadata("ARROW:extension:name")
    return Field(
      field.name, field.dataType(isWide: isWide) ?? .string,
      declaredType: declared ?? (field.type.isPlain ? nil : field.typeName),
      isUntyped: field.type == .null && field.encoding == nil)
  }

  /// Returns the table with a wider type for a column of unsigned numbers that contains one too large for an int.
  package func widened(_ column: Int) -> ArrowTable {
    var table = self
    var all = schema.fields
    all[column].type = contents.fields[fields[column]].dataType(isWide: true) ?? all[column].type
    table.schema = Schema(all)
    return table
  }

  /// Callbacks during reading.
  package struct Hooks {
    /// Called before bytes are read, with their number. An error that it throws ends reading.
    package var checkpoint: (Int) throws -> Void
    /// Returns an existing dictionary or creates it, from an earlier version if one exists.
    package var dictionary:
      (ArrowDictionary.Version, _ make: (ArrowDictionary?) throws -> ArrowDictionary) throws -> ArrowDictionary

    package init(
      checkpoint: @escaping (Int) throws -> Void,
      dictionary:
        @escaping (
          ArrowDictionary.Version, _ make: (ArrowDictionary?) throws -> ArrowDictionary
        ) throws -> ArrowDictionary
    ) {
      (self.checkpoint, self.dictionary) = (checkpoint, dictionary)
    }
  }

  /// Returns rows of some columns, and the number of rounded values of each.
  ///
  /// Throws `damagedArrow` and `unsupportedArrow` with column and row, `ColumnTooNarrow` for a column that must be
  /// `widened`, and errors of the hooks.
  package func read(
    _ columns: [Int], rows: Range<Int>, _ hooks: Hooks
  ) throws -> (columns: [Column], cut: [Int]) {
    var parts = columns.map { _ in [Column]() }
    var reading = BatchReading(contents: contents, hooks: hooks)
    var cut = columns.map { _ in 0 }
    var index = contents.firstBatch(at: rows.lowerBound)
    while index < contents.batches.count, contents.batches[index].firstRow < rows.upperBound {
      let batch = contents.batches[index]
      index += 1
      let within =
        max(rows.lowerBound - batch.firstRow, 0)..<min(rows.upperBound - batch.firstRow, batch.place.rows)
      if within.isEmpty { continue }
      let places = try batch.place.columns(contents.fields)
      for (position, column) in columns.enumerated() {
        reading.cut = 0
        let (field, place) = (contents.fields[fields[column]], places[fields[column]])
        do {
          parts[position].append(try reading.column(field, schema[column].type, place, within, of: batch))
        } catch is ColumnReader.TooWide {
          throw ColumnTooNarrow(column: column, type: "\(field.type)")
        }
        cut[position] += reading.cut
      }
    }
    let joined = zip(columns, parts).map { column, parts in
      if parts.count == 1 { return parts[0] }
      var builder = ColumnBuilder(schema[column].type)
      for part in parts { builder.append(contentsOf: part) }
      return builder.finish()
    }
    return (joined, cut)
  }
}

/// A column that must be `widened` because a value is out of range.
package struct ColumnTooNarrow: Error {
  package var column: Int
  /// Arrow's name of the type.
  package var type: String
}

extension ArrowContents {
  /// Returns the last batch that starts at or before a row, or 0.
  func firstBatch(at row: Int) -> Int {
    var (low, high) = (0, batches.count)
    while low < high {
      let middle = (low + high) / 2
      if batches[middle].firstRow <= row { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Returns the number of values in a version of a dictionary.
  func entryCount(_ version: ArrowDictionary.Version) -> Int {
    version.blocks.reduce(0) { $0 + dictionaryBlocks[version.number][$1].rows }
  }
}
