import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery
import AugerTools
import Foundation
import TestSupport

/// Dashboard files in all formats: read, validated, written in another format and read again.
struct MetadataFuzz: TextFuzzTarget {
  private let seeds: [[UInt8]]
  let mutator = FuzzMutator(
    seeds: [""],
    words: [
      "<", ">", "/>", "</", "=\"", "\"", "&lt;", "&#x1F600;", "&", "{", "}", "[", "]", ":", "- ", "\n  ", "Chart",
      "Value",
      "Expression", "Diagram", "Node", "Filter", "Step", "Min", "Max", "Value=\"", "Name=\"", "sum(a)", "$rate", "(",
      "ZoomingLevel", "date(1,1,1)", "Rounded9", "pattern:", "Top=\"", "<!--", "-->", "<![CDATA[", "]]>", "bplist00",
    ])

  private let forms: [AttributedForm]

  init(forms: [AttributedForm] = [.xml, .json, .yaml, .propertyList, .binaryPropertyList]) {
    self.forms = forms
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/XML/dashboard.xml")
    let texts = [(try? String(contentsOf: file, encoding: .utf8)) ?? "", Self.rich]
    let roots = texts.compactMap {
      AttributedDocument.parse(bytes: Array($0.utf8), name: "seed", reporting: DiagnosticCollector())
    }
    seeds = roots.flatMap { root in forms.compactMap { try? AttributedDocument.write(root, as: $0) } }
  }

  private static let rich = """
    <MobileAnalytic><Dashboard Name="d" Theme="dark"><Variables>
    <Variable Name="$since" VariableType="date" Value="date(2000,12,30)" Min="date(1960,1,1)" Step="1"/>
    <Variable Name="$rate" VariableType="float" Value="1.5" Min="-1e308" Max="1e308" Step="0.1" Decimals="15"/>
    <Variable Name="$r" VariableType="enum" Selection="1"><Choices><Choice Value="a"/><Choice Value="b"/></Choices>
    </Variable></Variables><Filters><Filter Name="f" SourceQuery="q" FilterType="range" Column="c" DependsOn="g"/>
    <Filter Name="g" SourceQuery="q" FilterType="picklist" Column="c" DependsOn="f"/></Filters>
    <Chart Name="c" ChartType="Line" Query="q" UpperThreshold="1e308" PredictiveStartCategory="x" Theme="x">
    <Category Column="c" Grains="Year,Month" FiscalYearStart="4" TimeZone="Europe/Berlin" Format="ShortDate"/>
    <Series Column="s"/><Values><Value Expression="if($rate &gt; 1, sum(a), 'x')" Format="pattern:#,##0.0"/></Values>
    <WhatIfColumns><Column Name="a" VariableType="integer" Min="0" Max="9"/></WhatIfColumns></Chart>
    <Diagram Name="D" Query="q"><Node Name="A" Text="a" Expression="B*2"/><Node Name="B" Text="b" ParentNode="A"
    Expression="A+1"/></Diagram></Dashboard><DashboardLayout Scale="Percentage"><Landscape>
    <Layout Name="c" Top="0" Left="0" Width="50" Height="100"/></Landscape></DashboardLayout></MobileAnalytic>
    """

  /// Returns an input from the seeds. Binary formats cannot be text seeds.
  func input(_ chance: inout Chance) -> [UInt8] {
    var bytes = chance.pick(seeds)
    for _ in 0...chance.below(4) { mutator.damage(&bytes, &chance) }
    return bytes
  }

