import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Foundation
import Testing

/// A text in which ⟦ and ⟧ mark the locations that a test checks.
struct MarkedText {
  let source: SourceText
  /// The marked locations, ordered by their start.
  let spans: [SourceSpan]

  init(_ marked: String) {
    var text = ""
    var open: [Int] = []
    var spans: [SourceSpan] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": open.append(text.utf8.count)
      case "⟧": if let start = open.popLast() { spans.append(SourceSpan(start, text.utf8.count)) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    source = SourceText(name: "expression", text: text)
    self.spans = spans.sorted { ($0.lower, -$0.upper) < ($1.lower, -$1.upper) }
  }
}

/// A table for tests: named columns and variables.
struct Setting {
  var columns: [(name: String, column: Column)] = []
  var variables: [(name: String, value: QueryArgument)] = []
  var groupKeys: [String]?
  /// The rows of window functions. Nil if window functions are not allowed.
  var frame: WindowFrame?

  var scope: ExpressionScope {
    var scope = ExpressionScope(
      schema: Schema(columns.map { Field($0.name, $0.column.type) }), variables: variables,
      allowsAggregates: groupKeys != nil, groupKeys: groupKeys ?? [])
    scope.allowsWindows = frame != nil
    return scope
  }

  var rowCount: Int { columns.first?.column.count ?? 1 }

  func bind(_ text: String) throws -> BoundExpression {
    try BoundExpression.bind(try Expression.parse(text), in: scope)
  }

  func evaluate(_ text: String, warnings: inout Warnings) throws -> Column {
    let bound = try bind(text)
    let read = columns.indices.map { bound.columns.contains($0) ? columns[$0].column : nil }
    let column = try bound.evaluate(read, rowCount: rowCount, frame: frame, warnings: &warnings)
    #expect(column.type == bound.type)
    #expect(column.count == rowCount)
    try column.validate()
    return column
  }

  /// Returns the rows as `auger eval` prints them, with null as `null`.
  func results(_ text: String) throws -> [String] {
    var warnings = Warnings()
    return try evaluate(text, warnings: &warnings).scalars.map(printed)
  }

  func warnings(_ text: String) throws -> [String] {
    var warnings = Warnings()
    _ = try evaluate(text, warnings: &warnings)
    return warnings.items.map(\.description)
  }

  /// Expects parsing or binding to fail with these codes at the marked locations, in order.
  func expect(
    _ marked: String, fails codes: Diagnostic.Code..., hint: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let error = #expect(throws: DiagnosticError.self, sourceLocation: location) {
      _ = try BoundExpression.bind(try Expression.parse(text.source), in: scope)
    }
    let diagnostics = error?.diagnostics ?? []
    #expect(diagnostics.map(\.code) == codes, sourceLocation: location)
    #expect(diagnostics.map { $0.place?.span } == text.spans, sourceLocation: location)
    if let hint { #expect(diagnostics.first?.hint == hint, sourceLocation: location) }
  }

  /// Expects evaluation to fail in a row, at the marked location.
  func expect(
    _ marked: String, overflowsInRow row: Int, hint: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let text = MarkedText(marked)
    let error = #expect(throws: DiagnosticError.self, sourceLocation: location) {
      var warnings = Warnings()
      let bound = try BoundExpression.bind(try Expression.parse(text.source), in: scope)
      _ = try bound.evaluate(columns.map(\.column), rowCount: rowCount, frame: frame, warnings: &warnings)
    }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == .expressionEvaluation, sourceLocation: location)
    #expect(diagnostic?.place?.span == text.spans.first, sourceLocation: location)
    #expect(diagnostic?.message.hasSuffix("row \(row)") == true, sourceLocation: location)
    if let hint { #expect(diagnostic?.hint == hint, sourceLocation: location) }
  }
}

func printed(_ value: Scalar) -> String {
  switch value {
  case .null: "null"
  case .bool(let value): value ? "1" : "0"
  default: value.description
  }
}

func value(_ text: String) throws -> String { try Setting().results(text)[0] }

func decimals(_ texts: [String], precision: Int, scale: Int) throws -> Column {
  try Column(
    .decimal(precision: precision, scale: scale),
    texts.map { text in Decimal128(text).map { .decimal($0) } ?? .null })
}
