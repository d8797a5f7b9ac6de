import AugerColumns
import AugerDiagnostics

extension ColumnReader {
  func dates(_ isMilliseconds: Bool, _ validity: Bitmap?) throws -> (column: Column, cut: Int) {
    guard isMilliseconds else {
      return (Column(.date, .date(Buffer(try values(1, Int32.self))), validity: validity), 0)
    }
    var cut = 0
    let milliseconds = try values(1, Int64.self)
    let days = try milliseconds.indices.map { row -> Int32 in
      if validity?[row] == false { return 0 }
      let (quotient, rest) = milliseconds[row].flooring(by: 86_400_000)
      if rest != 0 { cut += 1 }
      guard let day = Int32(exactly: quotient) else { throw damaged("day \(quotient) is not a valid date", row: row) }
      return day
    }
    return (Column(.date, .date(Buffer(days)), validity: validity), cut)
  }

  func times(_ unit: ArrowType.Unit, _ validity: Bitmap?) throws -> (column: Column, cut: Int) {
    let raw = unit.rawValue < 2 ? try values(1, Int32.self).map { Int64($0) } : try values(1, Int64.self)
    let (microseconds, cut) = try microseconds(raw, unit, validity)
    for row in microseconds.indices where validity?[row] != false {
      guard TimeOfDay(microseconds: microseconds[row]).isValid else {
        throw damaged("\(raw[row]) is not a valid time of day", row: row)
      }
    }
    return (Column(.time, .time(Buffer(microseconds)), validity: validity), cut)
  }

  func moments(_ unit: ArrowType.Unit, _ validity: Bitmap?) throws -> (column: Column, cut: Int) {
    let (microseconds, cut) = try microseconds(try values(1, Int64.self), unit, validity)
    return (Column(target, .timestamp(Buffer(microseconds)), validity: validity), cut)
  }

  func durations(_ unit: ArrowType.Unit, _ validity: Bitmap?) throws -> (column: Column, cut: Int) {
    let (microseconds, cut) = try microseconds(try values(1, Int64.self), unit, validity)
    return (
      Column(.interval, .interval(Buffer(microseconds.map { Interval(microseconds: $0) })), validity: validity), cut
    )
  }

  func intervals(_ unit: ArrowType.IntervalUnit, _ validity: Bitmap?) throws -> (column: Column, cut: Int) {
    var cut = 0
    let intervals: [Interval]
    switch unit {
    case .yearMonth: intervals = try values(1, Int32.self).map { Interval(months: $0) }
    case .dayTime:
      let words = [Int32](littleEndian: try bytes(1, width: 8), count: 2 * count)
      intervals = (0..<count).map {
        Interval(days: words[2 * $0], microseconds: Int64(words[2 * $0 + 1]) * 1000)
      }
    case .monthDayNano:
      let words = [Int64](littleEndian: try bytes(1, width: 16), count: 2 * count)
      intervals = (0..<count).map { row in
        let (microseconds, rest) = words[2 * row + 1].flooring(by: 1000)
        if rest != 0, validity?[row] != false { cut += 1 }
        return Interval(
          months: Int32(truncatingIfNeeded: words[2 * row]), days: Int32(truncatingIfNeeded: words[2 * row] >> 32),
          microseconds: microseconds)
      }
    }
    return (Column(.interval, .interval(Buffer(intervals)), validity: validity), cut)
  }

  /// Returns microseconds for counts in another unit, rounded down, and the number of rounded values.
  private func microseconds(
    _ counts: [Int64], _ unit: ArrowType.Unit, _ validity: Bitmap?
  ) throws -> (values: [Int64], cut: Int) {
    switch unit {
    case .microsecond: return (counts, 0)
    case .nanosecond:
      var cut = 0
      let values = counts.indices.map { row in
        let (quotient, rest) = counts[row].flooring(by: 1000)
        if rest != 0, validity?[row] != false { cut += 1 }
        return quotient
      }
      return (values, cut)
    case .second, .millisecond:
      let factor = 1_000_000 / unit.perSecond
      let values = try counts.indices.map { row -> Int64 in
        let (product, overflow) = counts[row].multipliedReportingOverflow(by: factor)
        if overflow, validity?[row] != false {
          throw damaged("timestamp \(counts[row]) is outside the years ±292000", row: row)
        }
        return overflow ? 0 : product
      }
      return (values, 0)
    }
  }
}

extension Int64 {
  /// Returns the quotient rounded down and the remainder, which is never negative. The divisor is positive.
  fileprivate func flooring(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
