import Auger
import AugerColumns
import AugerDiagnostics
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// PDF, the embed code, the definition and the sort order of cards.
@Suite struct CardMenuTests {
  /// Returns the card of an item.
  private func card(_ item: String, of page: String) throws -> Substring {
    let start = try #require(page.firstRange(of: "data-item=\"\(item)\">"))
    let rest = page[start.upperBound...]
    return rest[..<(rest.firstRange(of: "data-item=\"")?.lowerBound ?? rest.endIndex)]
  }

  // MARK: PDF

  @Test func pdfIsAFormatOfItemsAndDashboards() async throws {
    let calls = Locked(0)
    let site = try PageSite(rasterize: { svg, format in
      calls.withLock { $0 += 1 }
      return Array("%\(format.rawValue) \(svg.count)".utf8)
    })
    for path in ["/dashboards/board", "/dashboards/board/Years"] {
      let answer = await site.get("\(path).pdf?$rise=7", [.acceptEncoding: "gzip"])
      #expect(answer.status == 200 && answer.text.hasPrefix("%pdf"), "\(path)")
      #expect(answer.fields[.contentType] == "application/pdf" && answer.fields[.contentEncoding] == nil)
      let tag = try #require(answer.fields[.eTag])
      #expect(await site.get("\(path).pdf?$rise=7", [.ifNoneMatch: tag]).status == 304)
    }
    // The second request of each file is answered from the cache.
    #expect(calls.withLock { $0 } == 2)
    let page = await site.get("/dashboards/board").text
    let label = "aria-label=\"Download Years as PDF\">PDF</a>"
    #expect(try card("Years", of: page).contains("href=\"/dashboards/board/Years.pdf\" \(label)"))
    #expect(page.contains("href=\"/dashboards/board.pdf\""))
  }

  @Test(arguments: ["/dashboards/board.pdf", "/dashboards/board/Years.pdf", "/dashboards/board/Years.png"])
  func missingProgramIsExplained(path: String) async throws {
    let site = try PageSite()
    let answer = await site.get(path)
    #expect(answer.status == 404 && answer.text.contains("\"programMissing\""))
    #expect(answer.text.contains("apt-get install librsvg2-bin"))
    #expect(!(await site.get("/dashboards/board").text.contains(".pdf")))
  }

  // MARK: Embed code

  @Test func embedCodeIsOfferedWhereEmbeddingIsAllowed() async throws {
    let signer = TestSigner.es256("portal")
    let path = try TestSigner.file([signer.jwk()])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let site = try PageSite(access: SiteAccess(embeds: try await KeyFile(path), now: TestSigner.clock))
    let page = await site.get("/dashboards/board?$rise=7").text
    let address = "/dashboards/board/Years/embed?$rise=7"
    let code = "&lt;iframe src=&quot;/e/TOKEN/dashboards/board/Years?$rise=7&quot; title=&quot;Years&quot;"
    #expect(try card("Years", of: page).contains("<a href=\"\(address)\" data-act=\"embed\" data-code=\"\(code)"))
    // Without a script, the link leads to a page with the code.
    let shown = await site.get(address).text
    #expect(shown.contains("/e/TOKEN/dashboards/board/Years?$rise=7") && shown.contains("Replace TOKEN"))
    #expect(shown.contains("/e/TOKEN/dashboards/board?$rise=7") && !shown.contains("<script"))
    #expect(await site.get("/dashboards/board/Nothing/embed").status == 404)
    #expect(await site.get("/dashboards/board/Years/embed?$rise=900").status == 200)
    #expect(await site.get("/dashboards/board/Years/embed?what").status == 400)
    // An embedded page offers neither the code nor the definition.
    let token = try signer.token(TestSigner.embed())
    let inner = try card("Years", of: await site.get("/e/\(token)/dashboards/board").text)
    #expect(!inner.contains("embed") && !inner.contains("definition"))
    for name in ["embed", "definition"] {
      #expect(await site.get("/e/\(token)/dashboards/board/Years/\(name)").status == 404, "\(name)")
    }
  }

  @Test func serversWithoutKeysHaveNoEmbedCode() async throws {
    let site = try PageSite()
    #expect(!(await site.get("/dashboards/board").text.contains("data-act=\"embed\"")))
    #expect(await site.get("/dashboards/board/Years/embed").status == 404)
  }

  // MARK: Definition

  @Test func definitionIsTheItemWithoutItsQueryText() async throws {
    let site = try PageSite()
    let page = await site.get("/dashboards/board?$rise=7").text
    let address = "/dashboards/board/Years/definition?$rise=7"
    #expect(try card("Years", of: page).contains("<a href=\"\(address)\">"))
    let answer = await site.get(address)
    #expect(answer.status == 200 && answer.text.contains("sum(amount) * (1 + $rise / 100)"))
    #expect(answer.text.contains("Definition of Years") && answer.text.contains("query 'ByYear'"))
    #expect(answer.text.contains("Chart:\n  Name: "))
    // Other items and the text of queries are not part of it.
    #expect(!answer.text.contains("amount - units") && !answer.text.contains("data.csv"))
    #expect(answer.text.contains("href=\"/dashboards/board?$rise=7\""))
    let tag = try #require(answer.fields[.eTag])
    #expect(await site.get(address, [.ifNoneMatch: tag]).status == 304)
    for name in ["Places", "Tree"] {
      #expect(await site.get("/dashboards/board/\(name)/definition").status == 200, "\(name)")
    }
    #expect(await site.get("/dashboards/board/Nothing/definition").status == 404)
  }

