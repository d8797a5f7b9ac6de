import Auger
import AugerAnalysis
import AugerColumns
import AugerDocuments
import AugerExport
import AugerMetadata
import HTTPTypes

/// The API of a site, described in OpenAPI 3.1: each dashboard with what its addresses may say. No values of data.
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
    var paths: [(name: String, value: SchemaNode)] = [
      (
        "/.json",
        Self.get(
          "listDashboards", "The dashboards that may be seen.", [], Self.answer([Self.json("auger.dashboards/1")]))
      ),
      (
        "/-/schema/{name}",
        Self.get(
          "readSchema", "The JSON Schema of what is written and read.",
          [
            .object([
              ("name", .text("name")), ("in", .text("path")), ("required", .bool(true)),
              ("description", .text("With its number, chart-1, it never means another.")),
              ("schema", .object([("type", .text("string")), ("enum", .texts(schemas.map { $0 + "-1" }))])),
            ])
          ],
          Self.answer([("application/schema+json", .object([("schema", .object([("type", .text("object"))]))]))]))
      ),
    ]
    // What the addresses of a dashboard may say is written once, and referred to.
    var components: [(name: String, value: SchemaNode)] = []
    for (number, dashboard) in dashboards.enumerated() {
      let own = Self.parameters(of: dashboard).enumerated().map { (name: "d\(number)_\($0)", parameter: $1) }
      components += own.map { (name: $0.name, value: $0.parameter.schema) }
      // An item takes what is its own and what is of the whole dashboard, so that the document grows with the items.
      func references(_ item: String?) -> [SchemaNode] {
        own.filter { entry in item.map { entry.parameter.isOf($0) } ?? true }.map {
          Self.reference("parameters", $0.name)
        }
      }
      let name = Self.identifier(dashboard.name)
      paths.append(
        (
          "\(Site.path(dashboard.name)).{format}",
          Self.get(
            name, dashboard.title.isEmpty ? dashboard.name : dashboard.title,
            [Self.reference("parameters", "formatOfDashboards")] + references(nil),
            Self.reference("responses", "Dashboard"))
        ))
      for item in dashboard.chartItems {
        paths.append(
          (
            "\(Site.path(dashboard.name, item.name)).{format}",
            Self.get(
              "\(name)_\(Self.identifier(item.name))", item.title.isEmpty ? item.name : item.title,
              [Self.reference("parameters", "formatOfItems")] + references(item.name),
              Self.reference("responses", "Item"))
          ))
      }
    }
    return SchemaNode.object([
      ("openapi", .text("3.1.0")),
      (
        "info",
        .object([
          ("title", .text("Auger")), ("version", .text(version)),
          ("description", .text("Dashboards as data. The query of an address says where a reader is.")),
        ])
      ),
      ("paths", .object(paths)),
      (
        "components",
        .object([
          ("schemas", .object([("Problem", Self.problem)])), ("responses", .object(Self.responses)),
          (
            "parameters",
            .object(
              [
                (name: "formatOfDashboards", value: Self.format(Face.ofDashboards)),
                (name: "formatOfItems", value: Self.format(Face.allCases)),
              ] + components)
          ),
        ])
      ),
    ]).json() + "\n"
  }

  /// Of items: a media type stands once, though chart JSON and rows are both JSON.
  private static var contents: [(name: String, value: SchemaNode)] {
    var seen: Set<String> = []
    return Face.allCases.map { content($0, isDashboard: false) }.filter { seen.insert($0.name).inserted }.map { entry in
      entry.name == Face.json.mediaType ? (entry.name, .object([("schema", .object([]))])) : entry
    }
  }

  private static func format(_ faces: [Face]) -> SchemaNode {
    .object([
      ("name", .text("format")), ("in", .text("path")), ("required", .bool(true)),
      ("description", .text("What it is written as.")),
      ("schema", .object([("type", .text("string")), ("enum", .texts(faces.map(\.rawValue)))])),
    ])
  }

  // MARK: Parameters

  /// A parameter of the addresses of a dashboard.
  private struct Parameter {
    /// The item that it changes; nil if it changes all.
    var item: String?
    var schema: SchemaNode

    func isOf(_ name: String) -> Bool { item.map { Name($0) == Name(name) } ?? true }
  }

  private static func parameters(of dashboard: Dashboard) -> [Parameter] {
    var parameters: [Parameter] = []
    for variable in dashboard.variables {
      parameters.append(parameter("$" + variable.name, variable.title, schema(of: variable)))
    }
    for filter in dashboard.filters {
      let words = filter.kind == .range ? "Two values with .. between." : "Values with commas between."
      parameters.append(
        parameter("filter." + filter.name, filter.title.isEmpty ? words : "\(filter.title). \(words)", text))
    }
    for item in dashboard.chartItems {
      if case .drillDownGroup = item {
        parameters.append(
          parameter(
            item.name + ".drill", "What was picked in each level: Region:Europe/Country:France.", text,
            of: item.name))
      }
      parameters += [
        parameter(item.name + ".zoom", "A zooming level, from 1, the coarsest.", whole(from: 1), of: item.name),
        parameter(
          item.name + ".sort", "category, value, series; with - descending; with ;top:5 only so many.", text,
          of: item.name),
        parameter(item.name + ".select", "What is in focus: categories:a,b;series:c.", text, of: item.name),
        parameter(item.name + ".hide", "Series that are not shown, with commas between.", text, of: item.name),
        parameter(item.name + ".range", "The part of the axes that is in view: 0..0.5.", text, of: item.name),
      ]
    }
    for item in dashboard.chartItems {
      for chart in item.charts {
        for column in chart.whatIfColumns {
          parameters.append(
            parameter(
              "\(chart.name).whatif.\(column.column)", "Another value, or with % a change of what is there.", text,
              of: item.name))
        }
      }
    }
    for diagram in dashboard.diagrams {
      for node in diagram.nodes {
        parameters.append(
          parameter("\(diagram.name).node[\(node.name)]", "What the node is set to.", text, of: diagram.name))
      }
    }
    return parameters + [
      parameter("_theme", "The colours.", text), parameter("_locale", "The language of labels.", text),
    ]
  }

  private static let text = SchemaNode.object([("type", .text("string"))])

  private static func whole(from minimum: Int) -> SchemaNode {
    .object([("type", .text("integer")), ("minimum", .whole(minimum))])
  }

  private static func schema(of variable: VariableDefinition) -> SchemaNode {
    switch variable.type {
    case .integer:
      var members: [(name: String, value: SchemaNode)] = [("type", .text("integer"))]
      if case .int(let minimum)? = variable.bounds.min { members.append(("minimum", .whole(Int(minimum)))) }
      if case .int(let maximum)? = variable.bounds.max { members.append(("maximum", .whole(Int(maximum)))) }
      return .object(members)
    case .float: return .object([("type", .text("number"))])
    case .boolean: return .object([("type", .text("boolean"))])
    case .enumeration:
      return .object([("type", .text("string")), ("enum", .texts(variable.choices.map(\.value)))])
    case .date, .datetime: return .object([("type", .text("string")), ("format", .text("date"))])
    }
  }

  private static func parameter(
    _ name: String, _ description: String, _ schema: SchemaNode, of item: String? = nil
  ) -> Parameter {
    Parameter(
      item: item,
      schema: .object([
        ("name", .text(name)), ("in", .text("query")), ("required", .bool(false)),
        ("description", .text(description)), ("schema", schema),
      ]))
  }

  private static func reference(_ kind: String, _ name: String) -> SchemaNode {
    .object([("$ref", .text("#/components/\(kind)/\(name)"))])
  }

  // MARK: Answers

  private static let failures = [
    ("400", "The address cannot be read."), ("404", "There is no such thing."), ("414", "The address is too long."),
    ("421", "The server does not go by this name."), ("422", "The place cannot be reached."),
    ("429", "Too many requests are under way."), ("503", "The data cannot be read now, or the server is busy."),
    ("504", "The answer took longer than it may."),
  ]

  /// The answers that paths refer to: written once, they do not grow with the dashboards.
  private static var responses: [(name: String, value: SchemaNode)] {
    let failure = SchemaNode.object([
      ("application/problem+json", .object([("schema", reference("schemas", "Problem"))]))
    ])
    return [
      (name: "Dashboard", value: answer(Face.ofDashboards.map { content($0, isDashboard: true) })),
      (name: "Item", value: answer(contents)),
      (name: "304", value: .object([("description", .text("What the caller has is current."))])),
    ]
      + failures.map { code, words in
        (name: code, value: .object([("description", .text(words)), ("content", failure)]))
      }
  }

  private static func answer(_ content: [(name: String, value: SchemaNode)]) -> SchemaNode {
    .object([("description", .text("The answer.")), ("content", .object(content))])
  }

  private static func get(
    _ identifier: String, _ summary: String, _ parameters: [SchemaNode], _ answer: SchemaNode
  ) -> SchemaNode {
    let others = (["304"] + failures.map(\.0)).map { (name: $0, value: reference("responses", $0)) }
    return .object([
      (
        "get",
        .object([
          ("operationId", .text(identifier)), ("summary", .text(summary)), ("parameters", .list(parameters)),
          ("responses", .object([(name: "200", value: answer)] + others)),
        ])
      )
    ])
  }

  private static func json(_ schema: String) -> (name: String, value: SchemaNode) {
    (
      Face.json.mediaType,
      .object([
        (
          "schema",
          .object([
            ("type", .text("object")), ("required", .texts(["schema"])),
            ("properties", .object([("schema", .object([("const", .text(schema))]))])),
          ])
        )
      ])
    )
  }

  private static func content(_ face: Face, isDashboard: Bool) -> (name: String, value: SchemaNode) {
    if face == .json { return json(isDashboard ? DashboardJSON.schemaName : ChartJSON.schemaName) }
    let schema: SchemaNode =
      switch face {
      case .rows: .object([])
      case .vegaLite: .object([("type", .text("object"))])
      default: text
      }
    return (face.mediaType, .object([("schema", schema)]))
  }

  private static let problem = SchemaNode.object([
    ("type", .text("object")), ("required", .texts(["title", "status", "code", "errors"])),
    (
      "properties",
      .object([
        ("title", text), ("detail", text), ("status", .object([("type", .text("integer"))])), ("code", text),
        ("request", text),
        (
          "errors",
          .object([
            ("type", .text("array")),
            (
              "items",
              .object([
                ("type", .text("object")), ("required", .texts(["code", "message"])),
                (
                  "properties",
                  .object([
                    ("code", text), ("message", text), ("hint", text), ("start", .object([("type", .text("integer"))])),
                    ("end", .object([("type", .text("integer"))])),
                  ])
                ),
              ])
            ),
          ])
        ),
      ])
    ),
  ])

  /// A name of letters, digits and `_`.
  private static func identifier(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? Character($0) : "_"
      })
  }
}
