import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

/// The OpenAPI 3.1 description of a site: each dashboard with its URL parameters, without values of the data.
struct OpenAPI {
  private let dashboards: [Dashboard]
  private let version: String
  private let schemas: [String]

  init(_ dashboards: [Dashboard], version: String, schemas: [String]) {
    self.schemas = schemas
    self.dashboards = dashboards
    self.version = version
  }

  func text() -> String {
    var paths = sitePaths
    // Define the parameters of a dashboard once and refer to them.
    var components: [JSONNode.Member] = []
    for (number, dashboard) in dashboards.enumerated() {
      let own = Self.parameters(of: dashboard).enumerated().map { (name: "d\(number)_\($0)", parameter: $1) }
      components += own.map { Self.member($0.name, $0.parameter.schema) }
      // An item has its own parameters and those of the dashboard, so the document grows linearly with the items.
      func references(_ item: String?) -> [JSONNode] {
        own.filter { entry in item.map { entry.parameter.isOf($0) } ?? true }.map {
          Self.reference("parameters", $0.name)
        }
      }
      let name = Self.identifier(dashboard.name)
      paths.append(
        Self.member(
          "\(Site.path(dashboard.name)).{format}",
          Self.get(
            name, dashboard.title.isEmpty ? dashboard.name : dashboard.title,
            [Self.reference("parameters", "formatOfDashboards")] + references(nil),
            Self.reference("responses", "Dashboard"))))
      for item in dashboard.chartItems {
        paths.append(
          Self.member(
            "\(Site.path(dashboard.name, item.name)).{format}",
            Self.get(
              "\(name)_\(Self.identifier(item.name))", item.title.isEmpty ? item.name : item.title,
              [Self.reference("parameters", "formatOfItems")] + references(item.name),
              Self.reference("responses", "Item"))))
        paths.append(
          Self.member(
            "\(Site.path(dashboard.name, item.name))/rows.{format}",
            Self.get(
              "\(name)_\(Self.identifier(item.name))_rows",
              "The rows behind \(item.title.isEmpty ? item.name : item.title)",
              [Self.reference("parameters", "formatOfRows"), Self.reference("parameters", "mark")]
                + references(item.name), Self.reference("responses", "Rows"))))
      }
    }
    let formats = [
      Self.member("formatOfDashboards", Self.format(Face.ofDashboards)),
      Self.member("formatOfItems", Self.format(Face.allCases)),
      Self.member("formatOfRows", Self.format(RowsQuery.faces)),
      Self.member(
        "mark",
        Self.parameter(
          "_mark", "The marks whose rows are returned: categories:a,b;series:c. Default: the whole item.", Self.text
        ).schema),
    ]
    let document: JSONNode = [
      "openapi": "3.1.0",
      "info": [
        "title": "Auger", "version": .text(version),
        "description": "Dashboards as data. The query string of a URL is the state of the dashboard.",
      ], "paths": .object(paths),
      "components": [
        "schemas": ["Problem": Self.problem], "responses": .object(Self.responses),
        "parameters": .object(formats + components),
      ],
    ]
    return document.text() + "\n"
  }

  /// The URLs that do not belong to a dashboard.
  private var sitePaths: [JSONNode.Member] {
    [
      Self.member(
        "/.json",
        Self.get(
          "listDashboards", "The dashboards that the client may read.", [],
          Self.answer([Face.json.mediaType: ["schema": Self.json("auger.dashboards/1")]]))),
      Self.member(
        "/-/jobs.json",
        Self.get(
          "listJobs", "The jobs with their next times and newest runs.", [],
          Self.answer([Face.json.mediaType: ["schema": Self.json("auger.jobs/1")]]))),
      Self.member(
        "/-/schema/{name}",
        Self.get(
          "readSchema", "The JSON Schema of a format.",
          [
            [
              "name": "name", "in": "path", "required": true,
              "description":
                "The name and version of the format: chart-1. A versioned name never changes its meaning.",
              "schema": ["type": "string", "enum": JSONNode(texts: schemas.map { $0 + "-1" })],
            ]
          ], Self.answer(["application/schema+json": ["schema": ["type": "object"]]]))),
    ]
  }

