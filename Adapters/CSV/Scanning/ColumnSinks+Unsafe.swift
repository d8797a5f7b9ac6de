import AugerColumns
import AugerQuery

/// The sinks of the columns that a scan reads, in field order: raw memory that parsers access by pointer.
///
/// Use it on one thread only.
@safe final class ColumnSinks {
  let count: Int
  // Sound: allocated and initialized in init, freed in deinit; every user of the pointer holds this object as well.
  let pointer: UnsafeMutablePointer<ColumnSink>
  /// The number of bytes per row in all sinks.
  let rowBytes: Int
  /// True if some values are stored as strings.
  let keepsTexts: Bool
  /// The sink of each requested column.
  private let sinkOfColumn: [Int]

  init(
    _ request: ScanRequest, _ shapes: [ColumnShape], _ options: CSVOptions, capacity: Int, sharesEntries: Bool = true
  ) {
    // The rows to skip must not depend on the requested columns, so all columns are read if rows can be skipped.
    let fields = options.maySkip(shapes) ? Array(shapes.indices) : Array(Set(request.columns)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(fields, fields.indices))
    sinkOfColumn = request.columns.map { numbers[$0] ?? 0 }
    count = fields.count
    // Sound: every element is initialized before the pointer is used.
    unsafe pointer = .allocate(capacity: max(1, fields.count))
    for (index, field) in fields.enumerated() {
      unsafe (pointer + index).initialize(
        to: ColumnSink(field: field, shapes[field], capacity: capacity, options: options, sharesEntries: sharesEntries))
    }
    let sinks = unsafe UnsafeBufferPointer(start: pointer, count: fields.count)
    rowBytes = unsafe sinks.reduce(0) { $0 + $1.width }
    keepsTexts = unsafe sinks.contains { $0.keepsTexts }
  }

  deinit {
    // Sound: the pointer came from init and no other reference exists.
    for index in 0..<count { unsafe pointer[index].deallocate() }
    unsafe pointer.deinitialize(count: count)
    unsafe pointer.deallocate()
  }

  /// The number of bytes of the strings so far.
  var textBytes: Int {
    var bytes = 0
    for index in 0..<count { bytes += unsafe pointer[index].textBytes }
    return bytes
  }

  /// Returns the first rows as the requested batch and empties the sinks.
  func batch(rowCount: Int, firstRow: Int) -> Batch {
    var made: [Column] = []
    for index in 0..<count { unsafe made.append(pointer[index].finish(rowCount)) }
    return Batch(columns: sinkOfColumn.map { made[$0] }, rowCount: rowCount, firstRow: firstRow)
  }
}
