import AugerColumns
import CCSV
import Foundation

/// The parser of libcsv with fixed settings: no trimming, empty unquoted fields distinguished from `""`, every
/// newline reported, lenient quotes unless strict.
///
/// The owner passes bytes and a context. The two C callbacks receive the context by pointer.
@safe struct LibCSV: ~Copyable {
  typealias FieldCallback = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
  typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

  enum Failure: Error, Equatable {
    /// A quote at an invalid position. Only in strict mode.
    case misplacedQuote
    /// The text ends inside a quoted field.
    case unterminatedQuote
    case fieldTooLong
    case outOfMemory
  }

  /// The number of bytes passed to libcsv at once. It is large enough for speed and small enough to stop soon.
  private static let sliceSize = 32 << 10

  // Sound: allocated and initialized in init, freed in deinit, accessed only through this value, which cannot be
  // copied.
  private let parser: UnsafeMutablePointer<csv_parser>
  private let quote: UInt8
  private let field: FieldCallback
  private let row: RowCallback

  init(_ dialect: CSVDialect, field: @escaping FieldCallback, row: @escaping RowCallback) {
    let options = CSV_EMPTY_IS_NULL | CSV_REPALL_NL | (dialect.isStrict ? CSV_STRICT : 0)
    // Sound: csv_init writes every member of the struct it is given before any is read.
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: csv_parser())
    _ = unsafe csv_init(parser, UInt8(truncatingIfNeeded: options))
    unsafe csv_set_space_func(parser) { _ in 0 }
    unsafe csv_set_delim(parser, dialect.delimiter)
    unsafe csv_set_quote(parser, dialect.quote)
    unsafe csv_set_blk_size(parser, 4096)
    quote = dialect.quote
    unsafe self.field = field
    unsafe self.row = row
  }

  deinit {
    // Sound: the pointer came from init and no other reference exists.
    unsafe csv_free(parser)
    unsafe parser.deallocate()
  }

  /// True if the text so far ends inside a quoted field, or directly after a quote in one.
  private var isInQuotes: Bool {
    // Sound: the struct is initialized and no parse is running.
    unsafe parser.pointee.pstate >= 2 && parser.pointee.quoted != 0
  }

  /// Parses bytes. Callbacks run before it returns. `prepare` is called before each slice. Its argument is true if
  /// fields can contain newlines, and its result decides whether to continue.
  func feed(
    _ bytes: borrowing Span<UInt8>, context: UnsafeMutableRawPointer,
    prepare: (_ slice: borrowing Span<UInt8>, _ mayHoldNewlines: Bool) -> Bool
  ) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + Self.sliceSize, bytes.count)
      let slice = bytes.extracting(offset..<end)
      guard prepare(slice, isInQuotes || Self.firstIndex(of: quote, in: slice, from: 0) != nil) else { return }
      // Sound: base address and count describe the span, which outlives the call. libcsv only reads from it. It
      // passes its own buffer and `context` to callbacks that know the type of `context`.
      let parsed = unsafe slice.withUnsafeBytes { raw in
        unsafe csv_parse(parser, raw.baseAddress, raw.count, field, row, context)
      }
      if parsed < end - offset {
        // Sound: reads the status of an initialized struct.
        switch unsafe csv_error(parser) {
        case CSV_EPARSE: throw .misplacedQuote
        case CSV_ETOOBIG: throw .fieldTooLong
        default: throw .outOfMemory
        }
      }
      // Sound: as above; `entry_pos` is the length of the unfinished field.
      if unsafe parser.pointee.entry_pos > CSVDialect.longestField { throw .fieldTooLong }
      offset = end
    }
  }

  /// Ends the text and reports the fields of a last line without a newline.
  func finish(context: UnsafeMutableRawPointer) throws(Failure) {
    // Sound: the struct is initialized; the state 2 is "inside a field".
    if unsafe parser.pointee.pstate == 2, unsafe parser.pointee.quoted != 0 { throw .unterminatedQuote }
    // Sound: as in feed; no bytes are read after this.
    if unsafe csv_fini(parser, field, row, context) != 0 { throw .misplacedQuote }
  }

  /// Returns the offset of the first such byte at or after `from`.
  static func firstIndex(of wanted: UInt8, in bytes: borrowing Span<UInt8>, from: Int) -> Int? {
    // Sound: memchr reads from the span's base address to its end; `from` is at most its count.
    unsafe bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress, from < raw.count,
        let found = unsafe memchr(base + from, Int32(wanted), raw.count - from)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
