import ArgumentParser
import Auger
import AugerCharts
import AugerMetadata

extension Stacking: ExpressibleByArgument {}
extension AxisKind: ExpressibleByArgument {}
extension ChartDefinition.Forecast: ExpressibleByArgument {}

/// A list of options that a command takes.
package protocol OptionTable { static var options: [ChartOption] { get } }

enum ChartOptionTable: OptionTable { static let options = ChartOption.roles + ChartOption.look }

enum AxisOptionTable: OptionTable { static let options = ChartOption.axes }

/// The options of a table, as the parser of the command line reads them: it finds them by reflection, as the properties
/// of a group.
package struct DerivedOptions<Table: OptionTable>: ParsableArguments, CustomReflectable {
  package private(set) var values = ChartOptionValues()

  package init() {}

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for option in Table.options { values[option.name] = try Self.property(of: option).texts(container) }
  }

  /// The values of a command line that consists of these options alone.
  package static func values(of words: [String]) throws -> ChartOptionValues { try parse(words).values }

  package func validate() throws {
    if let fault = values.faults(by: Table.options).first { throw ValidationError(fault) }
  }

  package var customMirror: Mirror {
    Mirror(self, children: Table.options.map { ($0.name, Self.property(of: $0).property) as Mirror.Child })
  }

  private typealias Property = (property: Any, texts: (KeyedDecodingContainer<Key>) throws -> [String])

  /// The property that the parser finds for an option, and the texts of its decoded value.
  private static func property(of option: ChartOption) -> Property {
    let (help, key) = (ArgumentHelp(option.help), Key(stringValue: option.name))
    func made<Value>(_ property: Option<Value>, _ texts: @escaping (Value) -> [String]) -> Property {
      (property, { texts(try $0.decode(Option<Value>.self, forKey: key).wrappedValue) })
    }
    func choice<Value: RawRepresentable>(_ value: Value?) -> [String] where Value.RawValue == String {
      value.map { [$0.rawValue] } ?? []
    }
    switch option.kind {
    case .text: return made(Option<String?>(help: help)) { $0.map { [$0] } ?? [] }
    case .texts: return made(Option<[String]>(wrappedValue: [], help: help)) { $0 }
    case .integer: return made(Option<Int?>(help: help)) { $0.map { ["\($0)"] } ?? [] }
    case .stacking: return made(Option<Stacking?>(help: help), choice)
    case .axis: return made(Option<AxisKind>(wrappedValue: .linear, help: help)) { [$0.rawValue] }
    case .forecast: return made(Option<ChartDefinition.Forecast?>(help: help), choice)
    case .locale: return made(Option<String>(wrappedValue: "en_US", help: help)) { [$0] }
    case .flag:
      return (
        Flag<Bool>(wrappedValue: false, help: help),
        { try $0.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : [] }
      )
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
