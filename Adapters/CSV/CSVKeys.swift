import AugerAdapterKit
import AugerDocuments
import AugerQuery

extension CSVAdapter {
  package static let options = MappingDescription(
    "csv",
    """
    Files of delimited text: a file, a folder, or a pattern. Each is a table of the file's name. What is not said is
    found by looking at the first rows, unless a [schema file](csv-schema.md) says it.
    """,
    keys: [
      .option("delimiter", CSVKeys.delimiter(["auto"]), CSVKeys.delimiterText, standard: "found", example: "\";\""),
      .option(
        "header", .oneOf([.toggle, .choice(["auto"])]), "whether there is a line of names", standard: "found",
        example: "false"),
      .option("quote", CSVKeys.character, CSVKeys.quoteText, standard: "found", example: "\"'\""),
      .option("escape", CSVKeys.character, CSVKeys.escapeText, standard: "quotes are doubled", example: "\"\\\\\""),
      .option("encoding", CSVKeys.encoding(["auto"]), CSVKeys.encodingText, standard: "found", example: "windows-1252"),
      .option("skipLines", .count, CSVKeys.skipText, standard: "found", example: "2"),
      .option(
        "comment", .text("character or `none`", matching: "^.?$|^none$"), "the character that comments begin with",
        standard: "found", example: "\"#\""),
      .option("onError", CSVKeys.policy, CSVKeys.policyText, standard: CSVKeys.policyStandard, example: "\"null\""),
      .option("nullWords", .texts, CSVKeys.nullText, standard: CSVKeys.nullStandard, example: "[NA, \"-\"]"),
      .option("asText", .toggle, "whether every field is text as it stands", standard: "false", example: "true"),
      .option(
        "strict", .toggle, "whether rows that are not regular are refused", standard: "false", example: "true"),
      .option(
        "columns", .list(.text("`Name: type`", matching: ":")), "types of columns, which are law then",
        standard: "found", example: "[\"Amount: decimal(18,2)\", \"Day: date\"]"),
      .option(
        "schema", .path, "a schema file for all files", standard: "`NAME.schema.yaml` beside each",
        example: "sales.schema.yaml"),
      .option(
        "rejects", .path, "a file below the workspace's folder that lists rejected values", example: "rejects.csv"),
      .option(
        "rejectsLimit", .count, "as many are listed; all are counted", standard: "\(CSVOptions().rejectsLimit)",
        example: "100"),
      .option(
        "union", .toggle, "whether all files are one table, with a column `file`", standard: "false",
        example: "true"),
    ],
    example: """
      sources:
        drops: { adapter: csv, path: "Data/*.csv", delimiter: ";", union: true }
      """)
}

/// What may be written in a schema file, `NAME.schema.yaml`: the keys that its reader knows.
package enum CSVKeys {
  static let character = ValueShape.text("character", matching: "^[!-~]$")
  static let policy = ValueShape.choice(CSVOptions.MisfitPolicy.allCases.map(\.rawValue))

  static let delimiterText = "what stands between fields: one to eight ASCII characters, or a name"
  static let quoteText = "what stands around fields that hold delimiters"
  static let escapeText = "what stands before a quote within quotes"
  static let encodingText = "how characters are bytes"
  static let skipText = "lines at the top that are no rows"
  static let policyText = """
    what becomes of values that do not fit their column: `fail`, `null`, `text` makes the column text, `skip` leaves
    the row out
    """
  static let policyStandard = "`fail` for types that are written down, else `text`"
  static let nullText = "words that stand for null beside the empty field"
  static let nullStandard = "the usual ones, in columns that are not text"

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
    How a CSV file is read, written down: `sales.schema.yaml` beside `sales.csv`, or the file that the option `schema`
    of a source or `--schema` names. What stands in it is law; what it leaves out is found by looking at the file.
    `auger inspect FILE.csv --write-schema` writes one.
    """,
    keys: [
      KeyDescription("encoding", encoding([]), encodingText, standard: "found", example: "windows-1252"),
      KeyDescription("delimiter", delimiter([]), delimiterText, standard: "found", example: "\";\""),
      KeyDescription("quote", character, quoteText, standard: "found", example: "\"'\""),
      KeyDescription("escape", character, escapeText, standard: "quotes are doubled", example: "\"\\\\\""),
      KeyDescription("header", .truth, "whether there is a line of names", standard: "found", example: "true"),
      KeyDescription("skipLines", .whole(0...1_000_000), skipText, standard: "found", example: "2"),
      KeyDescription(
        "comment", .text("character", matching: "^.?$"),
        "the character that comments begin with; an empty text where no line is a comment", standard: "found",
        example: "\"#\""),
      KeyDescription("onError", policy, policyText, standard: policyStandard, example: "skip"),
      KeyDescription("nullWords", .texts, nullText, standard: nullStandard, example: "[NA, \"-\"]"),
      KeyDescription(
        "columns", .list(.mapping(column)),
        "columns by their names, or by their positions where the file has no header; others are found",
        standard: "found", example: "[{ name: Day, type: date, format: DD.MM.YYYY }]"),
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
    "columns", "A column: its type and how its values are written.",
    keys: [
      KeyDescription("name", .text(), isRequired: true, "its name", example: "Amount"),
      KeyDescription("type", .dataType, isRequired: true, "its type", example: "\"decimal(18,2)\""),
      KeyDescription(
        "decimal", .choice([".", ","]), "the decimal sign of its numbers", standard: "`.`", example: "\",\""),
      KeyDescription(
        "grouping", groupings, "what stands between groups of digits, other than the decimal sign",
        standard: "nothing", example: "\",\""),
      KeyDescription("format", dates, "how its dates are written", standard: "YYYY-MM-DD", example: "DD.MM.YYYY"),
      KeyDescription("nullWords", .texts, nullText, standard: "as the file's", example: "[NA]"),
      KeyDescription("onError", policy, policyText, standard: "as the file's", example: "\"null\""),
    ])

  /// Those of the styles, and the blank that does not break.
  private static let groupings: ValueShape = {
    var words: [String] = []
    for style in NumberStyle.allCases where !words.contains(style.grouping) { words.append(style.grouping) }
    return .choice(words + ["\u{A0}"])
  }()

  private static let dates = ValueShape.choice(([.iso] + DateStyle.others).map(\.pattern))
}
