import AugerColumns
import CCSV
import Foundation

/// libcsv's parser as the specification sets it: no trimming, empty unquoted fields distinguished from `""`, every
/// newline reported, lenient quotes unless strict.
///
/// The owner of one hands it bytes and a context; the two C callbacks get the context back by pointer.
@safe struct LibCSV: ~Copyable {
  typealias FieldCallback = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
  typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

  enum Failure: Error, Equatable {
    /// Strict mode only: a quote where none may be.
    case misplacedQuote
    /// The text ended inside a quoted field.
    case unterminatedQuote
    case fieldTooLong
    case outOfMemory
  }

  /// Bytes handed to libcsv at a time: long enough to be cheap, short enough to stop soon.
  private static let sliceSize = 32 << 10

  // Sound: allocated and initialised in init, freed in deinit, reached only through this value, which cannot be copied.
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
    // Sound: the pointer came from init and nothing else holds it.
    unsafe csv_free(parser)
    unsafe parser.deallocate()
  }

  /// Whether the text so far ends inside a quoted field (or right behind a quote in one).
  private var isInQuotes: Bool {
    // Sound: the struct is initialised and no parse is under way.
    unsafe parser.pointee.pstate >= 2 && parser.pointee.quoted != 0
  }

  /// Parses bytes; callbacks run before it returns. `prepare` is called before each slice: it hears whether fields of
  /// the slice may hold quotes or newlines and says whether to go on.
  func feed(
    _ bytes: borrowing Span<UInt8>, context: UnsafeMutableRawPointer,
    prepare: (_ slice: borrowing Span<UInt8>, _ mayHoldNewlines: Bool) -> Bool
  ) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + Self.sliceSize, bytes.count)
      let slice = bytes.extracting(offset..<end)
      guard prepare(slice, isInQuotes || Self.firstIndex(of: quote, in: slice, from: 0) != nil) else { return }
      // Sound: base address and count describe the span, which outlives the call; libcsv only reads from it, and hands
      // its own buffer and `context` to callbacks that know the type of `context`.
      let parsed = unsafe slice.withUnsafeBytes { raw in
        unsafe csv_parse(parser, raw.baseAddress, raw.count, field, row, context)
      }
      if parsed < end - offset {
        // Sound: reads the status of an initialised struct.
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

  /// Ends the text: reports what the last line without a newline holds.
  func finish(context: UnsafeMutableRawPointer) throws(Failure) {
    // Sound: the struct is initialised; the state 2 is "inside a field".
    if unsafe parser.pointee.pstate == 2, unsafe parser.pointee.quoted != 0 { throw .unterminatedQuote }
    // Sound: as in feed; nothing is read after this.
    if unsafe csv_fini(parser, field, row, context) != 0 { throw .misplacedQuote }
  }

  /// The offset of the first such byte at or after `from`.
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
