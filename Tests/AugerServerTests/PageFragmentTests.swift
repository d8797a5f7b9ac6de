import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerExport
import AugerServer
import Foundation
import HTTPTypes
import Testing

@Suite struct PageFragmentTests {
  static let places = ["", "$rise=7", "filter.Region=North&Places.drill=region:North", "Years.sort=-value"]

  @Test(arguments: places) func pageConsistsOfItsFragments(place: String) async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board?\(place)")
    let parts = await site.get("/-/parts/board?\(place)")
    let canonical = try Exploration(place).description
    #expect(page.status == 200 && parts.lines.first?["address"] as? String == canonical)
    let fragments = parts.fragments
    #expect(fragments.keys.sorted() == ["bar", "foot", "i0", "i1", "i2", "i3", "i4", "i5"])
    for (key, html) in fragments { #expect(page.text.contains(html), "\(key)") }
    // A page contains the key and digest of each fragment, so that a script does not need to request it.
    for line in parts.lines.dropFirst() {
      let (key, digest) = (line["key"] as? String ?? "", line["digest"] as? String ?? "")
      #expect(page.text.contains("id=\"\(key)\" data-digest=\"\(digest)\""), "\(key)")
    }
  }

  @Test func knownFragmentsAreNotSent() async throws {
    let site = try PageSite()
    let all = await site.get("/-/parts/board")
    let have = all.lines.dropFirst().map { "\($0["key"] ?? ""):\($0["digest"] ?? "")" }.joined(separator: ",")
    let again = await site.get("/-/parts/board?_have=\(have)")
    #expect(again.lines.count == 1)
    let other = await site.get("/-/parts/board?_have=\(have)&$rise=7")
    #expect(other.fragments["i0"] != nil)
  }

  /// A move is one request: the form's response contains the fragments of the new state.
  @Test(arguments: [nil, "Years"]) func formReturnsTheFragmentsOfItsState(item: String?) async throws {
    let site = try PageSite()
    let only = item.map { "?_item=\($0)" } ?? ""
    let fields = [("at", "Years.sort=-value"), ("do", "set"), ("name", "rise"), ("value", "7")]
    let posted = await site.post("/-/parts/board\(only)", fields)
    let path = "/-/parts/board\(only.isEmpty ? "?" : only + "&")Years.sort=-value&$rise=7"
    let asked = await site.get(path)
    #expect(posted.status == 200 && posted.text == asked.text)
    #expect(posted.fields[.cacheControl] == "no-store")
  }

  @Test func formOmitsKnownFragments() async throws {
    let site = try PageSite()
    let fields = [("do", "set"), ("name", "rise"), ("value", "7")]
    let all = await site.post("/-/parts/board", fields)
    let have = all.lines.dropFirst().map { "\($0["key"] ?? ""):\($0["digest"] ?? "")" }.joined(separator: ",")
    let again = await site.post("/-/parts/board", fields + [("_have", have)])
    #expect(again.lines.count == 1)
  }

  // MARK: Frames

  /// Frames shown while a slider moves equal the fragments that separate requests would return.
  @Test(arguments: ["Years.sort=-value", "$rise=8&_theme=dark"]) func framesEqualFragments(place: String) async throws {
    let site = try PageSite()
    let frames = await site.get("/-/frames/board/Years?\(place)&_step=$rise=0..10%20step%202")
    #expect(frames.status == 200 && frames.lines.count == 6)
    let others = place.split(separator: "&").filter { !$0.hasPrefix("$rise") }.joined(separator: "&")
    for frame in frames.lines {
      let value = frame["value"] as? String ?? ""
      let parts = await site.get("/-/parts/board?\(others)&$rise=\(value)")
      let twin = parts.lines.first { $0["key"] as? String == frame["key"] as? String }
      #expect(frame["html"] as? String == twin?["html"] as? String, "\(value)")
      #expect(frame["digest"] as? String == twin?["digest"] as? String)
    }
  }

  @Test func itemPageHasItsOwnFrames() async throws {
    let site = try PageSite()
    let frames = await site.get("/-/frames/board/Years?_item=Years&_step=$rise=3..4")
    let parts = await site.get("/-/parts/board?_item=Years&$rise=3")
    let frame = frames.lines.first { $0["value"] as? String == "3" }
    #expect(frame?["key"] as? String == "i0" && frame?["html"] as? String == parts.fragments["i0"])
  }

  @Test func nearestFrameComesFirst() async throws {
    let site = try PageSite()
    let answer = await site.get("/-/frames/board/Years?$rise=7&_step=$rise=5..10")
    #expect(answer.lines.compactMap { $0["value"] as? String } == ["7", "6", "8", "5", "9", "10"])
  }

