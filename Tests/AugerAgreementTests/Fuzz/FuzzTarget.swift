import AugerDocuments
import TestSupport

/// What reads an input of one kind, and everything that is done with what was read.
protocol FuzzTarget: Sendable {
  /// An input that follows from chance.
  func input(_ chance: inout Chance) -> [UInt8]

  /// What is wrong; nil where the input was read, or refused with a diagnostic.
  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String?
}

/// A target whose inputs are texts.
protocol TextFuzzTarget: FuzzTarget {
  var mutator: FuzzMutator { get }
}

extension TextFuzzTarget {
  func input(_ chance: inout Chance) -> [UInt8] { mutator.input(&chance) }
}

/// The kinds of inputs. `Fixtures/Fuzz` has a folder of kept inputs for each.
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
