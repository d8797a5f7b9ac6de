import AugerColumns

extension Evaluation {
  mutating func zoned(
    _ operation: ZonedOperation, _ operand: BoundNode, _ zone: ZoneTable, _ type: DataType
  ) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let values = operand.int64.buffer(rowCount)
    let result: Buffer<Int64>
    switch operation {
    case .toWallClock: result = Kernel.map(values) { zone.wallClock(of: $0) }
    case .toInstant: result = Kernel.map(values) { zone.instant(of: $0) }
    case .startOf(let grain):
      let unit = grain.microseconds ?? 1
      // Not via local time: if clocks show an hour twice, each of the two hours has its own start.
      result = Kernel.map(values) { instant in
        if instant == .max || instant == .min { return instant }
        let shown = zone.wallClock(of: instant)
        if !Timestamp(microseconds: instant).isFinite { return instant }
        return instant &- (shown &- floorDivide(shown, unit) &* unit)
      }
    }
    return .column(Column(type, .timestamp(result), validity: operand.validity))
  }
}
