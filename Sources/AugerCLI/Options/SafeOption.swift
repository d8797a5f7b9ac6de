import ArgumentParser

/// What tables are made safe for.
struct SafeOption: ParsableArguments {
  @Flag(help: "Texts of CSV and TSV that a spreadsheet would compute get a ' in front: =, +, -, @ and tab.")
  var safe = false
}
