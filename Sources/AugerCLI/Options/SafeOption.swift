import ArgumentParser

/// The protection of tables against formula injection.
struct SafeOption: ParsableArguments {
  @Flag(
    help: """
      Add an apostrophe before CSV and TSV text that a spreadsheet would run as a formula. Such text starts with =, +, \
      -, @ or a tab.
      """)
  var safe = false
}
