import AugerDiagnostics
import AugerMetadata
import Testing

/// Each thing has one name, and each name has one declaration.
@Suite struct DeclaredOnceTests {
  /// Returns the codes that modules declare, with the locations of the declarations.
  private static func declaredCodes() throws -> [String: [String]] {
    var places: [String: [String]] = [:]
    for file in try Repository.sources() {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for declaration in DeclarationScan(file).declarations where declaration.owner == "Diagnostic.Code" {
        guard declaration.keyword == "let", let line = line(of: declaration),
          let start = lines[line].firstRange(of: "Self(\"")
        else { continue }
        places[String(lines[line][start.upperBound...].prefix { $0 != "\"" }), default: []].append(declaration.place)
      }
    }
    return places
  }

  @Test func errorCodeIsDeclaredOnce() throws {
    let places = try Self.declaredCodes()
    #expect(places.count > 100)
    for (code, found) in places { #expect(found.count == 1, "'\(code)' is declared at \(found)") }
  }

  /// The reference has exactly one entry for each declared code.
  @Test func errorCodeHasOneEntryInTheCatalogue() throws {
    let entries = DiagnosticCatalogue.entries.map(\.code.rawValue)
    let declared = Set(try Self.declaredCodes().keys)
    #expect(declared.subtracting(entries).sorted() == [], "add an entry to DiagnosticCatalogue")
    #expect(Set(entries).subtracting(declared).sorted() == [], "no module declares these codes")
    #expect(entries.count == Set(entries).count)
  }

  /// A type has no namesake in another module, unless it is private to its file or nested in another type.
  @Test func typeNameBelongsToOneModule() throws {
    var modules: [String: Set<String>] = [:]
    for file in try Repository.sources() {
      let module = file.path.split(separator: "/").prefix(2).joined(separator: "/")
      for declaration in DeclarationScan(file).declarations where Self.isSharedType(declaration, in: file) {
        modules[declaration.member, default: []].insert(module)
      }
    }
    #expect(modules.count > 500)
    for (name, found) in modules { #expect(found.count == 1, "'\(name)' is a type of \(found.sorted())") }
  }

  /// Code for all adapters uses their properties: `recognition`, `readsOthers`, `pathExtensions`.
  @Test func adaptersAreNotComparedByName() throws {
    for file in try Repository.sources() where file.path.hasPrefix("Sources/") {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let isCompared = line.contains("adapter == \"") || line.contains("adapter.name == \"")
        #expect(!isCompared, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  private static func isSharedType(_ declaration: Declaration, in file: Repository.File) -> Bool {
    let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    guard declaration.owner.isEmpty, kinds.contains(declaration.keyword), let line = line(of: declaration) else {
      return false
    }
    return !SwiftCode.words(of: file.code.lines[line]).contains { ["private", "fileprivate"].contains($0) }
  }

  private static func line(of declaration: Declaration) -> Int? {
    declaration.place.split(separator: ":").last.flatMap { Int($0) }.map { $0 - 1 }
  }
}
