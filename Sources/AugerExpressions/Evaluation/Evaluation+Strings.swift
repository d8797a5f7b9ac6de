import AugerColumns
import AugerDiagnostics

extension Evaluation {
  func compareStrings(_ operation: BinaryOperator, _ a: Operand, _ b: Operand) throws -> Bitmap {
    switch (StringSide(a), StringSide(b)) {
    case (.column(let codes, let dictionary, let validity), .repeated(let text)):
      return codes.bits(
        StringSide.table(codes, dictionary, validity, filler: false) {
          holds(operation, TextKernel.compare($0, text.span))
        })
    case (.repeated(let text), .column(let codes, let dictionary, let validity)):
      return codes.bits(
        StringSide.table(codes, dictionary, validity, filler: false) {
          holds(operation, TextKernel.compare(text.span, $0))
        })
    case (.repeated(let x), .repeated(let y)):
      return Bitmap(repeating: holds(operation, TextKernel.compare(x.span, y.span)), count: rowCount)
    case (let x, let y):
      var joint = JointStrings()
      let left = joint.add(x).buffer(rowCount)
      let right = joint.add(y).buffer(rowCount)
      if operation == .equal { return Kernel.bits(left, right) { $0 == $1 } }
      if operation == .notEqual { return Kernel.bits(left, right) { $0 != $1 } }
      let ranks = joint.builder.snapshot().ranks()
      // An operand without entries contains only nulls, and its codes are arbitrary.
      if ranks.isEmpty { return Bitmap(repeating: false, count: rowCount) }
      return Kernel.bits(left, right) { x, y in
        let (p, q) = (ranks[Int(x)], ranks[Int(y)])
        return holds(operation, p < q ? -1 : p > q ? 1 : 0)
      }
    }
  }

