import Testing

/// A chart plan is a value. Only the folder `Execution` calls the delegate and runs the engine.
@Suite struct PurePlanTests {
  private static let forbidden: Set = [
    "AugerEngine", "TableQueryExecutor", "QueryDelegate", "RunControl", "SystemTime", "ContinuousClock",
  ]

  @Test func planUsesNoEngineDelegateOrClock() throws {
    let files = try Repository.files(below: "Sources/AugerAnalysis/Planning").filter {
      $0.isSwift && !$0.path.contains("/Execution/")
    }
    #expect(files.contains { $0.name == "ChartPlan.swift" })
    for file in files {
      for (number, line) in file.code.lines.enumerated() {
        let words = SwiftCode.words(of: line).filter(Self.forbidden.contains)
        #expect(words.isEmpty && !line.contains(".now()"), "\(file.path):\(number + 1): \(words)")
      }
    }
  }

  /// One table declares the options of a chart. The command declares no other options.
  @Test func chartOptionsAreDeclaredInTheirTable() throws {
    let files = try Repository.files(below: "Sources/AugerCLI/Commands").filter { $0.name.hasPrefix("ChartCommand") }
    #expect(!files.isEmpty)
    for file in files {
      for (number, line) in file.code.lines.enumerated() {
        #expect(!SwiftCode.words(of: line).contains("@Option"), "\(file.path):\(number + 1)")
      }
    }
  }
}
