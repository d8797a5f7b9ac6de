import Foundation
import TestSupport
import Testing

/// HTML pages written by commands.
@Suite struct PageTests {
  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// Returns the texts between two markers.
  private func parts(_ text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
  }

  @Test func pageContainsTheStatesOfItsMoves() throws {
    let folder = try SampleWorkspace.copy()
    let page = try text(folder.url("Charts/drill.html"))
    let addresses = parts(page, from: "data-address=\"", to: "\"")
    #expect(addresses.contains("Markets.drill=region:Europe"))
    #expect(addresses.contains { $0.contains("/country:") })
    #expect(
      page.contains(
        "This page contains \(addresses.count) states of the dashboard, including all states that it links to."))
    // A second export is identical.
    let again = try Auger([
      "export", "drill", "--workspace", folder.root.path, "-o", folder.url("again.html").path,
    ])
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try text(folder.url("again.html")) == page)
  }

  @Test func pageContainsAllStatesOfTwoMoves() throws {
    let folder = try SampleWorkspace.copy()
    // The states of 'filters' would need 10 KB each if states with equal numbers did not share pictures and tables.
    for (name, states, bytesPerState) in [("drill", 94, 6 << 10), ("filters", 75, 8 << 10), ("zoom", 6, 64 << 10)] {
      let file = folder.url("\(name).html")
      let run = try Auger(["export", name, "--workspace", folder.root.path, "-o", file.path])
      #expect(run.exitCode == 0, "\(run.errors)")
      let page = try text(file)
      let addresses = parts(page, from: "data-address=\"", to: "\"")
      #expect(addresses.count == states && Set(addresses).count == states)
      #expect(
        page.contains("This page contains \(states) states of the dashboard, including all states that it links to."))
      #expect(page.utf8.count <= states * bytesPerState, "\(name): \(page.utf8.count)")
      // Pages do not mention commands, options or queries.
      for word in ["auger ", "--explore", "query '", "chart '", "filter '", "<script"] {
        #expect(!page.contains(word), "\(name): \(word)")
      }
    }
  }

  @Test func pageSizeIsLimited() throws {
    let folder = try SampleWorkspace.copy()
    for (limit, bytes) in [("40kB", 40 << 10), ("100kB", 100 << 10)] {
      let file = folder.url("page.html")
      let run = try Auger([
        "export", "drill", "--workspace", folder.root.path, "--page-limit", limit, "-o", file.path,
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
      let page = try text(file)
      #expect(page.utf8.count <= bytes && page.utf8.count > bytes / 2, "\(page.utf8.count)")
      #expect(page.contains("because the page is limited to \(bytes >> 10) KB"))
    }
    let small = try Auger([
      "export", "drill", "--workspace", folder.root.path, "--page-limit", "1kB", "-o", folder.url("small.html").path,
    ])
    #expect(small.exitCode == 0 && small.errors.contains("pageOverLimit"))
    #expect(try parts(text(folder.url("small.html")), from: "<figure", to: ">").count == 1)
  }

  @Test func pageBeginsInTheGivenState() throws {
    let folder = try SampleWorkspace.copy()
    let file = folder.url("Europe.html")
    let run = try Auger([
      "export", "drill", "--workspace", folder.root.path, "--explore", "Markets.drill=region:Europe", "-o", file.path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try text(file)
    #expect(parts(page, from: "id=\"s0\"", to: ">")[0].contains("data-address=\"Markets.drill=region:Europe\""))
    #expect(parts(page, from: "data-address=\"", to: "\"").contains(""))
  }

  @Test func pageTableEqualsChartJSON() throws {
    let folder = try SampleWorkspace.copy()
    let made = try Auger(["export", "filters", "--workspace", folder.root.path, "-o", folder.url("f.html").path])
    #expect(made.exitCode == 0, "\(made.errors)")
    let page = try text(folder.url("f.html"))
    let sections = parts(page, from: "<section", to: "</section>")
    let section = try #require(sections.first { $0.contains("data-address=\"filter.Regions=Europe\"") })
    let state = try #require(parts(section, from: "id=\"", to: "\"").first)
    let rule = try #require(parts(page, from: "#\(state):target~.g :is(", to: ")").first)
    let names = rule.components(separatedBy: ",").map { $0.dropFirst() }.filter { $0.hasPrefix("f") }
    let json = folder.url("json")
    let run = try Auger([
      "export", "filters", "--workspace", folder.root.path, "--formats", "csv", "--explore", "filter.Regions=Europe",
      "-o", json.path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let charts = try FileManager.default.contentsOfDirectory(atPath: json.appendingPathComponent("filters").path)
    #expect(charts.count == names.count)
    let tables = names.map { name in
      let figure =
        parts(page, from: "<figure class=\"f\" id=\"\(name)\"", to: "</figure>")
        + parts(page, from: "<figure class=\"f o\" id=\"\(name)\"", to: "</figure>")
      return parts(figure.first ?? "", from: "<tr>", to: "</tr>").dropFirst().map { row in
        let row = row.components(separatedBy: "</th>").last ?? ""
        return (parts(row, from: "<data value=\"", to: "\"") + parts(row, from: "<td>", to: "</td>")).first ?? ""
      }
    }
    func digits(_ text: String) -> Substring {
      let digits = String(text.filter(\.isNumber))
      return digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed().reduce(into: "") { $0.append($1) }[...]
    }
    for chart in charts {
      let lines = try text(json.appendingPathComponent("filters/\(chart)")).split(separator: "\n").dropFirst()
      let values = lines.map { digits($0.components(separatedBy: ",").last ?? "") }
      #expect(tables.contains { $0.map(digits) == values }, "\(chart)")
    }
  }

  @Test func chartCanBeAPage() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("name,amount\n<b>Ann</b>,3\n\"</style>\",4\n", to: "x.csv")
    let run = try Auger(["chart", file, "-o", folder.url("x.html").path, "--quiet"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try text(folder.url("x.html"))
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("&lt;b&gt;Ann&lt;/b&gt;") && !page.contains("<b>Ann"))
    #expect(parts(page, from: "<figure", to: ">").count == 1)
  }

  @Test func itemPageHasItsOwnMoves() throws {
    let folder = try SampleWorkspace.copy()
    let file = folder.url("one.html")
    let run = try Auger([
      "export", "zoom/Calendar", "--workspace", folder.root.path, "-o", file.path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try text(file)
    #expect(parts(page, from: "data-item=\"", to: "\"") == ["Calendar"])
    #expect(parts(page, from: "data-address=\"", to: "\"").contains("Calendar.zoom=2"))
  }
}
