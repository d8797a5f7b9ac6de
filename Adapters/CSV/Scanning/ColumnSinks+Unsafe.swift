import AugerColumns
import AugerQuery

/// The sinks of the columns that a scan reads, in the order of the fields: raw memory that parsers reach by pointer.
///
/// On one thread.
@safe final class ColumnSinks {
  let count: Int
  // Sound: allocated and initialised in init, freed in deinit; every user of the pointer holds this object as well.
  let pointer: UnsafeMutablePointer<ColumnSink>
  /// Bytes of a row in all sinks.
  let rowBytes: Int
  /// Whether some values are kept as texts.
  let keepsTexts: Bool
  /// For each requested column its sink.
  private let sinkOfColumn: [Int]

  init(
    _ request: ScanRequest, _ shapes: [ColumnShape], _ options: CSVOptions, capacity: Int, sharesEntries: Bool = true
  ) {
    // Whether a row is left out must not depend on which columns were asked for: then all are read.
    let fields = options.maySkip(shapes) ? Array(shapes.indices) : Array(Set(request.columns)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(fields, fields.indices))
    sinkOfColumn = request.columns.map { numbers[$0] ?? 0 }
    count = fields.count
    // Sound: every element is initialised before the pointer is used.
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
    // Sound: the pointer came from init; nothing holds it any more.
    for index in 0..<count { unsafe pointer[index].deallocate() }
    unsafe pointer.deinitialize(count: count)
    unsafe pointer.deallocate()
  }

  /// Bytes that the texts so far take.
  var textBytes: Int {
    var bytes = 0
    for index in 0..<count { bytes += unsafe pointer[index].textBytes }
    return bytes
  }

  /// The first rows as the batch that was asked for; the sinks are empty afterwards.
  func batch(rowCount: Int, firstRow: Int) -> Batch {
    var made: [Column] = []
    for index in 0..<count { unsafe made.append(pointer[index].finish(rowCount)) }
    return Batch(columns: sinkOfColumn.map { made[$0] }, rowCount: rowCount, firstRow: firstRow)
  }
}
