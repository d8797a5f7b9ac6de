import AugerColumns
import AugerDiagnostics

extension LinearTicks {
  /// Creates ticks from given numbers. All have the decimals needed to distinguish them, at most nine.
  package init(listed values: [Double]) {
    let sorted = values.sorted()
    let digits = (0..<9).first { digits in
      let scale = LinearTicks.power(digits)
      return sorted.allSatisfy { ($0 * scale - ($0 * scale).rounded()).magnitude < 1e-6 }
    }
    self.init(
      values: sorted, step: zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min() ?? 1, fractionDigits: digits ?? 9)
  }
}

extension FittedAxis {
  /// Returns the numbers in a domain at which the author wants labels. Nil without such an option, or if the labels are
  /// too many.
  package func numbers(in domain: Bounds) -> [Double]? {
    let found: [Double]
    switch ticks {
    case nil, .every(.months, _), .every(.microseconds, _): return nil
    case .values(let points): found = points.compactMap { $0.axisNumber?.number }.filter(domain.contains)
    case .every(.number(let step), let anchor):
      let anchor = anchor?.axisNumber?.number ?? 0
      let first = ((domain.lower - anchor) / step - 1e-9).rounded(.up)
      let last = ((domain.upper - anchor) / step + 1e-9).rounded(.down)
      guard last - first < Double(Self.most) else { return nil }
      guard first <= last else { return [] }
      found = stride(from: first, through: last, by: 1).map { anchor + $0 * step }
    }
    return found.sorted().filter { !isInGap($0) }
  }

  /// Returns the timestamps in a range at which the author wants labels.
  package func moments(in span: ClosedRange<Timestamp>) -> TimeTicks? {
    let ticks: TimeTicks
    switch self.ticks {
    case nil, .every(.number, _): return nil
    case .values(let points):
      ticks = TimeTicks(
        listed: points.compactMap { $0.axisNumber }.map { Timestamp(microseconds: Int64(clamping: $0.number)) }.filter(
          span.contains))
    case .every(.months(let months), let anchor): ticks = TimeTicks(span, every: .months(months), from: anchor?.moment)
    case .every(.microseconds(let size), let anchor):
      ticks = TimeTicks(span, every: .microseconds(size), from: anchor?.moment)
    }
    return ticks.values.count < Self.most ? ticks : nil
  }

  private static var most: Int { 400 }
}

extension Scalar {
  fileprivate var moment: Timestamp? {
    switch self {
    case .date(let date): Timestamp(date)
    case .timestamp(let moment): moment
    default: nil
    }
  }
}
