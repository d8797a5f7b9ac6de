import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Diagrams and custom items in the pictures of `Fixtures/Cases/Guides/makit-items`.
@Suite struct MAKitItemsTests {
  private static let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/makit-items")
  private static let titles = [
    "Economic Value Added", "Operating Profit after Taxes and Extraordinary Charges", "Cost of Capital",
    "Return on Net Assets", "Net Assets", "Weighted Average Cost of Capital", "Profit Margin",
    "Total Net Asset Turnover", "Sales", "Variable Cost of Goods Sold", "Fixed Cost",
  ]

  private let workspace: Workspace
  private let pipeline: Pipeline

  init() throws {
    workspace = try Workspace(contentsOf: Self.folder.path, adapters: [CSVAdapter()], environment: [:])
    pipeline = Pipeline(workspace)
  }

  private func model(_ item: String, of name: String, setting node: (String, Scalar)? = nil) async throws -> ChartModel
  {
    var state = try pipeline.dashboard(name).initialState
    if let node { state = try state.applying(.setNode(node.0, of: item, to: node.1)) }
    return try await pipeline.chart(item, in: state)
  }

  private func picture(_ model: ChartModel) -> DrawnPicture {
    var svg = SVG()
    svg.themes = workspace.themes
    return DrawnPicture(String(decoding: svg.data(for: model), as: UTF8.self))
  }

  @Test func namesAreWrappedInsteadOfCut() async throws {
    let picture = picture(try await model("EVA", of: "normal"))
    for (index, title) in Self.titles.enumerated() {
      let lines = picture.elements("text", ofCategory: index).map(\.text)
      let box = try #require(picture.elements("rect", ofCategory: index).first)
      #expect(lines.joined(separator: " ").hasPrefix(title), "\(lines)")
      #expect(lines.count >= 3 && !lines.contains { $0.contains("…") }, "\(lines)")
      // Each line is in its box.
      for text in picture.elements("text", ofCategory: index) {
        #expect(text["y"] > box["y"] && text["y"] < box["y"] + box["height"], "\(title)")
      }
    }
  }

  @Test func alertsAreCountedAtTheirNode() async throws {
    let model = try await model("EVA", of: "normal")
    #expect(model.diagram?["WACC"]?.alerts == 2 && model.diagram?["EVA"]?.alerts == 0)
    let alerts = picture(model).elements("circle").filter { $0.attributes["class"] == "auger-alert" }
    #expect(alerts.count == 1 && alerts.first?.category == "5")
    #expect(picture(model).elements("text", ofCategory: 5).last?.text == "2")
  }

  /// The root and its parts have text, the eight other nodes are dots.
  @Test func snapshotShowsTheRootAndItsParts() async throws {
    let picture = picture(try await model("EVA", of: "snapshot"))
    for index in Self.titles.indices {
      let isNamed = index < 3
      #expect(picture.elements("text", ofCategory: index).isEmpty == !isNamed, "\(index)")
      #expect(picture.elements("rect", ofCategory: index).count == (isNamed ? 1 : 0))
      #expect(picture.elements("circle", ofCategory: index).map { $0["r"] } == (isNamed ? [] : [6]))
    }
    #expect(!picture.elements("text").contains { $0.text.hasPrefix("Target") })
  }

