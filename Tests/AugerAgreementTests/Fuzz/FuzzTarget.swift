import AugerDocuments
import TestSupport

/// A reader for one kind of input, and every use of its result.
protocol FuzzTarget: Sendable {
  /// Returns a random input.
  func input(_ chance: inout Chance) -> [UInt8]

  /// Describes an error. Nil if reading succeeds or fails with a diagnostic.
  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String?
}

/// A target with text inputs.
protocol TextFuzzTarget: FuzzTarget {
  var mutator: FuzzMutator { get }
}

extension TextFuzzTarget {
  func input(_ chance: inout Chance) -> [UInt8] { mutator.input(&chance) }
}

/// The kinds of inputs. `Fixtures/Fuzz` has a folder of saved inputs for each.
enum FuzzKind: String, CaseIterable, Sendable {
  case address, argument, csv, expression, json, metadata, plist, sqlite, steps, template, value, workspace, xml, yaml

  func target() throws -> any FuzzTarget {
    switch self {
    case .address: try AddressFuzz()
    case .argument: ArgumentFuzz()
    case .csv: try CSVFuzz()
    case .expression: try ExpressionFuzz()
    case .json: MetadataFuzz(forms: [.json])
    case .metadata: MetadataFuzz()
    case .plist: MetadataFuzz(forms: [.propertyList, .binaryPropertyList])
    case .sqlite: try SQLiteFuzz()
    case .steps: try StepsFuzz()
    case .template: TemplateFuzz()
    case .value: ValueFuzz()
    case .workspace: WorkspaceFuzz()
    case .xml: MetadataFuzz(forms: [.xml])
    case .yaml: MetadataFuzz(forms: [.yaml])
    }
  }
}