  @inline(__always)
  private func holds(_ operation: BinaryOperator, _ order: Int) -> Bool {
    switch operation {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  func blendedStrings(_ bits: Bitmap, _ a: Operand, _ b: Operand) throws -> Column.Values {
    var joint = JointStrings()
    let left = joint.add(StringSide(a))
    let right = joint.add(StringSide(b))
    return joint.column(Kernel.select(bits, left, right))
  }

  func blendedBinary(_ bits: Bitmap, _ a: Operand, _ b: Operand) throws -> Column.Values {
    let (x, y) = (try column(a, .binary), try column(b, .binary))
    guard case .binary(let left) = x.values, case .binary(let right) = y.values else {
      preconditionFailure("a column does not have the layout of its type")
    }
    return .binary(BinaryBuffer((0..<rowCount).map { bits[$0] ? left[$0] : right[$0] }))
  }

  /// Returns the values as strings, like concatenation and `string(x)`. Each distinct value is converted once.
  func textColumn(_ column: Column) throws -> Column {
    let scale = column.decimalScale
    switch column.values {
    case .bool(let bits):
      let codes = Buffer(bits.spread(UInt8(1), 0))
      return Column(.string, .string(.uint8(codes), StringDictionary(["0", "1"])), validity: column.validity)
    case .string: return column
    case .int64(let values): return try texts(of: values, column.validity) { String($0) }
    case .float64(let values): return try texts(of: values, column.validity) { NumberText.shortest($0) }
    case .decimal64(let values):
      return try texts(of: values, column.validity) { Decimal128(unscaled: Int128($0), scale: scale).description }
    case .decimal128(let values):
      return try texts(of: values, column.validity) { Decimal128(unscaled: $0, scale: scale).description }
    case .date(let values): return try texts(of: values, column.validity) { CivilDate(days: $0).description }
    case .timestamp(let values):
      return try texts(of: values, column.validity) { Timestamp(microseconds: $0).description }
    case .time(let values): return try texts(of: values, column.validity) { TimeOfDay(microseconds: $0).description }
    case .interval(let values): return try texts(of: values, column.validity) { $0.description }
    case .binary(let values):
      return Column((0..<column.count).map { column.isNull($0) ? nil : BinaryText.text(values[$0]) } as [String?])
    }
  }

  private func texts<T: Hashable & BitwiseCopyable & Sendable>(
    of values: Buffer<T>, _ validity: Bitmap?, _ text: (T) -> String
  ) throws -> Column {
    var known: [T: UInt32] = [:]
    var builder = StringDictionaryBuilder()
    var codes = [UInt32](repeating: 0, count: values.count)
    var done = 0
    try (validity ?? Bitmap(repeating: true, count: values.count)).forEachTrue { row in
      try check(&done)
      let value = values[row]
      if let code = known[value] {
        codes[row] = code
      } else {
        let code = builder.code(for: text(value))
        known[value] = code
        codes[row] = code
      }
    }
    let dictionary = builder.snapshot()
    return Column(.string, .string(Codes(codes, dictionaryCount: dictionary.count), dictionary), validity: validity)
  }

  // MARK: Concatenation

  mutating func concatenation(_ parts: [BoundNode]) throws -> Operand {
    var sides: [StringSide] = []
    var present: Bitmap?
    // Evaluate all operands even if one is null. Warnings must not depend on the rows that share a batch.
    let operands = try parts.map { try value(of: $0) }
    if let null = operands.first(where: \.isNullConstant) { return null }
    for operand in operands {
      present = Bitmap.intersection(present, operand.validity)
      let side = StringSide(operand)
      if case .repeated(let text) = side, case .repeated(let before) = sides.last {
        sides[sides.count - 1] = .repeated(before + text)
      } else {
        sides.append(side)
      }
    }
    if sides.count == 1, case .repeated(let text) = sides[0] {
      return .constant(.string(String(decoding: text, as: UTF8.self)))
    }
    var builder = StringDictionaryBuilder()
    let codes: [UInt32]
    let columns = sides.filter { if case .column = $0 { true } else { false } }
    if columns.count == 1, case .column(let rows, let dictionary, let validity) = columns[0] {
      var scratch: [UInt8] = []
      let constant = sides.reduce(0) { if case .repeated(let text) = $1 { $0 + text.count } else { $0 } }
      var done = 0
      var growth = TextRoom.Growth()
      let table = try StringSide.table(rows, dictionary, validity, filler: UInt32(0)) { entry in
        try check(&done)
        try room.hold(builder.byteCount + constant + entry.count, &growth, for: source.text)
        scratch.removeAll(keepingCapacity: true)
        for side in sides {
          switch side {
          case .repeated(let text): scratch += text
          case .column: TextKernel.append(entry, to: &scratch)
          }
        }
        return builder.code(for: scratch.span)
      }
      codes = rows.lookup(table, 0).array
    } else {
      codes = try joinedRows(sides, present, &builder)
    }
    let dictionary = builder.snapshot()
    return .column(
      Column(.string, .string(Codes(codes, dictionaryCount: dictionary.count), dictionary), validity: present))
  }

  /// Joins several columns. If their entries have few combinations, each is joined once, otherwise every row is.
  private func joinedRows(_ sides: [StringSide], _ present: Bitmap?, _ builder: inout StringDictionaryBuilder)
    throws -> [UInt32]
  {
    var codes: [[UInt32]] = []
    var dictionaries: [StringDictionary] = []
    var combinationCount = 1
    for side in sides {
      guard case .column(let rows, let entries, _) = side else { continue }
      codes.append(rows.widened)
      dictionaries.append(entries)
      let (product, overflow) = combinationCount.multipliedReportingOverflow(by: max(entries.count, 1))
      combinationCount = overflow ? .max : product
    }
    let isByCombination = combinationCount <= 1 << 16
    var combinations = [UInt32](repeating: 0, count: isByCombination ? rowCount : 0)
    if isByCombination {
      for (rows, entries) in zip(codes, dictionaries) {
        let count = UInt32(max(entries.count, 1))
        // The code of a null may exceed the dictionary.
        for row in combinations.indices { combinations[row] = combinations[row] * count + min(rows[row], count - 1) }
      }
    }
    var known = [UInt32](repeating: .max, count: isByCombination ? combinationCount : 0)
    var result = [UInt32](repeating: 0, count: rowCount)
    var scratch: [UInt8] = []
    let constant = sides.reduce(0) { if case .repeated(let text) = $1 { $0 + text.count } else { $0 } }
    var done = 0
    var growth = TextRoom.Growth()
    try (present ?? Bitmap(repeating: true, count: rowCount)).forEachTrue { row in
      try check(&done)
      if isByCombination, known[Int(combinations[row])] != .max {
        result[row] = known[Int(combinations[row])]
        return
      }
      let length = zip(codes, dictionaries).reduce(constant) { $0 + $1.1.utf8(Int($1.0[row])).count }
      try room.hold(builder.byteCount + length, &growth, for: source.text)
      scratch.removeAll(keepingCapacity: true)
      var next = 0
      for side in sides {
        if case .repeated(let text) = side {
          scratch += text
        } else {
          let entries = dictionaries[next]
          TextKernel.append(entries.utf8(Int(codes[next][row])), to: &scratch)
          next += 1
        }
      }
      result[row] = builder.code(for: scratch.span)
      if isByCombination { known[Int(combinations[row])] = result[row] }
    }
    return result
  }

  // MARK: Functions

  mutating func text(_ function: TextFunction, _ arguments: [BoundNode], _ type: DataType) throws -> Operand {
    let operands = try arguments.map { try value(of: $0) }
    if let null = operands.first(where: \.isNullConstant) { return null }
    var present: Bitmap?
    for operand in operands { present = Bitmap.intersection(present, operand.validity) }
    // In parameter order: numbers, and at most one additional string.
    var numbers: [Side<Int64>] = []
    var other = StringSide.repeated([])
    for (argument, operand) in zip(arguments, operands).dropFirst() {
      if argument.type == .string { other = StringSide(operand) } else { numbers.append(operand.int64) }
    }
    let arguments = TextArguments(numbers: numbers, text: other)
    let subject = StringSide(operands[0])
    if case .column(let codes, let dictionary, let validity) = subject, let constants = arguments.constants {
      if function.isTest {
        let table = StringSide.table(codes, dictionary, validity, filler: Int64(0)) {
          TextKernel.test(function, $0, constants.a, constants.b, constants.text.span)
        }
        return tested(codes.lookup(table, 0), type, present)
      }
      var builder = StringDictionaryBuilder()
      var scratch: [UInt8] = []
      var done = 0
      var growth = TextRoom.Growth()
      let table = try StringSide.table(codes, dictionary, validity, filler: UInt32(0)) {
        try check(&done)
        scratch.removeAll(keepingCapacity: true)
        TextKernel.apply(function, $0, constants.a, constants.b, constants.text.span, to: &scratch)
        try room.hold(builder.byteCount + scratch.count, &growth, for: source.text)
        return builder.code(for: scratch.span)
      }
      let entries = builder.snapshot()
      let result = Codes(codes.lookup(table, 0).array, dictionaryCount: entries.count)
      return .column(Column(.string, .string(result, entries), validity: present))
    }
    return try textRows(function, subject, arguments, type, present)
  }

  /// Computes functions with arguments that vary by row.
  private func textRows(
    _ function: TextFunction, _ subject: StringSide, _ arguments: TextArguments, _ type: DataType, _ present: Bitmap?
  ) throws -> Operand {
    var numbers = [Int64](repeating: 0, count: function.isTest ? rowCount : 0)
    var codes = [UInt32](repeating: 0, count: function.isTest ? 0 : rowCount)
    var builder = StringDictionaryBuilder()
    var scratch: [UInt8] = []
    var done = 0
    var growth = TextRoom.Growth()
    try (present ?? Bitmap(repeating: true, count: rowCount)).forEachTrue { row in
      try check(&done)
      let (a, b) = arguments.numbers(row)
      subject.withText(row) { text in
        arguments.text.withText(row) { other in
          if function.isTest {
            numbers[row] = TextKernel.test(function, text, a, b, other)
          } else {
            scratch.removeAll(keepingCapacity: true)
            TextKernel.apply(function, text, a, b, other, to: &scratch)
          }
        }
      }
      guard !function.isTest else { return }
      try room.hold(builder.byteCount + scratch.count, &growth, for: source.text)
      codes[row] = builder.code(for: scratch.span)
    }
    if function.isTest { return tested(Buffer(numbers), type, present) }
    let entries = builder.snapshot()
    return .column(
      Column(.string, .string(Codes(codes, dictionaryCount: entries.count), entries), validity: present))
  }

  private func tested(_ numbers: Buffer<Int64>, _ type: DataType, _ present: Bitmap?) -> Operand {
    if type == .bool { return .column(Column(.bool, .bool(Kernel.bits(numbers) { $0 != 0 }), validity: present)) }
    return .column(Column(.int64, .int64(numbers), validity: present))
  }

  mutating func match(_ pattern: TextPattern, _ operand: BoundNode) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    switch StringSide(operand) {
    case .repeated(let text): return .constant(.bool(pattern.matches(text.span)))
    case .column(let codes, let dictionary, let validity):
      let table = StringSide.table(codes, dictionary, validity, filler: false) { pattern.matches($0) }
      return .column(Column(.bool, .bool(codes.bits(table)), validity: validity))
    }
  }
}

/// The additional arguments of a string function.
private struct TextArguments {
  let numbers: [Side<Int64>]
  let text: StringSide

  func numbers(_ row: Int) -> (Int, Int) {
    (
      numbers.isEmpty ? 0 : Int(numbers[0][row]),
      numbers.count > 1 ? Int(numbers[1][row]) : .max
    )
  }

  /// All arguments, if none varies by row.
  var constants: (a: Int, b: Int, text: [UInt8])? {
    guard case .repeated(let text) = text else { return nil }
    for number in numbers { if case .values = number { return nil } }
    let (a, b) = numbers(0)
    return (a, b, text)
  }
}

extension StringSide {
  fileprivate func withText(_ row: Int, _ body: (Span<UInt8>) -> Void) {
    switch self {
    case .repeated(let text): body(text.span)
    case .column(let codes, let dictionary, _): body(dictionary.utf8(codes[row]))
    }
  }
}
