import Auger
import AugerCLI
import AugerDiagnostics
import AugerDocuments
import AugerRefresh
import Foundation
import TestSupport
import Testing

/// The catalogue of the keys of `auger.yaml`, key by key: what the reader does with each is what the schema says of it.
@Suite struct WorkspaceKeyTests {
  /// A key of a mapping of the catalogue, and a document with the mapping.
  struct Case: CustomStringConvertible {
    var mapping: MappingDescription
    var key: KeyDescription

    var description: String { "\(mapping.name): \(key.name)" }

    /// A workspace that has the key with this value; beside it stands what the mapping needs.
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
    try FileManager.default.createDirectory(at: folder.url("Dashboards"), withIntermediateDirectories: true)
    _ = try folder.write(WorkspaceText.dashboard, to: "Dashboards/sales.xml")
  }

  /// What the reader finds in a workspace and its jobs.
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

  @Test func theCatalogueHasEveryMappingOfTheReaders() {
    #expect(Self.mappings.map(\.name).sorted() == WorkspaceText.parents.keys.sorted())
    #expect(Self.cases.count > 80)
  }

  @Test func theExampleOfEachKeyIsReadAndFitsTheSchema() throws {
    for each in Self.cases {
      let text = each.text(each.key.example)
      #expect(errors(in: text).map(\.message) == [], "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) == [], "\(each)\n\(text)")
    }
  }

  @Test func aValueOfTheWrongKindIsRefusedByReaderAndSchema() throws {
    for each in Self.cases {
      let text = each.text(WorkspaceText.wrongKind(for: each.key.shape))
      #expect(!errors(in: text).isEmpty, "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(each)\n\(text)")
    }
  }

  @Test func aTextThatIsNoneOfWhatAKeyTakesIsRefusedByReaderAndSchema() throws {
    let closed = Self.cases.compactMap { each in WorkspaceText.wrongText(for: each.key.shape).map { (each, $0) } }
    #expect(closed.count > 30)
    for (each, value) in closed {
      // Which adapters there are is for a rule of its own; an option of one is refused when it is opened.
      let text = each.text(value)
      #expect(!errors(in: text).isEmpty, "\(each)\n\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(each)\n\(text)")
    }
  }

  @Test func aKeyThatIsNotInTheCatalogueIsRefusedByReaderAndSchema() throws {
    for mapping in Self.mappings where mapping.variants == nil {
      let text = WorkspaceText.with(mapping, WorkspaceText.entries(of: mapping, beside: nil) + [("unknwon", "1")])
      #expect(errors(in: text).map(\.code) == [.unknownKey], "\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(text)")
    }
  }

  @Test func aRequiredKeyThatIsMissingOrNullIsReportedOnce() throws {
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

  @Test func keysThatExcludeEachOtherAreRefusedByReaderAndSchema() throws {
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

  @Test func oneOfTheKeysThatAMappingNeedsIsDemandedByReaderAndSchema() throws {
    for mapping in Self.mappings where !mapping.needsOneOf.isEmpty {
      let rest = WorkspaceText.entries(of: mapping, beside: nil).filter { !mapping.needsOneOf.contains($0.name) }
      let text = WorkspaceText.with(mapping, rest)
      #expect(errors(in: text).contains { $0.code == .missingKey }, "\(text)")
      #expect(try check.findings(inYAML: text) != [], "\(text)")
    }
  }
}
