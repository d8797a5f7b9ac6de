extension Column {
  /// Returns the rows at `indices`, in that order. A negative index gives null.
  package func gathered(_ indices: [Int32]) -> Column {
    let hasMissing = indices.contains { $0 < 0 }
    let newValues: Values =
      switch values {
      case .bool(let bits): .bool(Bitmap(indices.map { $0 >= 0 && bits[Int($0)] }))
      case .int64(let buffer): .int64(gather(buffer, indices))
      case .float64(let buffer): .float64(gather(buffer, indices))
      case .decimal64(let buffer): .decimal64(gather(buffer, indices))
      case .decimal128(let buffer): .decimal128(gather(buffer, indices))
      case .string(.uint8(let buffer), let dictionary): .string(.uint8(gather(buffer, indices)), dictionary)
      case .string(.uint16(let buffer), let dictionary): .string(.uint16(gather(buffer, indices)), dictionary)
      case .string(.uint32(let buffer), let dictionary): .string(.uint32(gather(buffer, indices)), dictionary)
      case .date(let buffer): .date(gather(buffer, indices))
      case .timestamp(let buffer): .timestamp(gather(buffer, indices))
      case .time(let buffer): .time(gather(buffer, indices))
      case .interval(let buffer): .interval(gather(buffer, indices))
      case .binary(let buffer): .binary(buffer.gathered(indices))
      }
    guard validity != nil || hasMissing else { return Column(type, newValues) }
    return Column(type, newValues, validity: Bitmap(indices.map { $0 >= 0 && !isNull(Int($0)) }))
  }

  private func gather<T: FixedWidthInteger>(_ buffer: Buffer<T>, _ indices: [Int32]) -> Buffer<T> {
    let span = buffer.span
    var result = [T](repeating: 0, count: indices.count)
    for i in indices.indices where indices[i] >= 0 { result[i] = span[Int(indices[i])] }
    return Buffer(result)
  }

  private func gather(_ buffer: Buffer<Interval>, _ indices: [Int32]) -> Buffer<Interval> {
    let span = buffer.span
    var result = [Interval](repeating: Interval(), count: indices.count)
    for i in indices.indices where indices[i] >= 0 { result[i] = span[Int(indices[i])] }
    return Buffer(result)
  }

  private func gather(_ buffer: Buffer<Double>, _ indices: [Int32]) -> Buffer<Double> {
    let span = buffer.span
    var result = [Double](repeating: 0, count: indices.count)
    for i in indices.indices where indices[i] >= 0 { result[i] = span[Int(indices[i])] }
    return Buffer(result)
  }
}
