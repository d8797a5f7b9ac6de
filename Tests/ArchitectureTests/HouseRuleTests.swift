import Testing

@Suite struct HouseRuleTests {
  /// Split, so that this file passes its own test.
  private static let unfinished = ["TO" + "DO", "FIX" + "ME"]
  private static let workplaces = ["/wo" + "rk/", "/tm" + "p/h/", "/ro" + "ot/"]

  @Test func nothingTrapsOnWhatItIsGiven() throws {
    let forbidden: Set<String> = ["try!", "as!", "fatalError"]
    for file in try Repository.files() where file.isSwift {
      for (number, line) in file.code.lines.enumerated() {
        let words = SwiftCode.words(of: line).filter(forbidden.contains)
        #expect(words.isEmpty, "\(file.path):\(number + 1): \(words.joined(separator: ", "))")
      }
    }
  }

  @Test func nothingIsLeftUnfinished() throws {
    for file in try Repository.files() where file.path != "LICENSE" {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.split { !$0.isLetter }.map(String.init).filter(Self.unfinished.contains)
        #expect(words.isEmpty, "\(file.path):\(number + 1): \(words.joined(separator: ", "))")
      }
    }
  }

  @Test func noFileNamesTheMachineItWasWrittenOn() throws {
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

  /// A function ends at the brace that stands as far from the margin as it begins: the formatter sees to that.
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

  /// Databases belong to adapters: the rest of the library knows what they can do, and none by its name.
  @Test func onlyAdaptersAndTheCommandNameADatabase() throws {
    // The module of the driver, our own file of runs, and the sample of a workspace that is generated.
    let exceptions = ["import CPostgreSQL", "runs.sqlite", "data: { adapter: sqlite, path: data.sqlite }"]
    for file in try Repository.files(below: "Sources")
    where !file.path.hasPrefix("Sources/AugerCLI/") && !file.isDocumentation {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let lowered = line.lowercased()
        guard ["sqlite", "postgres"].contains(where: lowered.contains) else { continue }
        #expect(exceptions.contains { line.contains($0) }, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// What is found by looking is lost by wrapping: abilities are requirements with a default.
  @Test func noAbilityIsFoundByCasting() throws {
    // Of the library that reads arguments: how a command begins, and which words of it are expressions. The protocol of
    // adapters is public, and the files that they recognize are not.
    let exceptions = ["AsyncParsableCommand", "TakesExpression.Type", "RecognizedAdapter"]
    for file in try Repository.sources() {
      for (number, line) in file.code.lines.enumerated() where line.contains("as? any ") || line.contains(" is any ") {
        #expect(exceptions.contains { line.contains($0) }, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// Names are compared through `Name`, which says how; Swift's `==` of strings is another equality.
  @Test func namesAreComparedInOnePlace() throws {
    for file in try Repository.sources() where file.path != "Sources/AugerDiagnostics/Name.swift" {
      for (number, line) in file.code.lines.enumerated() {
        let isComparison = line.contains(".utf8.elementsEqual(") && line.contains(".utf8)")
        #expect(!isComparison, "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// What is looked up by a text of a user or of data is looked up by `Name`: by Swift's equality a cache gives one
  /// caller the answer of another. Tables of our own words may be dictionaries of texts.
  @Test func textsOfDataAreNoKeys() throws {
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

  /// Files with dictionaries or sets of texts, and why these are no names.
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
    "Sources/AugerExpressions/Binding/Binder+Calls.swift": "functions",
    "Sources/AugerExpressions/Catalogue/ForeignFunctions.swift": "functions",
    "Sources/AugerMetadata/Reading/ThemeReader.swift": "keys of our documents",
    "Sources/AugerServer/Access/SigningKey.swift": "algorithms",
    "Sources/AugerServer/Access/SiteAccess.swift": "hosts",
    "Sources/AugerServer/Faces/OpenAPI.swift": "media types",
  ]

  /// Signs are escaped by `replacingBytes`: Swift's `replacing` misses a quote that a mark combines with.
  @Test func signsAreEscapedByTheirBytes() throws {
    // Of texts that are ours: digits in base 64, names of languages, times.
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

  /// A mistake of a user has a code that says which: `other` is left to errors that nobody foresaw.
  @Test func noCommandEndsAsOther() throws {
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

  @Test func swiftFilesEndWithOneLineEnd() throws {
    for file in try Repository.files() where file.isSwift {
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
    }
  }
}
