import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

/// A chart for agents: a summary, cells with values and formatted text, and a receipt.
struct ItemAnswer {
  let name: String
  let title: String
  let kind: String
  /// The computed chart. Answers show it without its sources.
  let model: ChartModel
  /// The resource URI of its chart JSON.
  let resource: String
  private let cells: TableCells

  init(_ item: ParsedItem, _ model: ChartModel, resource: String) {
    self.init(name: item.name, title: item.title, kind: item.nodeName, model, resource: resource)
  }

  init(name: String, title: String, kind: String, _ model: ChartModel, resource: String) {
    self.name = name
    self.title = title
    self.kind = kind
    self.model = model
    self.resource = resource
    cells = TableCells(model)
  }

  var cellCount: Int { cells.rowCount.multipliedReportingOverflow(by: max(1, cells.columns.count)).partialValue }

  /// Returns the item with up to `most` cells, in complete rows with all columns that fit.
  func node(cells most: Int) -> JSONNode {
    let columnCount = min(cells.columns.count, max(1, most))
    let rowCount = min(cells.rowCount, most / max(1, columnCount))
    let columns = cells.columns.prefix(columnCount)
    let heads = columns.enumerated().map { index, column -> JSONNode in
      [
        "title": .text(column.title), "isHeader": .bool(index < cells.headers), "isNumber": .bool(column.isNumeric),
      ]
    }
    var rows: [JSONNode] = []
    var texts: [JSONNode] = []
    for row in 0..<rowCount {
      rows.append(.list(columns.map { JSONNode(shown: $0.cells[row], type: $0.cells.type) }))
      texts.append(JSONNode(texts: columns.map { $0.texts.map { $0[row] } ?? $0.exact(row) }))
    }
    let path = model.drill?.path.map { step in
      step.selection.entries.map { "\($0.0): \($0.1.words)" }.joined(separator: ", ")
    }
    let isTruncated = rowCount < cells.rowCount || columnCount < cells.columns.count
    return [
      "name": .text(name), "title": .text(title), "kind": .text(kind), "chart": .text(model.name),
      "chartTitle": .text(model.title), "type": .text(model.type.rawValue), "sentence": .text(model.inWords),
      "path": JSONNode(texts: path ?? []), "columns": .list(heads), "rows": .list(rows), "texts": .list(texts),
      "rowCount": JSONNode(cells.rowCount), "columnCount": JSONNode(cells.columns.count),
      "isTruncated": .bool(isTruncated), "warnings": AnswerWords.node(model.warnings), "receipt": receipt,
      "resource": .text(resource),
    ]
  }

  private var receipt: JSONNode {
    let queries = model.receipt.queries.map { query -> JSONNode in
      ["name": .text(query.name), "rows": JSONNode(query.rows), "execution": .text(query.execution.rawValue)]
    }
    let node: JSONNode = ["queries": .list(queries)]
    return node.adding("asOf", model.receipt.asOf.map { .text($0.description) })
  }

  /// Distributes `most` cells among several items. Items that need less leave the rest to the others.
  static func shares(_ wanted: [Int], of most: Int) -> [Int] {
    var shares = [Int](repeating: 0, count: wanted.count)
    var left = most
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    for (done, index) in order.enumerated() {
      shares[index] = min(wanted[index], left / (wanted.count - done))
      left -= shares[index]
    }
    return shares
  }

  static let schema: JSONNode = [
    "type": "object", "additionalProperties": false,
    "required": [
      "name", "title", "kind", "chart", "chartTitle", "type", "sentence", "path", "columns", "rows", "texts",
      "rowCount", "columnCount", "isTruncated", "warnings", "receipt", "resource",
    ],
    "properties": [
      "name": ["type": "string"], "title": ["type": "string"],
      "kind": ["type": "string", "description": "The kind of the item: Chart, DrillDownGroup, DataGrid ..."],
      "chart": ["type": "string", "description": "The visible chart. In a group, the chart of the current level."],
      "chartTitle": ["type": "string"], "type": ["type": "string"], "sentence": ["type": "string"],
      "path": ["type": "array", "items": ["type": "string"], "description": "The selected values of the drill path."],
      "columns": [
        "type": "array",
        "items": [
          "type": "object", "required": ["title", "isHeader", "isNumber"], "additionalProperties": false,
          "properties": [
            "title": ["type": "string"], "isHeader": ["type": "boolean"], "isNumber": ["type": "boolean"],
          ],
        ],
      ],
      "rows": [
        "type": "array", "items": ["type": "array", "items": MoveSchema.anything],
        "description": "The raw values: exact numbers, dates in ISO 8601.",
      ],
      "texts": [
        "type": "array", "items": ["type": "array", "items": ["type": "string"]],
        "description": "The same cells, formatted like the chart.",
      ],
      "rowCount": ["type": "integer", "minimum": 0], "columnCount": ["type": "integer", "minimum": 0],
      "isTruncated": ["type": "boolean", "description": "True if more rows or columns exist."],
      "warnings": AnswerWords.warningsSchema,
      "receipt": [
        "type": "object", "required": ["queries"], "additionalProperties": false,
        "properties": [
          "queries": [
            "type": "array",
            "items": [
              "type": "object", "required": ["name", "rows", "execution"], "additionalProperties": false,
              "properties": [
                "name": ["type": "string"], "rows": ["type": "integer", "minimum": 0],
                "execution": ["enum": ["ran", "reused"]],
              ],
            ],
          ],
          "asOf": ["type": "string"],
        ],
      ],
      "resource": ["type": "string", "description": "The resource with the complete chart JSON."],
    ],
  ]
}

extension QueryArgument {
  /// A description of the selected value.
  var words: String {
    switch self {
    case .scalar(let value): value.description
    case .list(let values): values.map(\.description).joined(separator: ", ")
    case .range(let lower, let upper): "\(lower) – \(upper)"
    }
  }
}
