import AugerColumns
import AugerDiagnostics

/// Reads rows of columns batch by batch, and counts rounded values and list elements.
struct BatchReading {
  let contents: ArrowContents
  let hooks: ArrowTable.Hooks
  /// The number of rounded values. Each value of a dictionary counts once, when it is read.
  var cut = 0
  /// The numbers of list elements and string bytes so far. A few bytes may represent many of both.
  private var elements = 0
  private var texts: JSONPart.Size

  init(contents: ArrowContents, hooks: ArrowTable.Hooks) {
    (self.contents, self.hooks) = (contents, hooks)
    texts = JSONPart.Size(most: ArrowLimits.jsonBytes(contents.input.byteCount))
  }

  mutating func column(
    _ field: ArrowField, _ type: DataType, _ place: BatchPlace.ColumnPlace, _ rows: Range<Int>,
    of batch: ArrowContents.RecordBatch
  ) throws -> Column {
    let reader = reader(field, type, place, rows, firstRow: batch.firstRow)
    guard place.rows == batch.place.rows else {
      throw reader.damaged("its number of rows differs from that of its batch")
    }
    return try column(field, type, reader, batch)
  }

  private func reader(
    _ field: ArrowField, _ type: DataType, _ place: BatchPlace.ColumnPlace, _ rows: Range<Int>, firstRow: Int
  ) -> ColumnReader {
    ColumnReader(
      name: field.name, type: field.type, target: type, place: place, rows: rows, firstRow: firstRow,
      input: contents.input, checkpoint: hooks.checkpoint)
  }

  private mutating func column(
    _ field: ArrowField, _ type: DataType, _ reader: ColumnReader, _ batch: ArrowContents.RecordBatch
  ) throws -> Column {
    if field.isJSON {
      let before = texts.bytes
      let column = try part(field, reader, batch).texts(rows: reader.count, &texts)
      try hooks.checkpoint(texts.bytes - before)
      guard let column else { throw tooMuch("texts of over \(texts.most) bytes", reader) }
      return column
    }
    guard let encoding = field.encoding else {
      let (column, cut) = try reader.read()
      self.cut += cut
      return column
    }
    guard let number = contents.number(ofDictionary: encoding.id) else {
      throw reader.damaged("its dictionary is missing")
    }
    let version = ArrowDictionary.Version(number: number, blocks: batch.versions[number], type: type)
    var cut = 0
    let dictionary = try hooks.dictionary(version) { try values(field, version, after: $0, &cut) }
    self.cut += cut
    return try reader.encoded(encoding, dictionary, entryCount: contents.entryCount(version))
  }

  /// Returns the values of a dictionary. Values of an earlier version are reused.
  private func values(
    _ field: ArrowField, _ version: ArrowDictionary.Version, after earlier: ArrowDictionary?, _ cut: inout Int
  ) throws -> ArrowDictionary {
    var builder = ColumnBuilder(version.type)
    var first = version.blocks.lowerBound
    if let earlier {
      builder.append(contentsOf: earlier.values)
      first = earlier.version.blocks.upperBound
    }
    var plain = field
    plain.encoding = nil
    for index in first..<max(first, version.blocks.upperBound) {
      let block = contents.dictionaryBlocks[version.number][index]
      guard let place = try block.columns([plain]).first, place.rows == block.rows else {
        throw AugerError.damagedArrow("a dictionary of column '\(field.name)' has no values")
      }
      let part = try reader(plain, version.type, place, 0..<block.rows, firstRow: 0).read()
      builder.append(contentsOf: part.column)
      cut += part.cut
    }
    return ArrowDictionary(version: version, values: builder.finish())
  }

  // MARK: Lists, structs and maps

  private mutating func part(
    _ field: ArrowField, _ reader: ColumnReader, _ batch: ArrowContents.RecordBatch
  ) throws -> JSONPart {
    func within(_ index: Int, _ rows: Range<Int>) -> (field: ArrowField, reader: ColumnReader) {
      var child = field.children[index]
      let (type, place) = (child.dataType(isWide: true) ?? .string, reader.place.children[index])
      child.name = "\(reader.name).\(child.name)"
      return (child, self.reader(child, type, place, rows, firstRow: 0))
    }
    guard field.isJSON else { return .values(try column(field, reader.target, reader, batch)) }
    let validity = try reader.validity()
    switch field.type {
    case .structure:
      guard reader.place.children.allSatisfy({ $0.rows >= reader.place.rows }) else {
        throw reader.damaged("a column within it is shorter")
      }
      let parts = try field.children.indices.map { index in
        let (child, reader) = within(index, reader.rows)
        return try part(child, reader, batch)
      }
      return .structure(names: field.children.map(\.name), parts, validity)
    default:
      let ends = try ends(field, reader)
      elements += ends[reader.count] - ends[0]
      guard elements <= ArrowLimits.rows(contents.input.byteCount) else {
        throw tooMuch("over \(elements) elements of lists", reader)
      }
      let (child, items) = within(0, ends[0]..<ends[reader.count])
      return .list(ends: ends, try part(child, items, batch), isMap: field.type == .map, validity)
    }
  }

  private func tooMuch(_ what: String, _ reader: ColumnReader) -> AugerError {
    AugerError(
      .unsupportedArrow, operation: "read Arrow data", "\(reader.count) rows have \(what)",
      place: reader.damaged("").place, hint: "Write the file without this column.")
  }

  /// Returns the end of each row's list elements, preceded by the start of the first, as rows of the nested column.
  private func ends(_ field: ArrowField, _ reader: ColumnReader) throws -> [Int] {
    let most = reader.place.children[0].rows
    switch field.type {
    case .fixedList(let size):
      let (all, overflow) = reader.place.rows.multipliedReportingOverflow(by: size)
      guard !overflow, all <= most else { throw reader.damaged("its elements are cut short") }
      return (reader.rows.lowerBound...reader.rows.upperBound).map { $0 * size }
    case .list(let layout): return try reader.offsets(layout, most: most)
    default: return try reader.offsets(.small, most: most)
    }
  }
}
