import AugerColumns
import AugerDiagnostics

// Checks of moves that only change how a chart is shown: their result can be written as a query string and read back.

extension [Scalar] {
  /// The values without duplicates, in their order.
  var unique: [Scalar] {
    var seen: Set<Scalar> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Selection {
  /// Returns the selection without duplicates. Throws `outOfBounds` for a rectangle that no query string can represent.
  func checked() throws(DiagnosticError) -> Selection {
    var result = self
    (result.categories, result.series) = (categories.unique, series.unique)
    result.paths = paths.filter { !$0.isEmpty }
    for rectangle in rectangles {
      let ends = rectangle.values.map { [$0.lower.doubleValue ?? .nan, $0.upper.doubleValue ?? .nan] } ?? []
      if rectangle.categories != nil || rectangle.values != nil, !ends.contains(where: \.isNaN) { continue }
      throw DiagnosticError(
        Diagnostic(
          .outOfBounds, "the selected rectangle has no ends, or ends that are not numbers",
          hint: "Give two categories, two numbers, or both."))
    }
    return result
  }
}

extension SortState {
  /// Throws `outOfBounds` for a number of categories that no query string can represent.
  func checked() throws(DiagnosticError) -> SortState {
    guard let top, top < 1 || top > Self.mostCategories else { return self }
    throw DiagnosticError(
      Diagnostic(
        .outOfBounds, "a chart cannot show its first \(top) categories",
        hint: "Show 1 to \(Self.mostCategories) categories."
      ).nearest("\(Swift.min(Swift.max(top, 1), Self.mostCategories))"))
  }

  /// Maximum number of categories to show.
  package static let mostCategories = Int(Int32.max)
}

extension VisibleRange {
  /// Throws `outOfBounds` for ranges that are empty or exceed the axes.
  func checked() throws(DiagnosticError) -> VisibleRange {
    let parts = [(horizontal.lower, horizontal.upper), (vertical.lower, vertical.upper)]
    if parts.allSatisfy({ 0 <= $0 && $0 < $1 && $1 <= 1 }) { return self }
    throw DiagnosticError(
      Diagnostic(
        .outOfBounds, "the visible part of an axis is empty or outside 0 to 1",
        hint: "Write two fractions from 0 to 1, the smaller one first."))
  }
}
