import Auger
import AugerCSV
import AugerCharts
import AugerServer
import Foundation
import HTTPTypes
import Testing

@Suite struct PageLanguageTests {
  private static let addresses = [
    "/dashboards/board?_locale=de_DE", "/dashboards/board/Days?_locale=de_DE",
    "/dashboards/board?filter.Region=North&Places.drill=region:North&_locale=de_DE",
    "/dashboards/board?Years.select=categories:2021&$rise=7&_compare=start&_locale=de_DE",
    "/dashboards/none?_locale=de_DE", "/dashboards/board?Years.zoom=7&_locale=de_DE", "/?_locale=de_DE",
    "/-/session?_locale=de_DE",
  ]

  /// The texts of a page: the contents of elements, and the labels for screen readers.
  private static func texts(of page: String) -> Set<String> {
    var page = page
    for tag in ["style", "script"] {
      while let start = page.firstRange(of: "<\(tag)"), let end = page.firstRange(of: "</\(tag)>") {
        page.removeSubrange(start.lowerBound..<end.upperBound)
      }
    }
    let contents = page.matches(of: />([^<]+)</).map { String($0.1) }
    let labels = page.matches(of: /aria-label="([^"]*)"/).map { String($0.1) }
    return Set((contents + labels).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
  }

  @Test(arguments: addresses) func aGermanPageHasNoEnglishText(address: String) async throws {
    let page = try await PageSite().get(address, [.accept: "text/html"])
    #expect(page.text.contains("<html lang=\"de\""))
    let texts = Self.texts(of: page.text)
    #expect(!texts.isEmpty)
    for key in PageText.allCases where key.english != key.german {
      for form in key.english.split(separator: "|") {
        if key.placeholders.isEmpty {
          #expect(!texts.contains(String(form)), "\(key)")
        } else {
          // The pieces between placeholders that are long enough to be no part of the data.
          for piece in String(form).split(separator: /\{\w+\}/) where piece.count > 8 {
            #expect(!texts.contains { $0.contains(piece) }, "\(key): \(piece)")
          }
        }
      }
    }
  }

  @Test func aGermanPageHasGermanTexts() async throws {
    let page = try await PageSite().get("/dashboards/board?_locale=de_DE&Years.select=categories:2021").text
    for text in ["Anwenden", "Auswahl aufheben", "Größte zuerst", "Einzeln öffnen", "Link zu dieser Ansicht"] {
      #expect(page.contains(">\(text)<"), "\(text)")
    }
    #expect(page.contains("Link kopiert"))
  }

  @Test func problemsOfMovesAreInTheLanguageOfTheirPage() async throws {
    let site = try PageSite()
    let fields = [("do", "set"), ("name", "rise"), ("value", "99")]
    let german = await site.post("/-/parts/board", fields + [("_options", "_locale=de_DE")])
    #expect(german.text.contains("\"detail\": \"Der Wert liegt außerhalb des zulässigen Bereichs"), "\(german.text)")
    let english = await site.post("/-/parts/board", fields)
    #expect(english.text.contains("\"detail\": \"The value is outside the allowed range"), "\(english.text)")
  }

  /// Returns the home page in a language, whose only text is the one for "Dashboards".
  private func home(locale: String, _ text: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-texts-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "dashboards: \(text)\n".write(toFile: "\(folder)/own.yaml", atomically: true, encoding: .utf8)
    let workspace = try Workspace(
      yaml: "locale: \(locale)\ntexts: { \(locale.prefix(2)): own.yaml }", directory: folder, adapters: [CSVAdapter()])
    let site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: .patient, access: SiteAccess(),
      key: Array("key".utf8))
    return await PageAnswer(site.respond(to: SiteRequest(path: "/", fields: [.accept: "text/html"]))).text
  }

  @Test func textsOfAFileAreShown() async throws {
    let page = try await home(locale: "fr_FR", "Tableaux de bord")
    #expect(page.contains("<html lang=\"fr\"") && page.contains(">Tableaux de bord</h1>"))
    // Missing texts are English.
    #expect(page.contains("No dashboards are available to you."))
  }

  @Test func arabicPagesRunFromRightToLeft() async throws {
    #expect(try await home(locale: "ar_EG", "لوحات").contains("<html lang=\"ar\" dir=\"rtl\""))
    #expect(try await !home(locale: "fr_FR", "Tableaux").contains("dir=\"rtl\""))
  }
}