  /// A definition can quote values that a data policy hides.
  @Test(arguments: [("", false), (", metrics: true", true)])
  func policiesHideDefinitions(grant: String, isShown: Bool) async throws {
    let policy = "\npolicy:\n  - { for: everybody, dashboards: all\(grant) }\n"
    let site = try PageSite(policy: policy)
    let page = await site.get("/dashboards/board").text
    #expect(page.contains("/Years/definition") == isShown)
    #expect(await site.get("/dashboards/board/Years/definition").status == (isShown ? 200 : 404))
  }

  // MARK: Order

  @Test func tableHeadsSort() async throws {
    let site = try PageSite()
    let card = try card("Years", of: await site.get("/dashboards/board?$rise=7").text)
    let state = "&amp;$rise=7"
    #expect(card.contains("<th scope=\"col\" class=\"x\"><a class=\"sort\""))
    #expect(card.contains("href=\"/dashboards/board?Years.sort=category\(state)\">year</a></th>"))
    #expect(card.contains("href=\"/dashboards/board?Years.sort=-value:North\(state)\">North</a></th>"))
    #expect(!card.contains("aria-sort"))
    let sorted = try self.card("Years", of: await site.get("/dashboards/board?Years.sort=-value:North").text)
    #expect(
      sorted.contains("aria-sort=\"descending\"><a class=\"sort\" href=\"/dashboards/board?Years.sort=value:North\""))
    #expect(sorted.components(separatedBy: "aria-sort").count == 2)
    let south = try self.card("Years", of: await site.get("/dashboards/board?Years.sort=-value:South").text)
    let rows = south.matches(of: /<th scope="row"[^>]*>(?:<[^>]*>)*(\d{4})[ <]/).map { String($0.1) }
    #expect(rows == ["2023", "2020", "2022", "2021"])
  }

  /// A series with a drill target has the drill link, and a sort link next to it.
  @Test func sortLinksStayBesideDrillLinks() async throws {
    let site = try PageSite()
    let card = try card("Places", of: await site.get("/dashboards/board").text)
    #expect(card.contains("<a class=\"sort\" href=\"/dashboards/board?ByRegion.sort=category\""))
    let compared = try self.card("Years", of: await site.get("/dashboards/board?$rise=7&_compare=start").text)
    #expect(!compared.contains("class=\"sort\""))
  }

  @Test func menuLimitsCategories() async throws {
    let site = try PageSite()
    let path = "/dashboards/board?Places.drill=region:North"
    let card = try card("Numbers", of: await site.get("/dashboards/board").text)
    #expect(card.contains("<dt>Categories</dt>"))
    #expect(card.contains("href=\"/dashboards/board?Numbers.sort=-value;top:5\">Top 5</a>"))
    #expect(!(try self.card("Years", of: await site.get(path).text).contains("Top 5")))
    let limited = try self.card("Numbers", of: await site.get("/dashboards/board?Numbers.sort=-value;top:5").text)
    #expect(limited.contains("<a aria-current=\"true\">Top 5</a>"))
    #expect(limited.contains("href=\"/dashboards/board?Numbers.sort=-value\">All</a>"))
    // Another order keeps the limit.
    #expect(limited.contains("href=\"/dashboards/board?Numbers.sort=category;top:5\""))
    #expect(limited.matches(of: /<th scope="row">/).count == 6)
  }

  private static let grid = """
    <MobileAnalytic><Dashboard Title="Board"><DataGrid Name="List" Query="ByPlace">
      <Columns>
        <Column Type="Data" Value="place" Header="Place" IsHeaderColumn="true" />
        <Column Type="Data" Value="amount" Header="Amount" ColumnSequence="1" />
      </Columns>
    </DataGrid></Dashboard></MobileAnalytic>
    """

  @Test func gridsSortByTheirColumns() async throws {
    let site = try PageSite(board: Self.grid)
    let page = await site.get("/dashboards/board").text
    #expect(page.contains("href=\"/dashboards/board?List.sort=value:Place\">Place</a>"))
    #expect(page.contains("href=\"/dashboards/board?List.sort=-value:Amount\">Amount</a>"))
    let sorted = await site.get("/dashboards/board?List.sort=-value:Amount").text
    #expect(
      sorted.contains("aria-sort=\"descending\"><a class=\"sort\" href=\"/dashboards/board?List.sort=value:Amount\""))
    let table = await site.get("/dashboards/board/List.csv?List.sort=-value:Amount").text
    let amounts = table.split(whereSeparator: \.isNewline).dropFirst().compactMap {
      $0.split(separator: ",").last.flatMap { Double($0) }
    }
    #expect(amounts.count == 15 && amounts == amounts.sorted(by: >))
    #expect(await site.get("/dashboards/board/List.csv?List.sort=-value:Nothing").status == 422)
  }
}
