import AugerColumns

extension Evaluation {
  mutating func membership(_ operand: BoundNode, _ set: ConstantSet) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let column = try column(operand, set.type)
    let found: Bitmap
    switch column.values {
    case .bool(let bits):
      let words = set.values.map { $0 == .bool(true) ? bits : bits.inverted }
      found = words.reduce(Bitmap(repeating: false, count: rowCount)) { $0.union($1) }
    case .int64(let values), .decimal64(let values), .timestamp(let values), .time(let values):
      found = members(values, set.values.map { value in Operand.constant(value).int64[0] })
    case .decimal128(let values): found = members(values, set.values.map { Operand.constant($0).int128[0] })
    case .float64(let values): found = members(values, set.values.map { Operand.constant($0).float64[0] })
    case .date(let values): found = members(values, set.values.map { Operand.constant($0).date[0] })
    case .interval(let values): found = members(values, set.values.map { Operand.constant($0).interval[0] })
    case .string, .binary:
      guard case .column(let codes, let dictionary, _) = StringSide(.column(column)) else {
        preconditionFailure("a column has codes")
      }
      var wanted = StringDictionaryBuilder()
      for value in set.values {
        if case .repeated(let text) = StringSide(.constant(value)) { _ = wanted.code(forBytes: text) }
      }
      let count = wanted.count
      // A string without a code in the set does not belong to it.
      let table = StringSide.table(codes, dictionary, column.validity, filler: false) { wanted.code(for: $0) < count }
      found = codes.bits(table)
    }
    // If the set contains null, the result for values outside the set is unknown.
    let present = set.hasNull ? Bitmap.intersection(column.validity, found) : column.validity
    return .column(Column(.bool, .bool(found), validity: present))
  }

  @inline(__always)
  private func members<T: Hashable & BitwiseCopyable & Sendable>(_ values: Buffer<T>, _ wanted: [T]) -> Bitmap {
    if wanted.count == 1 {
      let only = wanted[0]
      return Kernel.bits(values) { $0 == only }
    }
    if wanted.count <= 8 { return Kernel.bits(values) { wanted.contains($0) } }
    let set = Set(wanted)
    return Kernel.bits(values) { set.contains($0) }
  }
}