  /// The dial ends at twice the actual value: 42.24 is in its middle. With WACC = 0.12, the value is 120 − 96 = 24.
  @Test func goalSeekShowsDials() async throws {
    let model = try await model("EVA", of: "goal-seek", setting: ("WACC", .float(0.12)))
    #expect(model.diagram?["EVA"]?.actualText == "42.24")
    let picture = picture(model)
    let dial = picture.elements("rect", in: "auger-dial").filter { $0.category == "0" }
    let (track, fill) = (try #require(dial.first), try #require(dial.last))
    let knob = try #require(picture.elements("circle", in: "auger-dial").first { $0.category == "0" })
    let tick = try #require(picture.elements("line", in: "auger-dial").first { $0.category == "0" })
    #expect(abs((knob["cx"] - track["x"]) / track["width"] - 24 / 84.48) < 1e-3)
    #expect(abs((tick["x1"] - track["x"]) / track["width"] - 0.5) < 1e-3)
    #expect(abs(fill["width"] / track["width"] - 24 / 84.48) < 1e-3)
    let texts = picture.elements("text", ofCategory: 0).map(\.text)
    #expect(texts.suffix(2) == ["24.00", "was 42.24"], "\(texts)")
    // Unchanged nodes show their target.
    #expect(picture.elements("text", ofCategory: 8).last?.text.hasPrefix("Target") == true)
  }

  /// The area of a picture of 720 points has a border of 16 points on each side: 50 % is 360, 90 % is 635.2.
  @Test func nodesAreAtTheirPositions() async throws {
    let picture = picture(try await model("EVA", of: "placed"))
    let boxes = try Self.titles.indices.map { try #require(picture.elements("rect", ofCategory: $0).first) }
    #expect(abs(boxes[0]["x"] + boxes[0]["width"] / 2 - 360) < 0.02)
    #expect(abs(boxes[10]["x"] + boxes[10]["width"] / 2 - 635.2) < 0.02)
    // Rows with the same Top.
    for row in [[1, 2], [3, 4, 5]] {
      let centers = row.map { boxes[$0]["y"] + boxes[$0]["height"] / 2 }
      #expect(centers.allSatisfy { abs($0 - centers[0]) < 0.02 }, "\(centers)")
    }
    // All boxes are in the picture.
    #expect(boxes.allSatisfy { $0["x"] >= 16 && $0["x"] + $0["width"] <= 704.01 && $0["y"] + $0["height"] <= 420 })
    // Net assets are below cost of capital. The line starts at the upper edge; its parts are horizontal or vertical.
    let group = try #require(picture.elements("g").first { $0.attributes["class"] == "auger-edges" })
    #expect(group.attributes["stroke-width"] == "2")
    let lines = picture.elements("path", in: "auger-edges").compactMap { $0.attributes["d"] }
    #expect(lines.count == 12 && lines.allSatisfy { $0.count { $0 == "L" } == 3 }, "\(lines)")
  }

  @Test func roundNodesHaveTheirDiameterAndTheme() async throws {
    let picture = picture(try await model("EVA", of: "round"))
    let circles = Self.titles.indices.compactMap { picture.elements("circle", ofCategory: $0).first }
    #expect(circles.count == 11 && Set(circles.map { $0["r"] }).count == 1)
    #expect(circles.allSatisfy { $0["r"] <= 28 && $0["r"] > 15 }, "\(circles.first?["r"] ?? 0)")
    #expect(picture.elements("path", in: "auger-edges").allSatisfy { $0.attributes["d"]?.contains("L") == true })
    // The share of the target is 1 ÷ 1.1 for each node with a target.
    let sectors = picture.elements("path").filter { $0.attributes["class"] == "auger-share" }
    #expect(sectors.count == 11)
    #expect(picture.elements("rect").contains { $0.attributes["fill"] == "#0e2233" })
    let edges = picture.elements("g").first { $0.attributes["class"] == "auger-edges" }
    #expect(edges?.attributes["stroke"] == "#5cc8a8")
    let values = picture.elements("text").filter { $0.attributes["font-weight"] == "bold" && $0.text == "42.24" }
    #expect(values.map { $0.attributes["fill"] } == ["#ffffff"])
  }

  @Test func selectedNodesHaveAStrongEdge() async throws {
    let start = try pipeline.dashboard("normal").initialState
    let state = try start.applying(.select(Selection(categories: ["WACC"]), in: "EVA"))
    let model = try await pipeline.chart("EVA", in: state)
    #expect(model.selection.categories == ["WACC"])
    let widths = Self.titles.indices.map { picture(model).elements("rect", ofCategory: $0).first?["stroke-width"] }
    #expect(widths.indices.filter { widths[$0] == 3.5 } == [5])
    #expect(throws: AugerError.self) { try start.applying(.select(Selection(categories: ["WAC"]), in: "EVA")) }
    #expect(throws: AugerError.self) { try start.applying(.select(Selection(series: ["WACC"]), in: "EVA")) }
  }

  @Test func looksSurviveChartJSON() async throws {
    for name in ["normal", "snapshot", "goal-seek", "placed", "round"] {
      let model = try await model("EVA", of: name)
      let read = try ChartModel(json: Data(model.rendered(as: .json).utf8))
      #expect(read.diagram == model.diagram, "\(name)")
    }
    for item in ["Note", "Method", "Flag"] {
      let model = try await model(item, of: "custom")
      #expect(try ChartModel(json: Data(model.rendered(as: .json).utf8)).content == model.content, "\(item)")
    }
  }

  @Test func customItemsShowTextsAndPictures() async throws {
    let note = try await model("Note", of: "custom")
    #expect(note.content?.text == "The numbers are in millions.\nThey come from the plan of the year.")
    let lines = picture(note).elements("text", in: "auger-content").map(\.text)
    #expect(lines == ["The numbers are in millions.", "They come from the plan of the year."])
    let flag = try await model("Flag", of: "custom")
    #expect(flag.content?.kind == .svg)
    let image = try #require(picture(flag).elements("image", in: "auger-content").first)
    #expect(image.attributes["href"]?.hasPrefix("data:image/svg+xml,%3Csvg") == true)
    // Outputs without pictures have the description.
    #expect(flag.tabulated().columns[0][0] == .string("A white cross on a red field"))
  }

  @Test func dashboardPictureContainsCustomItems() async throws {
    let model = try await pipeline.model(of: try pipeline.dashboard("custom").initialState)
    let picture = DrawnPicture(try model.rendered(as: .svg()))
    #expect(picture.elements("image").count == 1)
    #expect(picture.elements("text", in: "auger-content").map(\.text).contains("The numbers are in millions."))
    #expect(try model.rendered(as: .html()).contains("data:image/svg+xml,"))
  }

  @Test func unreadableFilesAreReported() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("custom-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try "<Dashboard><CustomItem Name=\"A\" File=\"missing.svg\"/></Dashboard>"
      .write(to: file, atomically: true, encoding: .utf8)
    do {
      _ = try Dashboard(contentsOf: file)
      Issue.record("a file that does not exist was read")
    } catch {
      #expect(error.code == "metadataFileNotFound")
    }
  }

  private static let invalid = [
    ("<CustomItem Name='A'/>", "metadataMissingAttribute"),
    ("<CustomItem Name='A' Text='t' Query='q'/>", "metadataUnrecognizedItem"),
    ("<CustomItem Name='A' File=' '/>", "metadataMissingAttribute"),
    ("<Diagram Name='A' Query='q'><Node Name='N' Text='N' Left='5'/></Diagram>", "metadataMissingAttribute"),
    ("<Diagram Name='A' Query='q'><Node Name='N' Text='N' Left='5' Top='101'/></Diagram>", wrong),
    ("<Diagram Name='A' Query='q' ViewMode='Full'><Node Name='N' Text='N'/></Diagram>", wrong),
    ("<Diagram Name='A' Query='q' LineWidth='-1'><Node Name='N' Text='N'/></Diagram>", wrong),
    ("<Diagram Name='A' Query='q'><Node Name='N' Text='N' Alerts='M + 1'/></Diagram>", "metadataObjectUndefined"),
  ]
  private static let wrong = "metadataAttributeWrongValue"

  @Test(arguments: invalid)
  func invalidItemsAreReported(_ xml: String, _ code: String) {
    do throws(DiagnosticError) {
      _ = try Dashboard(xml: "<Dashboard>\(xml)</Dashboard>")
      Issue.record("\(xml) was accepted")
    } catch {
      #expect(error.diagnostics.map(\.code.rawValue).contains(code), "\(error.diagnostics)")
    }
  }
}
