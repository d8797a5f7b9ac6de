import ArgumentParser
import Auger
import AugerCharts
import AugerMetadata

extension Stacking: ExpressibleByArgument {}
extension AxisKind: ExpressibleByArgument {}
extension ParsedChart.Forecast: ExpressibleByArgument {}

/// The options of one group in the help of a command.
package protocol OptionTable { static var options: [ChartOption] { get } }

enum DataOptionTable: OptionTable { static let options = ChartOption.data }

enum MarkOptionTable: OptionTable { static let options = ChartOption.marks + ChartOption.plot }

enum LabelOptionTable: OptionTable { static let options = ChartOption.labels }

enum AxisOptionTable: OptionTable { static let options = ChartOption.axes }

/// An option group that is defined by a table. ArgumentParser finds its options by reflection, like the properties of
/// any other group.
package struct DerivedOptions<Table: OptionTable>: ParsableArguments, CustomReflectable {
  package private(set) var values = ChartOptionValues()

  package init() {}

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for option in Table.options { values[option.name] = try Self.property(of: option).texts(container) }
  }

  /// Parses a command line that contains only these options.
  package static func values(of words: [String]) throws -> ChartOptionValues { try parse(words).values }

  package func validate() throws {
    if let fault = values.faults(by: Table.options).first { throw ValidationError(fault) }
  }

  package var customMirror: Mirror {
    Mirror(self, children: Table.options.map { ($0.name, Self.property(of: $0).property) as Mirror.Child })
  }

  private typealias Property = (property: Any, texts: (KeyedDecodingContainer<Key>) throws -> [String])

  /// Returns the property that ArgumentParser finds for an option, and a function that decodes its values.
  private static func property(of option: ChartOption) -> Property {
    let help = ArgumentHelp(option.help, valueName: option.valueName)
    let key = Key(stringValue: option.name)
    func made<Value>(_ property: Option<Value>, _ texts: @escaping (Value) -> [String]) -> Property {
      (property, { texts(try $0.decode(Option<Value>.self, forKey: key).wrappedValue) })
    }
    func choice<Value: RawRepresentable>(_ value: Value?) -> [String] where Value.RawValue == String {
      value.map { [$0.rawValue] } ?? []
    }
    switch option.kind {
    case .text, .locale: return made(Option<String?>(help: help)) { $0.map { [$0] } ?? [] }
    case .texts: return made(Option<[String]>(wrappedValue: [], help: help)) { $0 }
    case .integer: return made(Option<Int?>(help: help)) { $0.map { ["\($0)"] } ?? [] }
    case .stacking: return made(Option<Stacking?>(help: help), choice)
    case .axis: return made(Option<AxisKind?>(help: help), choice)
    case .forecast: return made(Option<ParsedChart.Forecast?>(help: help), choice)
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
