import Auger
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation
import Testing

@Suite struct ChartJSONFileTests {
  @Test func `A file is written completely, and a missing folder is reported`() throws {
    let model = try ChartModel(.column, categories: ["a"], values: [[1]])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let error = #expect(throws: AugerError.self) {
      try model.write(to: folder.appendingPathComponent("chart.json"))
    }
    #expect(error?.code.rawValue == "fileUnwritable")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("chart.json")
    try model.write(to: file)
    #expect(try Data(contentsOf: file) == Data(ChartJSON().data(for: model)))
  }
}
