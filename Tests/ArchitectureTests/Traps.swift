/// The remaining preconditions, each with the reason why no input can violate it. Invalid data produces a diagnostic or
/// an error; a precondition is a promise between parts of the program.
enum Traps {
  struct Known {
    /// The file name without its folder.
    let file: String
    let text: String
  }

  static let reasons: [(reason: String, known: [Known])] = [
    (
      "a promise between the steps that make a chart: each gets what the one before made",
      [
        Known(file: "ChartModel.swift", text: "category out of the chart"),
        Known(file: "ChartModel+Sweep.swift", text: "a model for each step"),
        Known(file: "ChartModel+Sweep.swift", text: "there is something to see"),
        Known(file: "ModelUnion.swift", text: "there is a model to begin with"),
        Known(file: "Steps.swift", text: "there is a step to take"),
        Known(file: "ChartPlan+Model.swift", text: "a table for each request"),
        Known(file: "TableQueryExecutor.swift", text: "the last scan has no limit"),
      ]
    ),
    (
      "literals of a program, which no data reach: text from outside is parsed by an initialiser that throws",
      [Known(file: "Theme+Color.swift", text: "a color literal is #rrggbb or a CSS name")]
    ),
    (
      "readers of job files and callers in the program check before",
      [
        Known(file: "RunService.swift", text: "a service needs a slot"),
        Known(file: "RetryPolicy.swift", text: "waits grow, attempts are counted"),
        Known(file: "RunRecord+Machine.swift", text: "a settled run stays as it is"),
      ]
    ),
    (
      "a promise between parts of the program: columns are made by builders, which keep their counts and types equal",
      [
        Known(file: "Column+Truth.swift", text: "a condition is a bool or a number"),
        Known(file: "Column.swift", text: "a validity has one bit for each row"),
        Known(file: "DataTable.swift", text: "one column for each field"),
        Known(file: "DataTable.swift", text: "one name for each column"),
        Known(file: "ColumnBuilder.swift", text: "a column of another type was appended"),
        Known(file: "TableBuilder.swift", text: "one value for each column"),
        Known(file: "BinaryBuffer.swift", text: "there is one offset more than there are rows"),
        Known(file: "Bitmap.swift", text: "too few words for the bits"),
        Known(file: "Bitmap.swift", text: "index out of the bitmap"),
        Known(file: "Bitmap.swift", text: "range out of the bitmap"),
        Known(file: "Bitmap.swift", text: "bitmaps of different lengths"),
        Known(file: "Buffer.swift", text: "index out of the buffer"),
        Known(file: "Buffer.swift", text: "range out of the buffer"),
        Known(file: "StringDictionary.swift", text: "offsets begin with 0"),
      ]
    ),
    (
      "domains are made of the same columns a few lines before",
      [
        Known(file: "KeyLayout+Unsafe.swift", text: "columns of different lengths"),
        Known(file: "KeyLayout+Unsafe.swift", text: "days have a range"),
        Known(file: "KeyLayout+Unsafe.swift", text: "ints have a range"),
        Known(file: "KeyLayout+Unsafe.swift", text: "no domain has such values"),
        Known(file: "KeyTable.swift", text: "a key has at least one word"),
      ]
    ),
    (
      "texts of 4 294 967 294 distinct values are beyond every memory limit",
      [
        Known(file: "StringDictionaryBuilder.swift", text: "a dictionary holds at most 4 294 967 294 strings")
      ]
    ),
    (
      "accumulators are chosen by the type that the binder gave the argument; blocks are cut by their caller",
      [
        Known(file: "Accumulator.swift", text: "partials of different aggregates"),
        Known(file: "BlockRows.swift", text: "a block has at most 65 536 rows"),
        Known(file: "DenseAccumulator.swift", text: "no table for this aggregate"),
        Known(file: "DenseAccumulator.swift", text: "float sums are of floats"),
        Known(file: "DenseAccumulator.swift", text: "integer sums are of integers"),
        Known(file: "DenseExtremes.swift", text: "a column does not have the layout of its type"),
        Known(file: "DistinctValues.swift", text: "a column does not have the layout of its type"),
        Known(file: "DistinctValues.swift", text: "values of different types"),
        Known(file: "DenseSums+Unsafe.swift", text: "unequal lengths"),
        Known(file: "DenseSums+Unsafe.swift", text: "a block has at most 65 536 rows"),
        Known(file: "DenseSums+Unsafe.swift", text: "a bitmap of another count"),
        Known(file: "DenseSums+Unsafe.swift", text: "a position outside of the block"),
        Known(file: "Sums.swift", text: "sums are of numbers"),
        Known(file: "Sums.swift", text: "float sums are of floats"),
        Known(file: "Sums.swift", text: "numbers are needed"),
      ]
    ),
    (
      "scales come from types, which are checked where they are read, and from parsers, which count them",
      [
        Known(file: "Decimal128.swift", text: "a decimal has 0 to 38 digits after the point")
      ]
    ),
    (
      "the binder gives every node and constant its type, and columns come in the types they were bound with",
      [
        Known(file: "Evaluation+Branches.swift", text: "are not scattered"),
        Known(file: "Evaluation+Comparison.swift", text: "a decimal is compared with a decimal"),
        Known(file: "Evaluation+Comparison.swift", text: "a column does not have the layout of its type"),
        Known(file: "Evaluation+Comparison.swift", text: "a constant is not of its type"),
        Known(file: "Evaluation+Conversion.swift", text: "was converted to"),
        Known(file: "Evaluation+Conversion.swift", text: "a column has codes"),
        Known(file: "Evaluation+Differences.swift", text: "a constant is not of its type"),
        Known(file: "Evaluation+Dates.swift", text: "times of day were computed above"),
        Known(file: "Evaluation+Dates.swift", text: "a column has codes"),
        Known(file: "Evaluation+Logic.swift", text: "a comparison of columns gives a column"),
        Known(file: "Evaluation+Membership.swift", text: "a column has codes"),
        Known(file: "Evaluation+Strings.swift", text: "a column does not have the layout of its type"),
        Known(file: "Operand.swift", text: "a column does not have the layout of its type"),
        Known(file: "Operand.swift", text: "a constant is not of its type"),
        Known(file: "StringSide.swift", text: "a column does not have the layout of its type"),
        Known(file: "StringSide.swift", text: "a constant is not of its type"),
        Known(file: "TextKernel.swift", text: "a test gives no string"),
      ]
    ),
    (
      "window forms are bound only where a scope allows them, and those callers give a frame",
      [
        Known(file: "Evaluation+Windows.swift", text: "a window form is computed without a frame")
      ]
    ),
    (
      "a switch over groups of nodes that the callers made; columns come from one table, which was validated",
      [
        Known(file: "Evaluation.swift", text: "is read but was not given"),
        Known(file: "Evaluation.swift", text: "rows in a batch of"),
        Known(file: "Evaluation.swift", text: "the node belongs to another group"),
      ]
    ),
    (
      "both sides were made for the rows of one batch",
      [
        Known(file: "Kernel+Unsafe.swift", text: "columns of different lengths")
      ]
    ),
    (
      "names come from the catalogue; a test calls every function of it",
      [
        Known(file: "Binder+Calls.swift", text: "the binder does not know")
      ]
    ),
    (
      "only calls with arguments are taken apart",
      [
        Known(file: "Expression+Linear.swift", text: "an aggregate has parts")
      ]
    ),
    (
      "themes are made in code, with colours",
      [
        Known(file: "Theme.swift", text: "a theme has at least one color for series")
      ]
    ),
    (
      "scans are asked for by the engine, with columns and counts of the schema that it was given",
      [
        Known(file: "ScannableTable.swift", text: "a scan needs rows in a chunk and a worker"),
        Known(file: "SQLiteStatement+Unsafe.swift", text: "a stage is made for the columns of its statement"),
        Known(file: "SQLiteStatement+Unsafe.swift", text: "a profile is of a column of the statement"),
        Known(file: "CSVTable.swift", text: "a scan requests columns of the schema"),
        Known(file: "JointChunk.swift", text: "chunks follow each other"),
        Known(file: "JointChunk.swift", text: "a chunk has at most the requested number of rows"),
      ]
    ),
    (
      "names of attributes are written in code; reading any file meets each of them in the tests",
      [
        Known(file: "NodeReader.swift", text: "has no attribute"),
        Known(file: "NodeReader.swift", text: "in the vocabulary"),
      ]
    ),
    (
      "the reader refuses another selection before",
      [
        Known(file: "VariableDefinition.swift", text: "the selection must be one of the choices")
      ]
    ),
    (
      "every subclass has its own; none is made of the base",
      [
        Known(file: "WireSink.swift", text: "a subclass defines its type"),
        Known(file: "WireSink.swift", text: "a subclass defines its size"),
        Known(file: "WireSink.swift", text: "a subclass takes the fields"),
        Known(file: "WireSink.swift", text: "a subclass makes the column"),
      ]
    ),
    (
      "the reader of Arrow has looked how long the buffer is",
      [
        Known(file: "Bytes+Unsafe.swift", text: "too few bytes for the values")
      ]
    ),
    (
      "only where the system has no memory at all",
      [
        Known(file: "Inflater+Unsafe.swift", text: "zlib cannot begin"),
        Known(file: "ColumnSink+Unsafe.swift", text: "out of memory"),
      ]
    ),
  ]
}