  func finding(_ bytes: [UInt8], _ chance: inout Chance) async -> String? {
    let (metadata, diagnostics) = MetadataReader.read(bytes: bytes, name: "fuzz")
    for diagnostic in diagnostics.prefix(20) { _ = DiagnosticRenderer().text(diagnostic) }
    if let dashboard = metadata?.dashboard {
      var check = DashboardCheck(dashboard, queries: nil)
      _ = check.run()
      _ = DrillContract(dashboard)
      _ = try? dashboard.checked(try Exploration("$since=infinity&$rate=1e308&filter.f=1..2&D.node[A]=1"))
    } else if !diagnostics.contains(where: { $0.level == .error }) {
      return "nothing was read, and nothing said"
    }
    let collector = DiagnosticCollector()
    guard let root = AttributedDocument.parse(bytes: bytes, name: "fuzz", reporting: collector) else { return nil }
    let form: AttributedForm = chance.pick([.xml, .json, .yaml, .propertyList, .binaryPropertyList])
    guard let written = try? AttributedDocument.write(root, as: form) else { return nil }
    let again = AttributedDocument.parse(bytes: written, name: "fuzz", form: form, reporting: DiagnosticCollector())
    return again == nil ? "written as \(form), and not read again" : nil
  }
}

/// Workspace files.
struct WorkspaceFuzz: TextFuzzTarget {
  var mutator: FuzzMutator {
    let file = Shared.repository.appendingPathComponent("Fixtures/Workspace/auger.yaml")
    return FuzzMutator(
      seeds: [(try? String(contentsOf: file, encoding: .utf8)) ?? "", "sources: {}\nqueries: {}\n"],
      words: [
        "\n", "\n  ", "\n    ", ": ", "- ", "{ ", " }", "[", "]", "\"", "'", "|\n", ">-\n", "&a ", "*a", "!!str ",
        "${X:-y}",
        "${", "sources:", "queries:", "dashboards:", "parameters:", "type: ", "int", "decimal(38,6)", "default: ",
        "sql: ",
        "where: ", "groupBy: ", "measures: ", "limit: ", "cache: ", "2s", "adapter: csv", "\t", "#", "<<: ", "? ",
      ])
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    let source = SourceText(name: "fuzz.yaml", text: String(decoding: input, as: UTF8.self))
    do throws(DiagnosticError) {
      let workspace = try Workspace(parsing: source, directory: "/nowhere", adapters: [], environment: ["X": "1"])
      _ = workspace.queries.map(\.signature)
    } catch {
      for diagnostic in error.diagnostics.prefix(20) { _ = DiagnosticRenderer().text(diagnostic) }
    }
    return nil
  }
}

/// SQL templates with arguments of every type.
struct TemplateFuzz: TextFuzzTarget {
  var mutator: FuzzMutator {
    FuzzMutator(
      seeds: [
        "SELECT * FROM t WHERE a = :max [[ AND b IN (:list) ]] AND c BETWEEN :when.lower AND :when.upper",
        "SELECT ':x', \":y\", a::int FROM t -- :z\n/* :w */ WHERE b = $tag$ :q $tag$ AND a[1:2] = :one [[OR :null]]",
        "SELECT '[[' || :text || ']]' [[ , :range.upper ]] FROM \"a]]b\"",
      ],
      words: [
        ":", "::", "[[", "]]", "'", "\"", "--", "/*", "*/", "$1", "?", "?1", "$tag$", ".lower", ".upper", ":when",
        ":list",
        ":empty", ":text", "IN (", ")", "\\", "E'", "`",
      ])
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    guard let template = try? SQLTemplate.parse(String(decoding: input, as: UTF8.self)) else { return nil }
    var arguments = QueryArguments()
    for (name, value) in ExtremeTable.variables where !chance.isOneIn(4) { arguments[name] = value }
    let declared = ["max", "list", "when", "range", "text"].map {
      ParameterDeclaration(
        name: $0, type: chance.pick([nil, .int64, .timestamp, .date, .decimal(precision: 38, scale: 2)]))
    }
    _ = template.unusedArguments(arguments)
    guard
      let statement = try? template.bind(
        arguments, declared: declared, dialect: SQLDialect(name: "any", placeholder: .dollarNumber))
    else { return nil }
    return statement.text.isEmpty && !statement.bindings.isEmpty ? "a statement without text" : nil
  }
}
