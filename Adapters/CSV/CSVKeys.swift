import AugerAdapterKit
import AugerDocuments
import AugerQuery

extension CSVAdapter {
  package static let options = MappingDescription(
    "csv",
    """
    Files of delimited text: a file, a folder, or a pattern. Each file is a table with the name of the file.
    Settings that neither the source nor a [schema file](csv-schema.md) contains are detected from the first rows.
    """,
    keys: [
      .option("delimiter", CSVKeys.delimiter(["auto"]), CSVKeys.delimiterText, standard: "detected", example: "\";\""),
      .option(
        "header", .oneOf([.toggle, .choice(["auto"])]), "true if the first line contains the column names",
        standard: "detected",
        example: "false"),
      .option("quote", CSVKeys.character, CSVKeys.quoteText, standard: "detected", example: "\"'\""),
      .option("escape", CSVKeys.character, CSVKeys.escapeText, standard: "quotes are doubled", example: "\"\\\\\""),
      .option(
        "encoding", CSVKeys.encoding(["auto"]), CSVKeys.encodingText, standard: "detected", example: "windows-1252"),
      .option("skipLines", .count, CSVKeys.skipText, standard: "detected", example: "2"),
      .option(
        "comment", .text("character or `none`", matching: "^.?$|^none$"), "the first character of a comment line",
        standard: "detected", example: "\"#\""),
      .option("onError", CSVKeys.policy, CSVKeys.policyText, standard: CSVKeys.policyStandard, example: "\"null\""),
      .option("nullWords", .texts, CSVKeys.nullText, standard: CSVKeys.nullStandard, example: "[NA, \"-\"]"),
      .option("asText", .toggle, "true to read every field as a string", standard: "false", example: "true"),
      .option(
        "strict", .toggle, "true to reject malformed rows", standard: "false", example: "true"),
      .option(
        "columns", .list(.text("`Name: type`", matching: ":")), "the types of columns; they are not detected",
        standard: "detected", example: "[\"Amount: decimal(18,2)\", \"Day: date\"]"),
      .option(
        "schema", .path, "a schema file for all files", standard: "`NAME.schema.yaml` next to each file",
        example: "sales.schema.yaml"),
      .option(
        "rejects", .path, "a file for rejected values, below the folder of the workspace", example: "rejects.csv"),
      .option(
        "rejectsLimit", .count, "the maximum number of rejected values to list; the total is always reported",
        standard: "\(CSVOptions().rejectsLimit)",
        example: "100"),
      .option(
        "union", .toggle, "true to read all files as one table with a column `file`", standard: "false",
        example: "true"),
    ],
    example: """
      sources:
        drops: { adapter: csv, path: "Data/*.csv", delimiter: ";", union: true }
      """)
}

/// The keys of a schema file, `NAME.schema.yaml`.
package enum CSVKeys {
  static let character = ValueShape.text("character", matching: "^[!-~]$")
  static let policy = ValueShape.choice(CSVOptions.MisfitPolicy.allCases.map(\.rawValue))

  static let delimiterText = "the field delimiter: one to eight ASCII characters, or a name"
  static let quoteText = "the quote character around fields"
  static let escapeText = "the escape character before a quote in a quoted field"
  static let encodingText = "the character encoding"
  static let skipText = "the number of lines to skip at the start"
  static let policyText =
    "the treatment of invalid values; `text` makes the column a column of strings, `skip` drops the row"
  static let policyStandard = "`fail` for declared types, otherwise `text`"
  static let nullText = "words that mean null, in addition to the empty field"
  static let nullStandard = "common words, in columns that are not strings"

  static func delimiter(_ words: [String]) -> ValueShape {
    .oneOf([
      .choice(["tab", "comma", "semicolon", "pipe"] + words),
      .text("one to eight characters", matching: "^[\\x01-\\x09\\x0b\\x0c\\x0e-\\x21\\x23-\\x7f]{1,8}$"),
    ])
  }

  static func encoding(_ words: [String]) -> ValueShape {
    .oneOf([
      .choice(TextEncoding.allCases.map(\.rawValue) + words),
      .text(
        "another spelling", matching: "^([Uu][Tt][Ff][-_ ]?(8|16([-_ ]?([Ll][Ee]|[Bb][Ee]))?)|latin-?1|[Cc][Pp]1252)$"),
    ])
  }

  package static let schema = MappingDescription(
    "NAME.schema.yaml",
    """
    The settings for reading a CSV file: `sales.schema.yaml` next to `sales.csv`, or the file that `--schema` or the
    option `schema` of a source names. Its settings are binding, and missing ones are detected.
    `auger inspect FILE.csv --write-schema` writes one.
    """,
    keys: [
      KeyDescription("encoding", encoding([]), encodingText, standard: "detected", example: "windows-1252"),
      KeyDescription("delimiter", delimiter([]), delimiterText, standard: "detected", example: "\";\""),
      KeyDescription("quote", character, quoteText, standard: "detected", example: "\"'\""),
      KeyDescription("escape", character, escapeText, standard: "quotes are doubled", example: "\"\\\\\""),
      KeyDescription(
        "header", .truth, "true if the first line contains the column names", standard: "detected", example: "true"),
      KeyDescription("skipLines", .whole(0...1_000_000), skipText, standard: "detected", example: "2"),
      KeyDescription(
        "comment", .text("character", matching: "^.?$"),
        "the first character of a comment line; an empty string disables comments", standard: "detected",
        example: "\"#\""),
      KeyDescription("onError", policy, policyText, standard: policyStandard, example: "skip"),
      KeyDescription("nullWords", .texts, nullText, standard: nullStandard, example: "[NA, \"-\"]"),
      KeyDescription(
        "columns", .list(.mapping(column)),
        "the columns, by name, or by position if the file has no header; other columns are detected",
        standard: "detected", example: "[{ name: Day, type: date, format: DD.MM.YYYY }]"),
    ],
    example: """
      encoding: utf-8
      delimiter: ";"
      header: true
      skipLines: 2
      columns:
        - { name: Day, type: date, format: DD.MM.YYYY }
        - { name: Amount, type: float, decimal: ",", grouping: ".", nullWords: [NA], onError: null }
      """)

  package static let column = MappingDescription(
    "columns", "A column: its type and the format of its values.",
    keys: [
      KeyDescription("name", .text(), isRequired: true, "the name of the column", example: "Amount"),
      KeyDescription("type", .dataType, isRequired: true, "the type of the column", example: "\"decimal(18,2)\""),
      KeyDescription(
        "decimal", .choice([".", ","]), "the decimal separator of its numbers", standard: "`.`", example: "\",\""),
      KeyDescription(
        "grouping", groupings, "the group separator of its numbers, different from the decimal separator",
        standard: "no separator", example: "\",\""),
      KeyDescription("format", dates, "the date format", standard: "YYYY-MM-DD", example: "DD.MM.YYYY"),
      KeyDescription("nullWords", .texts, nullText, standard: "the setting of the file", example: "[NA]"),
      KeyDescription("onError", policy, policyText, standard: "the setting of the file", example: "\"null\""),
    ])

  /// The grouping characters of all number styles, and the no-break space.
  private static let groupings: ValueShape = {
    var words: [String] = []
    for style in NumberStyle.allCases where !words.contains(style.grouping) { words.append(style.grouping) }
    return .choice(words + ["\u{A0}"])
  }()

  private static let dates = ValueShape.choice(([.iso] + DateStyle.others).map(\.pattern))
}
