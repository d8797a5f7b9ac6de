/// The loops that number rows. Unsafe because bounds checks prevent vectorization.
extension KeyLayout {
  /// Returns the number of each row, below `combinations`. `columns[i]` is the column of part `i`, and its domain
  /// covers it.
  package func numbers(_ columns: [Column], rowCount: Int) -> [UInt16] {
    if parts.isEmpty { return [UInt16](repeating: 0, count: rowCount) }
    // Sound: the first part initializes `rowCount` elements, the others change them.
    return unsafe [UInt16](count: rowCount) { out in
      for (index, part) in parts.enumerated() {
        precondition(columns[index].count == rowCount, "columns of different lengths")
        unsafe number(part, columns[index], out, isFirst: index == 0)
      }
    }
  }

  private func number(_ part: Part, _ column: Column, _ out: UnsafeMutableBufferPointer<UInt16>, isFirst: Bool) {
    let last = part.offsets.count - 1
    // Clamp the number, so that invalid codes in a column cannot exceed the tables of groups.
    let limit = UInt16(truncatingIfNeeded: combinations - 1)
    let none = part.offsets[0]
    // Sound: the pointer is used within the closure; every index into it is at most `last`.
    unsafe part.offsets.withUnsafeBufferPointer { offsets in
      switch column.values {
      case .bool(let bits):
        for row in 0..<bits.count {
          let offset = unsafe column.isNull(row) ? none : offsets[bits[row] ? 2 : 1]
          unsafe out[row] = min(isFirst ? offset : out[row] &+ offset, limit)
        }
      case .string(.uint8(let codes), _):
        if let stride = part.stride, column.validity == nil {
          unsafe Self.each(codes, column, none, limit, out, isFirst) { (UInt16($0) &+ 1) &* stride }
        } else {
          unsafe Self.each(codes, column, none, limit, out, isFirst) { unsafe offsets[min(Int($0) + 1, last)] }
        }
      case .string(.uint16(let codes), _):
        if let stride = part.stride, column.validity == nil {
          unsafe Self.each(codes, column, none, limit, out, isFirst) { ($0 &+ 1) &* stride }
        } else {
          unsafe Self.each(codes, column, none, limit, out, isFirst) { unsafe offsets[min(Int($0) + 1, last)] }
        }
      case .string(.uint32(let codes), _):
        unsafe Self.each(codes, column, none, limit, out, isFirst) { unsafe offsets[min(Int($0) + 1, last)] }
      case .date(let days):
        guard case .range(let low, _, _) = part.domain else { preconditionFailure("days have a range") }
        let before = Int32(truncatingIfNeeded: low &- 1)
        let end = UInt32(truncatingIfNeeded: last)
        unsafe Self.each(days, column, none, limit, out, isFirst) { day in
          unsafe offsets[Int(min(UInt32(bitPattern: day &- before), end))]
        }
      case .int64(let values), .decimal64(let values), .timestamp(let values), .time(let values):
        guard case .range(let low, _, _) = part.domain else { preconditionFailure("ints have a range") }
        let before = low &- 1
        let end = UInt64(truncatingIfNeeded: last)
        if let stride = part.stride, column.validity == nil {
          unsafe Self.each(values, column, none, limit, out, isFirst) {
            UInt16(truncatingIfNeeded: $0 &- before) &* stride
          }
        } else {
          unsafe Self.each(values, column, none, limit, out, isFirst) { value in
            unsafe offsets[Int(min(UInt64(bitPattern: value &- before), end))]
          }
        }
      case .float64, .decimal128, .interval, .binary: preconditionFailure("no domain has such values")
      }
    }
  }

  @inline(__always)
  private static func each<T>(
    _ buffer: Buffer<T>, _ column: Column, _ none: UInt16, _ limit: UInt16, _ out: UnsafeMutableBufferPointer<UInt16>,
    _ isFirst: Bool, _ offset: (T) -> UInt16
  ) {
    let x = buffer.span
    let count = x.count
    // Sound: `out` has space for the elements of the span, which the caller checked.
    if let validity = column.validity {
      for index in 0..<validity.wordCount {
        let word = validity.word(index)
        let first = index * 64
        for j in 0..<min(64, count - first) {
          let isPresent = word >> UInt64(truncatingIfNeeded: j) & 1 == 1
          let value = unsafe isPresent ? offset(x[unchecked: first + j]) : none
          unsafe out[first + j] = min(isFirst ? value : out[first + j] &+ value, limit)
        }
      }
    } else if isFirst {
      for i in 0..<count { unsafe out[i] = min(offset(x[unchecked: i]), limit) }
    } else {
      for i in 0..<count { unsafe out[i] = min(out[i] &+ offset(x[unchecked: i]), limit) }
    }
  }
}