  private static func member(_ name: String, _ value: JSONNode) -> JSONNode.Member {
    JSONNode.Member(name: name, value: value)
  }

  /// The media types of items. Chart JSON and rows share one entry, because both are JSON.
  private static var contents: [JSONNode.Member] {
    var seen: Set<String> = []
    return Face.allCases.map { content($0, isDashboard: false) }.filter { seen.insert($0.name).inserted }.map { entry in
      entry.name == Face.json.mediaType ? member(entry.name, ["schema": [:]]) : entry
    }
  }

  private static func format(_ faces: [Face]) -> JSONNode {
    [
      "name": "format", "in": "path", "required": true, "description": "The output format.",
      "schema": ["type": "string", "enum": JSONNode(texts: faces.map(\.rawValue))],
    ]
  }

  // MARK: Parameters

  /// A URL parameter of a dashboard.
  private struct Parameter {
    /// The item that the parameter changes. Nil if it changes all items.
    var item: String?
    var schema: JSONNode

    func isOf(_ name: String) -> Bool { item.map { Name($0) == Name(name) } ?? true }
  }

  private static func parameters(of dashboard: Dashboard) -> [Parameter] {
    var parameters: [Parameter] = []
    for variable in dashboard.variables {
      parameters.append(parameter("$" + variable.name, variable.title, schema(of: variable)))
    }
    for filter in dashboard.filters {
      let words =
        filter.kind == .range
        ? "The lower and the upper bound: 10..20." : "The selected values, separated by commas."
      parameters.append(
        parameter("filter." + filter.name, filter.title.isEmpty ? words : "\(filter.title). \(words)", text))
    }
    for item in dashboard.chartItems {
      if case .drillDownGroup = item {
        parameters.append(
          parameter(
            item.name + ".drill", "The selected values of each level: Region:Europe/Country:France.", text,
            of: item.name))
      }
      parameters += [
        parameter(item.name + ".zoom", "The zooming level. Level 1 is the coarsest.", whole(from: 1), of: item.name),
        parameter(
          item.name + ".sort",
          "The sort key: category, value or series. Descending with -. At most five categories with ;top:5.",
          text,
          of: item.name),
        parameter(item.name + ".select", "The selection: categories:a,b;series:c.", text, of: item.name),
        parameter(item.name + ".hide", "The hidden series, separated by commas.", text, of: item.name),
        parameter(
          item.name + ".range",
          "The visible part of the horizontal axis, and optionally of the vertical axis: 0..0.5;0.2..1.", text,
          of: item.name),
      ]
    }
    for item in dashboard.chartItems {
      for chart in item.charts {
        for column in chart.whatIfColumns {
          parameters.append(
            parameter(
              "\(chart.name).whatif.\(column.column)", "The new value, or a change in percent: -10%.", text,
              of: item.name))
        }
      }
    }
    for diagram in dashboard.diagrams {
      for node in diagram.nodes {
        parameters.append(
          parameter("\(diagram.name).node[\(node.name)]", "The value of the node.", text, of: diagram.name))
      }
    }
    return parameters + [
      parameter("_theme", "The theme.", text),
      parameter("_locale", "The locale of labels and formatted values: en_US.", text),
      parameter(
        "_orientation", "The layout of the dashboard: landscape or portrait. Default: by the width of the page.", text),
    ]
  }

  private static let text: JSONNode = ["type": "string"]

  private static func whole(from minimum: Int) -> JSONNode { ["type": "integer", "minimum": JSONNode(minimum)] }

