import Foundation
import Testing

@Suite struct ImportTests {
  @Test func everyImportIsAllowedByTheMap() throws {
    let rooms = Set(ImportMap.rooms.map(\.name))
    for room in ImportMap.rooms {
      let reach = ImportMap.reach(of: room.name)
      for file in try Repository.files(below: room.folder) where file.isSwift && !file.isDocumentation {
        for (number, line) in file.code.lines.enumerated() {
          guard let module = SwiftCode.importedModule(of: line) else { continue }
          let isAllowed = rooms.contains(module) ? reach.contains(module) : room.outside.contains(module)
          #expect(isAllowed, "\(file.path):\(number + 1): \(room.name) may not import \(module)")
        }
      }
    }
  }

  /// The demo builds the server without cryptography, because that dependency doubles the build time.
  @Test func onlyTheTraitJWTImportsCryptography() throws {
    for file in try Repository.files(below: "Sources/AugerServer") where file.isSwift {
      var conditions: [String] = []
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "#if": conditions.append(words.dropFirst().joined(separator: " "))
        case "#else": conditions[conditions.endIndex - 1] = "!" + (conditions.last ?? "")
        case "#endif": conditions.removeLast()
        default: break
        }
        guard let module = SwiftCode.importedModule(of: String(line)),
          ["Crypto", "JWTKit"].contains(module)
        else { continue }
        #expect(conditions == ["JWT"], "\(file.path):\(number + 1): \(module)")
      }
    }
    let demo = try String(contentsOf: Repository.root.appendingPathComponent("Scripts/demo"), encoding: .utf8)
    #expect(demo.contains("--traits Command,Server "))
  }

  @Test func everyModuleIsOnTheMap() throws {
    let listed = Set(ImportMap.rooms.map(\.folder))
    let found = try Repository.sources().compactMap { file -> String? in
      let parts = file.path.split(separator: "/")
      return parts.starts(with: ["Adapters", "System"]) ? nil : parts.prefix(2).joined(separator: "/")
    }
    #expect(Set(found).subtracting(listed).sorted() == [], "these folders are not on the map")
    #expect(listed.subtracting(found).sorted() == [], "these rooms of the map do not exist")
  }

  @Test func importMapHasNoCycles() {
    for room in ImportMap.rooms {
      #expect(!ImportMap.reach(of: room.name).contains(room.name), "\(room.name) can reach itself")
    }
  }

  @Test func onlyTheCommandImportsAdapters() {
    let adapters: Set<String> = ["AugerCSV", "AugerSQLite", "AugerPostgreSQL"]
    for room in ImportMap.rooms where room.name != "AugerCLI" {
      #expect(ImportMap.reach(of: room.name).isDisjoint(with: adapters), "\(room.name) knows an adapter")
    }
  }

  @Test func contributingShowsEveryModule() throws {
    let text = try String(contentsOf: Repository.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    for room in ImportMap.rooms { #expect(text.contains(room.folder), "CONTRIBUTING.md does not say \(room.folder)") }
  }

  @Test(arguments: [
    ("import Foundation", "Foundation"), ("public import AugerColumns", "AugerColumns"),
    ("@preconcurrency private import Glibc", "Glibc"), ("  import struct Foundation.Date", "Foundation"),
    ("package import func Dispatch.dispatchMain", "Dispatch"),
  ])
  func importLinesAreRead(line: String, module: String) {
    #expect(SwiftCode.importedModule(of: line) == module)
  }

  @Test(arguments: ["let important = 1", "// import Foundation", "case import", "importFile(x)"])
  func otherLinesAreNotImports(line: String) {
    #expect(SwiftCode(line).lines.compactMap(SwiftCode.importedModule).isEmpty)
  }
}
