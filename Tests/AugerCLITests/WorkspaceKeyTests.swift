import Auger
import AugerCLI
import AugerDiagnostics
import AugerDocuments
import AugerRefresh
import Foundation
import TestSupport
import Testing

/// For each key of `auger.yaml`, the reader and the schema accept the same values.
@Suite struct WorkspaceKeyTests {
  /// A key of a mapping, and a document that contains the mapping.
  struct Case: CustomStringConvertible {
    var mapping: MappingDescription
    var key: KeyDescription

    var description: String { "\(mapping.name): \(key.name)" }

    /// Returns a workspace that contains the key with this value and the other required keys.
    func text(_ value: String) -> String {
      WorkspaceText.with(mapping, WorkspaceText.entries(of: mapping, beside: key.name) + [(key.name, value)])
    }
  }

  static let mappings = all(in: .mapping(WorkspaceReference.workspace))

  private static func all(in shape: ValueShape) -> [MappingDescription] {
    switch shape {
    case .mapping(let mapping): [mapping] + mapping.keys.flatMap { all(in: $0.shape) }
    case .list(let item), .named(let item): all(in: item)
    case .oneOf(let shapes): shapes.flatMap(all)
    default: []
    }
  }

  static let cases = mappings.flatMap { mapping in mapping.keys.map { Case(mapping: mapping, key: $0) } }

  private let check: JSONSchemaCheck
  private let folder: TemporaryFolder

  init() throws {
    check = try JSONSchemaCheck(WorkspaceReference.schema)
    folder = try TemporaryFolder()
    _ = try folder.write(WorkspaceText.dashboard, to: "sales.xml")
    _ = try folder.write("apply: Appliquer\n", to: "texts.fr.yaml")
    try FileManager.default.createDirectory(at: folder.url("Dashboards"), withIntermediateDirectories: true)
    _ = try folder.write(WorkspaceText.dashboard, to: "Dashboards/sales.xml")
  }

  /// Returns the errors that the reader reports for a workspace and its jobs.
  private func errors(in text: String) -> [Diagnostic] {
    do throws(DiagnosticError) {
      let workspace = try Workspace(
        parsing: SourceText(name: "auger.yaml", text: text), directory: folder.root.path,
        adapters: WorkspaceReference.adapters.map(\.adapter), environment: ["HOOK_SECRET": "s", "MAIL_PASSWORD": "p"])
      _ = try JobDefinition.jobs(of: workspace)
      return []
    } catch {
      return error.diagnostics.filter { $0.level == .error }
    }
  }

  @Test func catalogContainsEveryMapping() {
    #expect(Self.mappings.map(\.name).sorted() == WorkspaceText.parents.keys.sorted())
    #expect(Self.cases.count > 80)
  }

  @Test func everyKeyExampleIsValid() throws {
    for each in Self.cases {
      let text = each.text(each.key.example)
      #expect(errors(in: text).map(\.message) == [], "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) == [], "\(each)\n\(text)")
    }
  }

  @Test func readerAndSchemaRejectWrongKinds() throws {
    for each in Self.cases {
      let text = each.text(WorkspaceText.wrongKind(for: each.key.shape))
      #expect(!errors(in: text).isEmpty, "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(each)\n\(text)")
    }
  }

  @Test func readerAndSchemaRejectInvalidStrings() throws {
    let closed = Self.cases.compactMap { each in WorkspaceText.wrongText(for: each.key.shape).map { (each, $0) } }
    #expect(closed.count > 30)
    for (each, value) in closed {
      // Another test covers adapter names. Options of an adapter are checked when it is opened.
      let text = each.text(value)
      #expect(!errors(in: text).isEmpty, "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(each)\n\(text)")
    }
  }

  @Test func readerAndSchemaRejectUnknownKeys() throws {
    for mapping in Self.mappings where mapping.variants == nil {
      let text = WorkspaceText.with(mapping, WorkspaceText.entries(of: mapping, beside: nil) + [("unknwon", "1")])
      #expect(errors(in: text).map(\.code) == [.unknownKey], "\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(text)")
    }
  }

  @Test func missingRequiredKeyIsReportedOnce() throws {
    for mapping in Self.mappings {
      for key in mapping.keys where key.isRequired {
        let rest = WorkspaceText.entries(of: mapping, beside: nil).filter { $0.name != key.name }
        for entries in [rest, rest + [(key.name, "")]] {
          let text = WorkspaceText.with(mapping, entries)
          #expect(errors(in: text).count { $0.code == .missingKey } == 1, "\(text)")
          #expect(try check.findings(inYAML: text) != [], "\(text)")
        }
      }
    }
  }

  @Test func readerAndSchemaRejectConflictingKeys() throws {
    for mapping in Self.mappings {
      for conflict in mapping.conflicts {
        let pair = [conflict.first, conflict.second].compactMap(mapping.key).map { ($0.name, $0.example) }
        let rest = WorkspaceText.entries(of: mapping, beside: nil).filter { entry in
          !pair.contains { $0.0 == entry.name }
        }
        let text = WorkspaceText.with(mapping, rest + pair)
        #expect(errors(in: text).contains { $0.code == .conflictingKeys }, "\(text)")
        #expect(try check.findings(inYAML: text) != [], "\(text)")
      }
    }
  }

  @Test func readerAndSchemaRequireOneOfTheKeys() throws {
    for mapping in Self.mappings where !mapping.needsOneOf.isEmpty {
      let rest = WorkspaceText.entries(of: mapping, beside: nil).filter { !mapping.needsOneOf.contains($0.name) }
      let text = WorkspaceText.with(mapping, rest)
      #expect(errors(in: text).contains { $0.code == .missingKey }, "\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(text)")
    }
  }
}