  private static func schema(of variable: VariableDefinition) -> JSONNode {
    func bound(_ value: Scalar?) -> JSONNode? {
      if case .int(let number)? = value { JSONNode(Int(number)) } else { nil }
    }
    switch variable.type {
    case .integer:
      let integer: JSONNode = ["type": "integer"]
      return integer.adding("minimum", bound(variable.bounds.min)).adding("maximum", bound(variable.bounds.max))
    case .float: return ["type": "number"]
    case .boolean: return ["type": "boolean"]
    case .enumeration: return ["type": "string", "enum": JSONNode(texts: variable.choices.map(\.value))]
    case .date, .datetime: return ["type": "string", "format": "date"]
    }
  }

  private static func parameter(
    _ name: String, _ description: String, _ schema: JSONNode, of item: String? = nil
  ) -> Parameter {
    Parameter(
      item: item,
      schema: [
        "name": .text(name), "in": "query", "required": false, "description": .text(description), "schema": schema,
      ])
  }

  private static func reference(_ kind: String, _ name: String) -> JSONNode {
    ["$ref": .text("#/components/\(kind)/\(name)")]
  }

  // MARK: Answers

  private static let failures = [
    ("400", "The URL is not valid."), ("404", "The dashboard, item or schema does not exist."),
    ("414", "The URL is too long."),
    ("421", "The server does not serve this host name."),
    ("422", "The dashboard has no such state, or the result cannot be computed."),
    ("429", "Too many requests are in progress."), ("503", "The data are unavailable, or the server is busy."),
    ("504", "The request exceeded the time limit."),
  ]

  /// The responses that paths refer to. They are defined once, independent of the number of dashboards.
  private static var responses: [JSONNode.Member] {
    let failure: JSONNode = ["application/problem+json": ["schema": reference("schemas", "Problem")]]
    return [
      member("Dashboard", answer(.object(Face.ofDashboards.map { content($0, isDashboard: true) }))),
      member("Item", answer(.object(contents))),
      member("Rows", answer(.object(RowsQuery.faces.filter { $0 != .rows }.map { content($0, isDashboard: nil) }))),
      member("304", ["description": "The response of the client is current."]),
    ] + failures.map { code, words in member(code, ["description": .text(words), "content": failure]) }
  }

  private static func answer(_ content: JSONNode) -> JSONNode { ["description": "The response.", "content": content] }

  private static func get(
    _ identifier: String, _ summary: String, _ parameters: [JSONNode], _ answer: JSONNode
  ) -> JSONNode {
    let others = (["304"] + failures.map(\.0)).map { member($0, reference("responses", $0)) }
    return [
      "get": [
        "operationId": .text(identifier), "summary": .text(summary), "parameters": .list(parameters),
        "responses": .object([member("200", answer)] + others),
      ]
    ]
  }

  private static func json(_ schema: String) -> JSONNode {
    ["type": "object", "required": ["schema"], "properties": ["schema": ["const": .text(schema)]]]
  }

  private static func content(_ face: Face, isDashboard: Bool?) -> JSONNode.Member {
    let schema: JSONNode =
      switch face {
      case .json: isDashboard.map { json($0 ? DashboardJSON.schemaName : ChartJSON.schemaName) } ?? [:]
      case .rows: [:]
      case .vegaLite: ["type": "object"]
      default: text
      }
    return member(face.mediaType, ["schema": schema])
  }

  private static let problem: JSONNode = [
    "type": "object", "required": ["title", "status", "code", "errors"],
    "properties": [
      "title": text, "detail": text, "status": ["type": "integer"], "code": text, "request": text,
      "errors": [
        "type": "array",
        "items": [
          "type": "object", "required": ["code", "message"],
          "properties": [
            "code": text, "message": text, "hint": text, "start": ["type": "integer"], "end": ["type": "integer"],
          ],
        ],
      ],
    ],
  ]

  /// Returns a name of letters, digits and `_`.
  private static func identifier(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? Character($0) : "_"
      })
  }
}
