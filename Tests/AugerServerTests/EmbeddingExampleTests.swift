import AugerAgents
import AugerServer
import Crypto
import Foundation
import TestSupport
import Testing

/// A server accepts the token that the documentation's example creates.
@Suite struct EmbeddingExampleTests {
  private static let python = "/usr/bin/env"

  private static func run(_ arguments: [String], in folder: URL) throws -> (output: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["python3"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  private static let hasPyJWT =
    (try? run(["-c", "import jwt, cryptography"], in: URL(fileURLWithPath: "/")).code) == 0

  @Test(.enabled(if: hasPyJWT, "PyJWT is not there")) func documentedTokenIsAccepted() async throws {
    let page = try String(
      contentsOf: Shared.repository.appendingPathComponent("Documentation/server.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: "```python\n"))
    let script = String(page[start.upperBound...].prefix { $0 != "`" })
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-example-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = Curve25519.Signing.PrivateKey()
    // PKCS #8 of an Ed25519 key is a fixed prefix followed by the 32 bytes of the key (RFC 8410).
    let encoded =
      Data([0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]) + key.rawRepresentation
    let name = "PRIVATE KEY"
    try "-----BEGIN \(name)-----\n\(encoded.base64EncodedString())\n-----END \(name)-----\n".write(
      to: folder.appendingPathComponent("portal.pem"), atomically: true, encoding: .utf8)
    let made = try Self.run(["-c", script.replacing("\"sales\"", with: "\"board\"")], in: folder)
    try #require(made.code == 0)
    let keys = try TestSigner.file([TestSigner(identifier: "portal-1", key: .eddsa(key)).jwk()])
    defer { try? FileManager.default.removeItem(atPath: keys) }
    let site = try PageSite(access: SiteAccess(embeds: try await KeyFile(keys)))
    let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(await site.get("/e/\(token)/dashboards/board").status == 200)
  }
}
