import AugerCharts
import Testing

@Suite struct PageTextTests {
  @Test func everyLanguageHasTheSamePlaceholders() {
    for key in PageText.allCases {
      for text in [key.english, key.german] {
        #expect(!text.isEmpty && PageTexts.placeholders(of: text).sorted() == key.placeholders.sorted(), "\(key)")
        #expect(text.split(separator: "|", omittingEmptySubsequences: false).count <= 2, "\(key)")
      }
    }
  }

  @Test func messagesAndLabelsDoNotEndWithABlank() {
    for key in PageText.allCases {
      for form in [key.english, key.german].flatMap({ $0.split(separator: "|") }) {
        #expect(form.first != " " && form.last != " ", "\(key)")
      }
    }
  }

  @Test func countChoosesTheForm() {
    #expect(PageTexts.english.text(.chartCount, count: 1) == "1 chart")
    #expect(PageTexts.english.text(.chartCount, count: 0) == "0 charts")
    #expect(PageTexts.german.text(.tableCaption, count: 2, ["title": "Umsatz"]) == "Umsatz, 2 Zeilen")
    // A language without a plural needs one form.
    #expect(PageTexts(language: "ja", own: [.chartCount: "チャート {count} 個"]).text(.chartCount, count: 1) == "チャート 1 個")
  }

  @Test func valuesAreInsertedOnce() {
    #expect(PageTexts.english.text(.tableOf, ["title": "{title} | {count}"]) == "Table of {title} | {count}")
    #expect(PageTexts.placeholders(of: "{a} {b} {a} {") == ["a", "b"])
  }

  @Test func languageFollowsTheLocale() {
    #expect(ChartLocale("de_CH").texts == .german && ChartLocale("de-AT").texts.language == "de")
    // Other languages have no texts without a file.
    #expect(ChartLocale("fr_FR").texts == .english && ChartLocale().texts.language == "en")
    let own = PageTexts(language: "fr", own: [.apply: "Appliquer"])
    #expect(own.language == "fr" && own[.apply] == "Appliquer" && own[.reset] == "Reset")
  }

  @Test func everyChartTypeHasAName() {
    let names = ChartType.allCases.map { PageTexts.german[$0.kind.title] }
    #expect(Set(names).count == names.count)
    #expect(PageTexts.english[ChartType.stackedColumn.kind.title] == "Stacked column chart")
  }
}
