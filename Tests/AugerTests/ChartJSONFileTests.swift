import Auger
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation
import Testing

@Suite struct ChartJSONFileTests {
  @Test func `A file is written whole, and a folder that is missing is said`() throws {
    let model = try ChartModel(.column, categories: ["a"], values: [[1]])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let error = #expect(throws: AugerError.self) {
      try ChartJSON().write(model, to: folder.appendingPathComponent("chart.json"))
    }
    #expect(error?.code.rawValue == "fileUnwritable")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("chart.json")
    try ChartJSON().write(model, to: file)
    #expect(try Data(contentsOf: file) == Data(ChartJSON().data(for: model)))
  }
}
