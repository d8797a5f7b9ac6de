import TestSupport
import Testing

@Suite struct PublicSurfaceTests {
  /// The symbols that a client of the library's products can name.
  private struct Surface {
    var all: PublicSurface
    /// The symbols available with `import Auger`, the adapters and `AugerRefresh`.
    var programs: [PublicSurface.Symbol]
    /// The additional symbols for authors of adapters, who also import `AugerQuery` and the test kit.
    var adapters: [PublicSurface.Symbol]

    init() throws {
      all = PublicSurface(
        try ImportMap.rooms.filter { !["AugerCLI", "AugerSample"].contains($0.name) }.map { room in
          (room.name, try Repository.files(below: room.folder).filter { $0.isSwift && !$0.isDocumentation })
        })
      let exports = try Repository.files(below: "Sources/Auger").first { $0.name == "Exports.swift" }?.text ?? ""
      let exported = exports.split(separator: "\n").filter { $0.hasPrefix("@_exported import ") }
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      let modules = ["Auger", "AugerArrowFiles", "AugerCSV", "AugerSQLite", "AugerPostgreSQL", "AugerRefresh"]
      programs = all.symbols(of: exported + modules)
      let known = Set(programs.map { $0.module + $0.declaration + $0.name })
      adapters = all.symbols.filter { !known.contains($0.module + $0.declaration + $0.name) }
    }

    var ofPrograms: String { "What programs can name: \(programs.count) symbols\n\(PublicSurface.text(programs))\n" }

    var ofAdapters: String {
      "What authors of adapters can name beside it: \(adapters.count) symbols\n\(PublicSurface.text(adapters))\n"
    }
  }

  /// Each change of the public interface appears in review as a change of this file.
  @Test func publicInterfaceMatchesTheRecording() throws {
    let difference = try Golden.difference(try Surface().ofPrograms, from: "Fixtures/Cases/Surface/public.txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func adapterInterfaceMatchesTheRecording() throws {
    let difference = try Golden.difference(try Surface().ofAdapters, from: "Fixtures/Cases/Surface/adapters.txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func publicInterfaceStaysSmall() throws {
    let surface = try Surface()
    #expect(surface.programs.count <= 500)
    #expect(surface.adapters.count <= 180)
  }

  @Test func everyPublicSymbolIsDocumented() throws {
    let silent = try Surface().all.symbols.filter { !$0.isDocumented }.map { "\($0.place): \($0.declaration)" }
    #expect(silent.isEmpty, "\(silent.joined(separator: "\n"))")
  }

  @Test func declarationsAreFoundWithTheirOwnersAndLabels() {
    let text = """
      /// A place.
      public struct Place: Sendable {
        /// North.
        public let north: Double
        package var hidden = 1
        /// Makes one.
        public init(
          _ north: Double, east: Double = 0
        ) throws {
          let local = north
        }
        public static func == (a: Place, b: Place) -> Bool { true }
      }
      public protocol Source {
        func table(_ name: String, at place: Place) -> Int
      }
      extension Source {
        public func table(_ name: String, at place: Place) -> Int { 1 }
      }
      /// Ways.
      public enum Way { 
        case up(to: Int), down
      }
      """
    let surface = PublicSurface([("Module", [Repository.File(path: "a.swift", text: text)])])
    #expect(
      surface.symbols.map(\.name) == [
        "Place", "Place.init(_:east:)", "Place.north", "Source", "Source.table(_:at:)", "Way",
      ])
    #expect(surface.symbols.map(\.isDocumented) == [true, true, true, false, false, true])
    #expect(surface.symbols.last?.declaration == "enum Way | up(to: Int), down")
  }
}
