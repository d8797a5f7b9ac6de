import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Queries, SQL and expressions.
  static let queries: [Entry] = [
    .error(
      "aggregateNotAllowed", "An aggregate such as `sum(x)` is used for a single row or inside another aggregate.",
      fix: """
        Use aggregates in measures and in the values of charts. For one row, pass two or more arguments, such as \
        `max(a, b)`.
        """),
    .error(
      "ambiguousColumn", "Several joined tables have a column with this name.",
      fix: "Write the name of the table before the column, such as airlines.name."),
    .error(
      "argumentType", "An argument cannot be converted to the type that the query declares.",
      fix: "Pass a value of the type in the message."),
    .error(
      "cancelled", "The command was cancelled, or the caller of the query no longer waits for its result.",
      fix: "Run the command again if the result is still needed."),
    .error(
      "columnNotFound", "A job or an adapter names a column that the table does not have.",
      fix: "Correct the name. Run the job with `--rebuild` if the stored table was created before the column existed."),
    .error(
      "columnOutsideAggregate",
      "An expression with groups uses a column that is neither a key nor inside an aggregate.",
      fix: "Write an aggregate such as `sum(x)` or `first(x)`, or add the column to the keys."),
    .error(
      "constantRequired",
      "An argument of a function must be a constant or a variable, but the expression passes a column.",
      fix: "Write a constant, or use a variable for a value that changes."),
    .warning(
      "divisionByZero", "A division by zero returned null.",
      fix: """
        No action is needed if null is the intended result. Otherwise, exclude zeros, for example with `y / \
        Nullif(x, 0)`.
        """),
    .warning(
      "domainError", "A function returned null for a value outside its domain, such as a string that is not a number.",
      fix: "Correct or filter the value. The message names the function."),
    .error(
      "foreignPlaceholder",
      "The SQL text contains a placeholder in the syntax of the database, such as `?` or `$1`. It would have no value.",
      fix: "Use a named parameter, such as :region."),
    .error(
      "havingWithoutGroups", "A query has `having` but no groups.",
      fix: "Use `where` for a condition on rows, or add keys or measures."),
    .error(
      "incompatibleBranches", "The results of `if(...)` or a similar function have no common type.",
      fix: "Convert the results to one type, for example with `string(x)`."),
    .error(
      "joinNotUnique", "The joined table has several rows with the same key.",
      fix: "Join on more columns, or join a query that groups the table by its key."),
    .error(
      "joinOrder", "The key of a join uses a column of the same join or of a later one.",
      fix: "Change the order of the joins, or compare with a column of the query's own table."),
    .error(
      "joinTypesDiffer", "The two sides of a join key have types that cannot be compared.",
      fix: "Convert one side in the key expression, for example with `string(x)`."),
    .error(
      "limitExceeded", "A result exceeds a limit, such as the number of rows, bytes, marks or pivot columns.",
      fix: "Filter or aggregate in the query, or raise the limit in the hint. `auger limits` lists all limits."),
    .error(
      "multipleStatements", "The SQL text contains more than one statement.",
      fix: "Write one statement. A semicolon is allowed only at its end."),
    .error(
      "noClock", "The expression uses `today()` or `now()`, but the program did not set the current time.",
      fix: "Set the time with `Expression.at(_:)`, or write a constant such as `today('2024-12-31')`."),
    .warning(
      "notANumber", "SQL over tables has no NaN, so NaN values became null.",
      fix: "No action is needed. Filter NaN values to remove the warning."),
    .error(
      "notReadOnly", "The SQL statement would change the database. Auger only reads sources.",
      fix: "Write a statement that only reads, such as SELECT."),
    .error(
      "notTabular", "A value of the rows of a program cannot be a column, such as an array or a number of 39 digits.",
      fix: "Remove the property in the message, or create the columns with `RowField`."),
    .error(
      "pivotNotGrouped", "The pivot column is not a key of the groups.",
      fix: "Add the column to the keys."),
    .error(
      "pivotWithoutMeasures", "A pivot has no measures to distribute over its columns.",
      fix: "Add a measure, such as `count()`."),
    .error(
      "queryFailed", "The database rejected the query, or the query failed while it ran.",
      fix: "Read the message of the database below the error, and correct the query at the marked position."),
    .error(
      "reservedName", "A source in SQL over tables has the name of a built-in schema of SQLite, such as main or temp.",
      fix: "Assign another name: OTHER=SOURCE."),
    .error(
      "selectOfGroups", "A query with groups also selects columns that are neither grouped nor aggregated.",
      fix: "Remove `select`, or remove `groupBy` and `measures`."),
    .error(
      "sqlNotSupported", "The source cannot execute SQL, for example because it is a CSV file.",
      fix: """
        Write a table query with from, where, groupBy and measures, or query the file through a source with \
        `adapter: sql`.
        """),
    .error(
      "sqlOverSQL", "A source that executes SQL over other sources reads another such source.",
      fix: "Name the sources that the other one reads."),
    .error(
      "sqlSyntax",
      "The SQL text is not a valid template, because a quote, a comment or an optional clause is not closed.",
      fix: "Close it at the marked position."),
    .error(
      "sumOverflow", "A sum exceeds the range of its type.",
      fix: "Multiply the argument by 1.0 to compute a float."),
    .error(
      "syntaxError", "The text is not a valid expression.",
      fix: "Correct the expression at the marked position. Put names that contain spaces in brackets: `[unit price]`."),
    .error(
      "tableNotFound", "The source has no table with this name, or several tables and none was named.",
      fix: "Name a table that the hint lists, such as shop.sales."),
    .error(
      "timeout", "A query or a job exceeded its time limit, or the database ended the statement.",
      fix: "Narrow the query, or raise the time limit of the query or the job."),
    .error(
      "typeMismatch", "A program reads a column as a type that cannot represent its values.",
      fix: "Read the column as a type that fits the type in the message, or read single values by row."),
    .error(
      "unknownColumn", "The table has no column with this name.",
      fix: "Use a column that the hint lists. Put names that contain spaces in brackets: `[unit price]`."),
    .error(
      "unknownFunction", "The function does not exist.",
      fix: "Use the function in the hint. `auger functions` lists all functions."),
    .error(
      "unknownVariable", "The expression uses a variable that is not defined.",
      fix: "Declare the variable in the dashboard, or correct its name."),
    .error(
      "variableIsNotScalar", "A variable contains a list or a range, but the expression requires a single value.",
      fix: "Write `x in ($list)` for a list, and `Between(x, $range)` for a range."),
    .error(
      "windowNotAllowed",
      "A window function such as `Running(x)` is used inside an aggregate or without the categories of a chart.",
      fix: "Use it in the values of a chart, outside aggregates: `Running(sum(x))`."),
    .error(
      "wrongArgumentCount", "A function has too few or too many arguments.",
      fix: "Pass the arguments in the signature of the hint. `auger functions NAME` explains them."),
    .error(
      "wrongArgumentType", "An argument of a function or operator has the wrong type.",
      fix: "Convert the argument, for example with `int(x)`, `string(x)`, `date(x)` or `ToNumber(x)`."),
    .error(
      "wrongArgumentValue", "An argument has the right type but an invalid value, such as the month 13.",
      fix: "Use a value that the message or the hint describes."),
  ]
}
