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
  package func numbers(in domain: Bounds) -> [Double]? { numbers(at: ticks, in: domain) }

  private func numbers(at ticks: AxisTicks?, in domain: Bounds) -> [Double]? {
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
  package func moments(in span: ClosedRange<Timestamp>) -> TimeTicks? { moments(at: ticks, in: span) }

  private func moments(at chosen: AxisTicks?, in span: ClosedRange<Timestamp>) -> TimeTicks? {
    let ticks: TimeTicks
    switch chosen {
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

  /// Returns the numbers of minor ticks between labels at `majors`. Empty without minor ticks, or if they are too many.
  package func minorNumbers(between majors: [Double], in domain: Bounds) -> [Double] {
    let found: [Double]
    switch minorTicks {
    case nil: return []
    case .chosen(let ticks) where isTemporal:
      let span = Timestamp(microseconds: Int64(clamping: domain.lower))
      let end = Timestamp(microseconds: Int64(clamping: domain.upper))
      found =
        moments(at: ticks, in: span...max(span, end))?.values.map { Double($0.microseconds) }
        .filter { !isInGap($0) } ?? []
    case .chosen(let ticks): found = numbers(at: ticks, in: domain) ?? []
    case .automatic: found = Self.automatic(majors, in: domain).filter { !isInGap($0) }
    }
    guard found.count <= Self.most else { return [] }
    let known = Set(majors)
    return found.filter { !known.contains($0) }
  }

  /// Returns the numbers that divide the distances between ticks: in five, or in four if a tick is twice a power of
  /// ten from the next.
  private static func automatic(_ majors: [Double], in domain: Bounds) -> [Double] {
    guard majors.count > 1, let step = zip(majors, majors.dropFirst()).map({ $1 - $0 }).min(), step > 0 else {
      return []
    }
    let digit = step / Logarithm.power(Logarithm.ten(step).rounded(.down))
    let parts = (digit - 2).magnitude < 1e-6 ? 4 : 5
    let ends = [majors[0] - step] + majors + [majors[majors.count - 1] + step]
    return zip(ends, ends.dropFirst()).flatMap { low, high in
      (1..<parts).map { low + (high - low) * Double($0) / Double(parts) }
    }
    .filter(domain.contains)
  }
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
