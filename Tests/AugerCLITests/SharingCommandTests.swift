import Foundation
import TestSupport
import Testing

/// Charts with the marks of a sender, as files and messages.
@Suite struct SharingCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let cases = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/makit-sharing")
    for name in ["auger.yaml", "sales.csv", "sales.xml"] {
      try FileManager.default.copyItem(at: cases.appendingPathComponent(name), to: folder.url(name))
    }
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: folder.url(path), encoding: .utf8) }

  private func export(_ marks: [String], to path: String) throws -> Auger {
    let options = marks.flatMap { ["--markup", $0] }
    return try Auger(["export", "sales/Months", "--size", "700x400", "-o", path] + options, in: folder.root)
  }

  @Test func marksAreDrawnAtFractionsOfTheChart() throws {
    let run = try export(
      [
        "arrow 0.2,0.5 0.6,0.25 color=#336699: Record", "circle 0.1,0.2 0.3,0.6", "draw 0,0 0.5,0.5 1,0",
        "text 0.5,0.1: Note",
      ], to: "marked.svg")
    #expect(run.exitCode == 0, "\(run.errors)")
    let picture = try text("marked.svg")
    // The title takes 27 points above the chart: 15 for its text and 12 around it. The footer takes 20 below.
    #expect(picture.contains("width=\"700\" height=\"447\""))
    #expect(picture.contains("<path d=\"M140,227L420,127") && picture.contains("stroke=\"#336699\""))
    #expect(picture.contains("<ellipse cx=\"140\" cy=\"187\" rx=\"70\" ry=\"80\""))
    #expect(picture.contains("<path d=\"M0,27L350,227L700,27\""))
    #expect(picture.contains(">Record</text>") && picture.contains(">Note</text>"))
    #expect(picture.contains("Notes in the picture: Record; Note."))
  }

  @Test func messageHasPlainTextAndAlternativeText() throws {
    let run = try export(["text 0.5,0.1: Look <here>"], to: "months.eml")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try text("months.eml").components(separatedBy: "\r\n")
    #expect(lines.contains("Subject: Sales by month") && lines.contains("X-Unsent: 1"))
    #expect(lines.contains { $0.hasPrefix("Content-Type: multipart/alternative;") })
    let bodies = lines.indices.filter { lines[$0].hasPrefix("Content-Type: text/") }.map { index in
      let encoded = lines[(index + 3)...].prefix { !$0.hasPrefix("--") }.joined()
      return (lines[index], String(decoding: Data(base64Encoded: encoded) ?? Data(), as: UTF8.self))
    }
    #expect(bodies.map(\.0) == ["Content-Type: text/plain; charset=utf-8", "Content-Type: text/html; charset=utf-8"])
    let plain = try #require(bodies.first?.1)
    #expect(plain.hasPrefix("Sales by month\n") && plain.contains("5 categories (Month)"))
    #expect(plain.contains("Notes in the picture: Look <here>."))
    let page = try #require(bodies.last?.1)
    if lines.contains("Content-Type: image/png; name=\"Months.png\"") {
      #expect(page.contains("<img src=\"cid:1\" alt=\"Line chart. 5 categories"))
      #expect(page.contains("Look &lt;here&gt;."))
    }
  }

  @Test func chartJSONContainsTheMarksInTheirTextForm() throws {
    #expect(try export(["arrow 0.25,0.50000001 0.6,.25: Peak"], to: "months.json").exitCode == 0)
    #expect(try text("months.json").contains("\"arrow 0.25,0.5 0.6,0.25: Peak\""))
    #expect(try export([], to: "months.json").exitCode == 0)
    #expect(try !text("months.json").contains("markup"))
  }

  @Test(arguments: [
    "arrow 0.2,0.3", "text 0.5,0.5", "text 0.5,1.5: Outside", "star 0.1,0.1: Unknown", "draw 0.1,x 0.2,0.2", "",
    "line 0,0 1,1 color=nothing", "arrow 0,0 1,1 nan,0", "text inf,0: Far",
  ])
  func invalidMarksFail(mark: String) throws {
    let run = try export([mark], to: "x.svg")
    #expect(run.exitCode == 2 && run.errors.contains("markupSyntax"), "\(run.errors)")
  }

  @Test func marksNeedOneChart() throws {
    let run = try Auger(["export", "sales", "--markup", "text 0,0: All", "-o", "x.svg"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("--markup requires a single chart"), "\(run.errors)")
  }

  @Test func chartOfATableHasMarks() throws {
    let run = try Auger(["chart", "sales.csv", "--markup", "line 0,0 1,1", "-o", "line.svg"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try text("line.svg").contains("class=\"auger-markup\""))
  }
}
