import AugerColumns

/// One side of a string kernel: dictionary-encoded rows, or one string for all rows. Byte strings also use it.
///
/// Functions of strings are computed once for each entry that occurs. Rows then use the result of their code.
enum StringSide: Sendable {
  case column(Codes, StringDictionary, Bitmap?)
  case repeated([UInt8])

  init(_ operand: Operand) {
    switch operand {
    case .column(let column):
      switch column.values {
      case .string(let codes, let dictionary): self = .column(codes, dictionary, column.validity)
      case .binary(let values):
        var builder = StringDictionaryBuilder()
        let codes = values.codes(column.validity, &builder)
        let dictionary = builder.snapshot()
        self = .column(Codes(codes, dictionaryCount: dictionary.count), dictionary, column.validity)
      default: preconditionFailure("a column does not have the layout of its type")
      }
    case .constant(.string(let text)): self = .repeated(Array(text.utf8))
    case .constant(.binary(let bytes)): self = .repeated(bytes)
    default: preconditionFailure("a constant is not of its type")
    }
  }

  /// Returns a table by code, filled for the entries that occur. A dictionary that is small relative to the batch is
  /// filled completely.
  static func table<T>(
    _ codes: Codes, _ dictionary: StringDictionary, _ validity: Bitmap?, filler: T, _ body: (Span<UInt8>) throws -> T
  ) rethrows -> [T] {
    var table = [T](repeating: filler, count: dictionary.count)
    if dictionary.count <= codes.count {
      for code in 0..<dictionary.count { table[code] = try body(dictionary.utf8(code)) }
      return table
    }
    var isDone = [Bool](repeating: false, count: dictionary.count)
    for row in 0..<codes.count where validity.map({ $0[row] }) ?? true {
      let code = codes[row]
      if isDone[code] { continue }
      isDone[code] = true
      table[code] = try body(dictionary.utf8(code))
    }
    return table
  }
}

extension Codes {
  /// Returns the table's value for each row. The filler is used if the code of a null exceeds the table.
  func lookup<T: BitwiseCopyable & Sendable>(_ table: [T], _ filler: T) -> Buffer<T> {
    let count = table.count
    switch self {
    case .uint8(let codes): return Kernel.map(codes) { Int($0) < count ? table[Int($0)] : filler }
    case .uint16(let codes): return Kernel.map(codes) { Int($0) < count ? table[Int($0)] : filler }
    case .uint32(let codes): return Kernel.map(codes) { Int($0) < count ? table[Int($0)] : filler }
    }
  }

  /// Returns the rows whose code is marked in the table. Usually this is one code, which can be compared directly.
  func bits(_ table: [Bool]) -> Bitmap {
    let marked = table.count { $0 }
    if marked == 1, let code = table.firstIndex(of: true) { return bits(equalTo: code) }
    switch self {
    case .uint8(let codes): return Kernel.bits(codes, table)
    case .uint16(let codes): return Kernel.bits(codes, table)
    case .uint32(let codes): return Kernel.bits(codes, table)
    }
  }

  private func bits(equalTo code: Int) -> Bitmap {
    switch self {
    case .uint8(let codes):
      let code = UInt8(truncatingIfNeeded: code)
      return Kernel.bits(codes) { $0 == code }
    case .uint16(let codes):
      let code = UInt16(truncatingIfNeeded: code)
      return Kernel.bits(codes) { $0 == code }
    case .uint32(let codes):
      let code = UInt32(truncatingIfNeeded: code)
      return Kernel.bits(codes) { $0 == code }
    }
  }
}

extension StringDictionaryBuilder {
  mutating func code(forBytes bytes: [UInt8]) -> UInt32 { code(for: bytes.span) }
}

/// A joint dictionary for the strings of several operands.
struct JointStrings {
  private(set) var builder = StringDictionaryBuilder()

  /// Returns the operand's rows as codes of the joint dictionary. The codes of nulls are unspecified.
  mutating func add(_ side: StringSide) -> Side<UInt32> {
    switch side {
    case .repeated(let text): return .repeated(builder.code(forBytes: text))
    case .column(let codes, let dictionary, let validity):
      let table = StringSide.table(codes, dictionary, validity, filler: UInt32(0)) { builder.code(for: $0) }
      return .values(codes.lookup(table, 0))
    }
  }

  func column(_ codes: Buffer<UInt32>) -> Column.Values {
    let dictionary = builder.snapshot()
    return .string(Codes(codes.array, dictionaryCount: dictionary.count), dictionary)
  }
}
