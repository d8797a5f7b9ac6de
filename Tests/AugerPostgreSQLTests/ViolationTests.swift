import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Servers that violate the PostgreSQL protocol, by accident or on purpose. `Scripts/fake_postgresql.py` implements all
/// of them.
@Suite(.timeLimit(.minutes(3))) struct ViolationTests {
  /// The allowed outcomes: an error about the violation, a limit, or a failed connection.
  private static let codes: [Diagnostic.Code] = [
    .connectionFailed, .authenticationFailed, .connectionLost, .unexpectedData, .timeout, .limitExceeded, .lowMemory,
    .queryFailed,
  ]

  private static func open(_ name: String, port: Int) throws -> any SQLSource {
    let location = "host=127.0.0.1 port=\(port) user=a password=b dbname=c sslmode=prefer gssencmode=disable"
    let options = [SourceOption("connectTimeout", "1s"), SourceOption("reconnect", "0")]
    let source = try PostgreSQLAdapter().open(
      SourceConfiguration(name: name, location: location, options: options))
    return try #require(source.sql)
  }

  private static func ask(_ name: String, port: Int, _ memory: MemoryBudget?) throws -> Diagnostic.Code? {
    let source = try open(name, port: port)
    defer { source.close() }
    let control = RunControl(timeLimit: .seconds(2), memory: memory)
    do {
      _ = try source.execute(SQLStatement(text: "SELECT n FROM t"), limits: .none, control)
      return nil
    } catch let error as AugerError { return error.code }
  }

  @Test(arguments: [nil, 100 << 20]) func everyViolationFailsWithinTheTimeLimit(memory: Int?) throws {
    let server = try FakeServer()
    let ports = server.ports.sorted { $0.key.text < $1.key.text }
    #expect(ports.count > 60)
    let wrong = Workers.values(16, count: ports.count) { index -> String? in
      let (name, port) = ports[index]
      do {
        let code = try Self.ask(name.text, port: port, memory.map { MemoryBudget(limit: $0) })
        let isRight = name.text == "honest" ? code == nil : code.map { Self.codes.contains($0) } ?? false
        return isRight ? nil : "\(name): \(code.map { "\($0)" } ?? "no error")"
      } catch { return "\(name): \(error)" }
    }
    #expect(wrong.compactMap(\.self).isEmpty, "\(wrong.compactMap(\.self))")
  }
}

/// The fake servers, in a process that ends with this value.
private final class FakeServer {
  private let process = Process()
  private let input = Pipe()
  let ports: [Name: Int]

  init() throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Shared.repository.appendingPathComponent("Scripts/fake_postgresql.py").path]
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      line += part
    }
    let found = try JSONDecoder().decode([String: Int].self, from: line)
    ports = Dictionary(uniqueKeysWithValues: found.map { (Name($0.key), $0.value) })
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