  @Test(
    arguments: [
      ("Years", "", 400, "stepsSyntax"), ("Years", "_step=$rise", 422, "stepsSyntax"),
      ("Years", "_step=filter.Region=North", 400, "stepsSyntax"), ("Years", "_step=$nobody=1..3", 422, nil),
      ("Years", "_step=$rise=0..64", 422, "tooManySteps"), ("Nobody", "_step=$rise=0..3", 404, "notFound"),
      ("Days", "_step=$rise=0..3", 422, "tooManyMarks"),
    ] as [(String, String, Int, String?)])
  func invalidFrameRequestsFail(item: String, query: String, status: Int, code: String?) async throws {
    let answer = try await PageSite().get("/-/frames/board/\(item)?\(query)")
    if status != 422 || code != nil { #expect(answer.status == status, "\(answer.text)") }
    if let code { #expect(answer.code == code) }
  }

  @Test func sliderNamesItsCharts() async throws {
    let page = try await PageSite().get("/dashboards/board").text
    // Only the charts that depend on the variable are listed.
    #expect(page.contains("data-frames=\"/-/frames/board/Years\""))
  }

  // MARK: Pages without scripts

  @Test func orderSeriesPartAndSelectionAreLinks() async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board?Years.select=categories:2021").text
    for place in ["Years.sort=-value", "Years.sort=category", "Years.hide=North", "Years.hide=South"] {
      #expect(page.contains("Years.select=categories:2021&amp;\(place)\""), "\(place)")
    }
    #expect(page.contains("<a href=\"/dashboards/board\" data-way=\"clearSelection\">Clear the selection</a>"))
    let days = await site.get("/dashboards/board/Days").text
    #expect(days.contains("Days.range=0.25..0.75"))
  }

  @Test func hiddenSeriesCanBeShownAgain() async throws {
    let page = try await PageSite().get("/dashboards/board?Years.hide=North,South").text
    #expect(page.contains("<a href=\"/dashboards/board?Years.hide=South\">Show North</a>"))
  }

  @Test func themeLinksKeepTheState() async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board?$rise=7&_theme=dark").text
    let address = "/dashboards/board?$rise=7&amp;_theme"
    #expect(page.contains("<a href=\"\(address)=light\" data-theme=\"light\" data-whole=\"true\">Light</a>"))
    #expect(
      page.contains(
        "<a href=\"\(address)=dark\" data-theme=\"dark\" data-whole=\"true\" aria-current=\"true\">Dark</a>"))
    // The system's theme is that of the state without the option.
    #expect(page.contains("<a href=\"/dashboards/board?$rise=7\" data-theme=\"system\""))
  }

  @Test func comparisonShowsBothAssumptions() async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board?$rise=7&_compare=start").text
    #expect(page.contains("North, now") && page.contains("North, start"))
    // Charts that do not depend on the variable are shown once.
    let places = await site.get("/-/parts/board?$rise=7&_compare=start").fragments["i1"]
    #expect(places?.contains("now") == false)
    let wrong = await site.get("/dashboards/board?_compare=filter.Region%3DNorth")
    #expect(wrong.code == "scenarioPart")
    let impossible = await site.get("/dashboards/board?_compare=$rise%3D99")
    #expect(impossible.status == 422)
  }

  @Test func longTablesAreSplitIntoPages() async throws {
    let site = try PageSite()
    func rows(_ address: String) async -> Int {
      (await site.get(address)).text.components(separatedBy: "<tr data-v=").count - 1
    }
    let (few, first, second) = (
      await rows("/dashboards/board/Days"), await rows("/dashboards/board/Numbers"),
      await rows("/dashboards/board/Numbers?_rows.Numbers=2")
    )
    #expect(few == 101 && first == 200 && second == 100)
    let page = await site.get("/dashboards/board/Numbers?_theme=dark").text
    #expect(page.contains("href=\"/dashboards/board/Numbers?_theme=dark&amp;_rows.Numbers=2\">Rows 201 to 300</a>"))
    for wrong in ["_rows.Days=0", "_rows.Days=x", "_rows.Days=2&_rows.Days=3", "_rows=2"] {
      let answer = await site.get("/dashboards/board?\(wrong)")
      #expect(answer.code == "unknownOption", "\(wrong)")
    }
  }

  @Test func formsNameCategoriesNodesAndGoals() async throws {
    let page = try await PageSite().get("/dashboards/board").text
    #expect(page.contains("<select name=\"category\">") && page.contains("<option value=\"2021\">"))
    #expect(page.contains("<input type=\"hidden\" name=\"do\" value=\"goal\"/>"))
    #expect(page.contains("<option value=\"Price\">Price</option>"))
  }
}

