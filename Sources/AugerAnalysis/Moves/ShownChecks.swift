import AugerColumns
import AugerDiagnostics

// Moves that only change how a chart is shown. What they make can be written as an address and read back.

extension [Scalar] {
  /// The values without repetitions, in their order.
  var unique: [Scalar] {
    var seen: Set<Scalar> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Selection {
  /// The selection without repeated values. Throws `outOfBounds` for a rectangle that an address cannot have.
  func checked() throws(DiagnosticError) -> Selection {
    var result = self
    (result.categories, result.series) = (categories.unique, series.unique)
    for rectangle in rectangles {
      let ends = rectangle.values.map { [$0.lower.doubleValue ?? .nan, $0.upper.doubleValue ?? .nan] } ?? []
      if rectangle.categories != nil || rectangle.values != nil, !ends.contains(where: \.isNaN) { continue }
      throw DiagnosticError(
        Diagnostic(
          .outOfBounds, "a rectangle reaches from one category to another, from one number to another, or both",
          hint: "Give the ends of at least one side, and numbers for those of the values."))
    }
    return result
  }
}

extension SortState {
  /// Throws `outOfBounds` for a number of categories that an address cannot have.
  func checked() throws(DiagnosticError) -> SortState {
    guard let top, top < 1 || top > Self.mostCategories else { return self }
    throw DiagnosticError(
      Diagnostic(
        .outOfBounds, "the first \(top) categories cannot be shown",
        hint: "Show at least 1 category and at most \(Self.mostCategories)."
      ).nearest("\(Swift.min(Swift.max(top, 1), Self.mostCategories))"))
  }

  /// The largest number of categories that can be asked for.
  static let mostCategories = Int(Int32.max)
}

extension VisibleRange {
  /// Throws `outOfBounds` for parts that are empty or reach beyond the axes.
  func checked() throws(DiagnosticError) -> VisibleRange {
    let parts = [(horizontal.lower, horizontal.upper), (vertical.lower, vertical.upper)]
    if parts.allSatisfy({ 0 <= $0 && $0 < $1 && $1 <= 1 }) { return self }
    throw DiagnosticError(
      Diagnostic(
        .outOfBounds, "a part of an axis is a share of its length", hint: "Give ends from 0 to 1, the lower one first.")
    )
  }
}
