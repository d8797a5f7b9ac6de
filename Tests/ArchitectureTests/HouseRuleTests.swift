import Testing

@Suite struct HouseRuleTests {
  /// Split, so that this file passes its own tests.
  private static let unfinished = ["TO" + "DO", "FIX" + "ME"]
  private static let workplaces = ["/wo" + "rk/", "/tm" + "p/h/", "/ro" + "ot/"]

  @Test func sourcesDoNotTrap() throws {
    let forbidden: Set<String> = ["try!", "as!", "fatalError"]
    for file in try Repository.files() where file.isSwift {
      for (number, line) in file.code.lines.enumerated() {
        let words = SwiftCode.words(of: line).filter(forbidden.contains)
        #expect(words.isEmpty, "\(file.path):\(number + 1): \(words.joined(separator: ", "))")
      }
    }
  }

  @Test func sourcesContainNoUnfinishedMarkers() throws {
    for file in try Repository.files() where file.path != "LICENSE" {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.split { !$0.isLetter }.map(String.init).filter(Self.unfinished.contains)
        #expect(words.isEmpty, "\(file.path):\(number + 1): \(words.joined(separator: ", "))")
      }
    }
  }

  @Test func filesContainNoLocalPaths() throws {
    for file in try Repository.files() {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let found = Self.workplaces.filter(line.contains)
        #expect(found.isEmpty, "\(file.path):\(number + 1): \(found.joined(separator: ", "))")
      }
    }
  }

  @Test func filesAreShort() throws {
    for file in try Repository.files() where file.isSwift {
      let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(count <= 450, "\(file.path) has \(count) lines; over 450 it is two files")
    }
  }

  /// A function ends at the closing brace with the same indentation. The formatter guarantees this layout.
  @Test func functionsAreShort() throws {
    for file in try Repository.sources() {
      let lines = file.code.lines
      for (start, line) in lines.enumerated()
      where !line.contains(".init") && SwiftCode.words(of: line).contains(where: { $0 == "func" || $0 == "init" }) {
        let margin = line.prefix { $0 == " " }
        guard line.dropFirst(margin.count).first != "}",
          let brace = lines[start...].firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix("}") || $0.isEmpty }),
          lines[brace].hasSuffix("{"), let end = lines[brace...].firstIndex(of: margin + "}")
        else { continue }
        #expect(end - start < 80, "\(file.path):\(start + 1): a function of \(end - start + 1) lines")
      }
    }
  }

  @Test func linesAreAtMost120Wide() throws {
    for file in try Repository.files() where file.isSwift {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let count = line.unicodeScalars.count
        #expect(count <= 120, "\(file.path):\(number + 1) has \(count) columns")
      }
    }
  }

  @Test func librariesDoNotPrint() throws {
    let executables = ["Sources/AugerCLI/", "Fixtures/Generator/"]
    for file in try Repository.sources() where !executables.contains(where: file.path.hasPrefix) {
      for (number, line) in file.code.lines.enumerated() {
        let calls = SwiftCode.words(of: line).filter { ["print", "debugPrint", "dump"].contains($0) }
        let isCall = calls.contains { line.contains("\($0)(") } && !line.contains("func ") && !line.contains(".print(")
        #expect(!isCall, "\(file.path):\(number + 1): a library prints")
      }
    }
  }

  /// Databases belong to adapters. The rest of the library uses their capabilities and does not name a database.
  @Test func onlyAdaptersAndTheCommandNameDatabases() throws {
    // The driver's module, the file that stores runs, and the generated sample workspace.
    let exceptions = [
      "import CPostgreSQL", "runs.sqlite", "data: { adapter: sqlite, path: data.sqlite }",
      // Words of file names.
      "\"sqlite\", \"sqlite3\", \"db\", \"database\", \"csv\"",
    ]
    // Describes the codes of all modules, including adapters.
    let reference = "DiagnosticCatalogue+"
    for file in try Repository.files(below: "Sources")
    where !file.path.hasPrefix("Sources/AugerCLI/") && !file.isDocumentation && !file.name.hasPrefix(reference) {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let lowered = line.lowercased()
        guard ["sqlite", "postgres"].contains(where: lowered.contains) else { continue }
        #expect(exceptions.contains { line.contains($0) }, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// A wrapper hides a capability that is found by casting. Capabilities are protocol requirements with a default.
  @Test func capabilitiesAreNotFoundByCasting() throws {
    // `AsyncParsableCommand` and `TakesExpression` belong to argument parsing. `RecognizedAdapter` is an internal
    // addition to the public adapter protocol. Encoded rows have properties of any type.
    let exceptions = ["AsyncParsableCommand", "TakesExpression.Type", "RecognizedAdapter", "ColumnValue"]
    for file in try Repository.sources() {
      for (number, line) in file.code.lines.enumerated() where line.contains("as? any ") || line.contains(" is any ") {
        #expect(exceptions.contains { line.contains($0) }, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// `Name` defines how names compare. Swift's `==` of strings is a different equality.
  @Test func namesAreComparedInOnePlace() throws {
    for file in try Repository.sources() where file.path != "Sources/AugerDiagnostics/Name.swift" {
      for (number, line) in file.code.lines.enumerated() {
        let isComparison = line.contains(".utf8.elementsEqual(") && line.contains(".utf8)")
        #expect(!isComparison, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// Lookups by strings from users or data use `Name`. With Swift's string equality, a cache could return the answer of
  /// another caller. Tables of fixed words may use strings as keys.
  @Test func dataStringsAreNotDictionaryKeys() throws {
    var found: Set<String> = []
    for file in try Repository.sources() {
      for (number, line) in file.code.lines.enumerated() {
        let isKeyed = line.contains("[String: ") || line.contains("Set<String>")
        guard isKeyed, !line.contains("static let"), !line.contains("environment") else { continue }
        found.insert(file.path)
        #expect(
          Self.plainKeys[file.path] != nil, "\(file.path):\(number + 1): write `Name`, or say why its texts are plain")
      }
    }
    #expect(found == Set(Self.plainKeys.keys), "files that need no exception")
  }

  /// Files with dictionaries or sets of strings, and the reason why the strings are not names.
  private static let plainKeys: [String: String] = [
    "Adapters/PostgreSQL/Introspection/CatalogueReader.swift": "numbers of relations",
    "Adapters/PostgreSQL/Introspection/PostgreSQLSource+Counts.swift": "numbers of relations",
    "Adapters/SQLite/SQLToken.swift": "names in lower case, to see whether a word of ours is among them",
    "Adapters/SQLite/Tables/SQLClauses.swift": "aliases; a doubtful one leaves the statement to the database",
    "Adapters/SQLite/Tables/TableSession.swift": "names in lower case, to find a free one",
    "Sources/Auger/Files/FilePaths.swift": "paths, of which some file systems tell no two apart that Swift does not",
    "Sources/AugerAnalysis/Suggestion/ColumnMeaning.swift": "typealias",
    "Sources/AugerCLI/Commands/ServeCommand.swift": "hosts",
    "Sources/AugerCLI/Support/CommandWords.swift": "options of the command",
    "Sources/AugerCLI/Options/IdentityOptions.swift": "hosts",
    "Sources/AugerColumns/Values/WrittenNumber.swift": "languages",
    "Sources/AugerDocuments/Keys/KeyDescription.swift": "keys of our documents",
    "Sources/AugerDocuments/PropertyList/DictionaryReader.swift": "a dictionary of a program, which is sorted",
    "Sources/AugerExpressions/Binding/Binder+Calls.swift": "functions",
    "Sources/AugerExpressions/Catalogue/ForeignFunctions.swift": "functions",
    "Sources/AugerMetadata/Building/Dashboard+Text.swift": "a dictionary of a program, which is sorted",
    "Sources/AugerMetadata/Reading/ThemeReader.swift": "keys of our documents",
    "Sources/AugerServer/Access/SigningKey.swift": "algorithms",
    "Sources/AugerServer/Access/SiteAccess.swift": "hosts",
    "Sources/AugerServer/Faces/OpenAPI.swift": "media types",
  ]

  /// Characters are escaped by `replacingBytes`. Swift's `replacing` misses a quote that is followed by a combining
  /// mark.
  @Test func charactersAreEscapedByBytes() throws {
    // Files that replace only in fixed text: base64 digits, language names, times.
    let exceptions = [
      "Sources/AugerServer/Access/AccessToken.swift", "Sources/AugerServer/Access/Base64URL.swift",
      "Sources/AugerColumns/Values/WrittenNumber.swift", "Adapters/SQLite/Connection/SQLiteValue.swift",
      "Sources/AugerDelivery/DeliveryServer+TLS.swift",
    ]
    for file in try Repository.sources() where !exceptions.contains(file.path) {
      for (number, line) in file.code.lines.enumerated() {
        #expect(
          !line.contains(".replacing(\"") && !line.contains("replacingOccurrences("), "\(file.path):\(number + 1)")
      }
    }
  }

  /// Each user error has a specific code. `other` is only for unexpected errors.
  @Test func commandsDoNotUseTheCodeOther() throws {
    let exceptions = ["Sources/AugerCLI/AugerCommand.swift"]
    for file in try Repository.files(below: "Sources/AugerCLI") where !exceptions.contains(file.path) {
      for (number, line) in file.code.lines.enumerated() {
        #expect(!line.contains(".other,") && !line.contains("(.other)"), "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// Release builds have no testable imports, and the agreement tests run in release.
  @Test func testsUsePackageAccess() throws {
    for file in try Repository.files(below: "Tests") where file.isSwift {
      for (number, line) in file.code.lines.enumerated() {
        #expect(!SwiftCode.words(of: line).contains("@testable"), "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func swiftFilesEndWithOneLineBreak() throws {
    for file in try Repository.files() where file.isSwift {
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
    }
  }
}