@Suite struct PageScriptTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  private static func scripts(below folder: String) throws -> [(name: String, text: String)] {
    let place = sources.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".js") }.map { name in
      (name, try String(contentsOf: place.appendingPathComponent(name), encoding: .utf8))
    }
  }

  /// The served script equals the source files without comments and indentation.
  @Test func scriptEqualsItsSource() async throws {
    let (page, player) = ("AugerServer/Assets/Script", "AugerExport/HTML/Script")
    let names = ["moves", "links", "charts", "updates", "tips", "marks", "frame", "filters", "cards"]
    let files = names.map { (page, $0) } + [(player, "player")]
    let source = try files.map { folder, name in
      try String(contentsOf: Self.sources.appendingPathComponent("\(folder)/\(name).js"), encoding: .utf8)
    }
    let site = try PageSite()
    let text = await site.get("/dashboards/board").text
    let start = try #require(text.firstRange(of: "<script data-src=\""))
    let address = text[start.upperBound...].prefix { $0 != "\"" }
    let script = await site.get(String(address))
    let lines = source.joined().split(separator: "\n").map { $0.drop { $0 == " " } }
    let kept = lines.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    #expect(script.text == kept.map { $0 + "\n" }.joined())
    #expect(kept.count < lines.count)
    #expect(script.fields[.contentType] == "text/javascript; charset=utf-8")
  }

  /// Lines lose their indentation, so no template text may continue on the next line.
  @Test(arguments: ["AugerServer/Assets/Script", "AugerExport/HTML/Script"])
  func templateTextsEndOnTheirLine(folder: String) throws {
    let files = try Self.scripts(below: folder)
    #expect(!files.isEmpty)
    for (name, text) in files {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        #expect(isComment || line.count { $0 == "`" }.isMultiple(of: 2), "\(name):\(number + 1)")
      }
    }
  }

  /// The content security policy allows the only inline script by its digest. The script contains the URL of the
  /// module.
  @Test(arguments: ["/dashboards/board", "/dashboards/board/Years", "/", "/dashboards/nobody"])
  func inlineScriptIsAllowedByThePolicy(address: String) async throws {
    let page = try await PageSite().get(address, [.accept: "text/html"])
    let parts = page.text.components(separatedBy: "<script")
    #expect(parts.count == (address == "/dashboards/nobody" ? 1 : 2))
    let policy = try #require(page.fields[.contentSecurityPolicy])
    guard let tag = parts.dropFirst().first, let end = tag.firstRange(of: "</script>") else { return }
    let start = try #require(tag.firstIndex(of: ">"))
    let digest = Base64.text(SHA256.digest(Array(tag[tag.index(after: start)..<end.lowerBound].utf8)))
    #expect(policy.contains("script-src 'self' 'sha256-\(digest)'; "))
    #expect(tag.hasPrefix(" data-src=\"/assets/"))
  }
}

@Suite struct PageStylesTests {
  /// Returns true if the policy allows exactly the inline styles of the page, by their digest.
  static func isAllowed(_ page: PageAnswer) throws -> Bool {
    let text = page.text
    let start = try #require(text.firstRange(of: "<style>"))
    let end = try #require(text[start.upperBound...].firstRange(of: "</style>"))
    let digest = Base64.text(SHA256.digest(Array(text[start.upperBound..<end.lowerBound].utf8)))
    let policy = try #require(page.fields[.contentSecurityPolicy])
    return policy.contains("style-src 'sha256-\(digest)'; ") && !text.contains("rel=\"stylesheet\"")
  }

  @Test(arguments: [
    "/", "/dashboards/board", "/dashboards/board/Years", "/dashboards/board?_theme=dark",
    "/dashboards/board/Places?_theme=high-contrast", "/dashboards/nobody", "/dashboards/board?$nobody=1",
  ])
  func inlineStylesMatchThePolicy(address: String) async throws {
    let site = try PageSite()
    // The first response is computed, the second is cached.
    for _ in 0..<2 {
      let page = await site.get(address, [.accept: "text/html"])
      #expect(try Self.isAllowed(page))
      guard let etag = page.fields[.eTag] else { continue }
      // A browser reuses its page under the new policy.
      let same = await site.get(address, [.accept: "text/html", .ifNoneMatch: etag])
      #expect(same.status == 304)
      #expect(same.fields[.contentSecurityPolicy] == page.fields[.contentSecurityPolicy])
    }
  }
}
