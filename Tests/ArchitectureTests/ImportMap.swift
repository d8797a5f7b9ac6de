import AugerColumns

/// The modules and their allowed imports. CONTRIBUTING.md draws the same map.
///
/// A module may import the modules that its arrows lead to, and every module that these may import.
enum ImportMap {
  struct Room {
    let name: String
    let folder: String
    let arrows: [String]
    /// System and package modules that the module may import, in addition to the standard library.
    let outside: Set<String>

    init(_ name: String, in folder: String? = nil, arrows: [String], outside: Set<String> = []) {
      self.name = name
      self.folder = folder ?? "Sources/\(name)"
      self.arrows = arrows
      self.outside = outside
    }
  }

  /// The C library's module names on the supported platforms.
  private static let libc: Set<String> = ["Darwin", "Glibc", "Musl"]
  private static let system: Set<String> = ["Dispatch", "Foundation", "Synchronization"]
  private static let formatting: Set<String> = ["Foundation", "FoundationEssentials", "FoundationInternationalization"]

  static let rooms: [Room] = [
    Room("AugerDiagnostics", arrows: []),
    // The only module that uses the YAML parser.
    Room("AugerDocuments", arrows: ["AugerDiagnostics"], outside: ["Yams", "CYaml"]),
    // Foundation provides the lock that the caches of all higher modules use.
    Room("AugerColumns", arrows: ["AugerDiagnostics"], outside: ["Foundation"]),
    Room("AugerExpressions", arrows: ["AugerColumns"], outside: libc.union(["Foundation"])),
    Room("AugerQuery", arrows: ["AugerExpressions", "AugerDocuments"], outside: system),
    Room("AugerEngine", arrows: ["AugerQuery"], outside: system),
    Room("AugerCharts", arrows: ["AugerColumns"], outside: formatting),
    Room("AugerMetadata", arrows: ["AugerDocuments", "AugerExpressions", "AugerCharts"]),
    // Foundation provides logarithms and powers for histogram bins and forecast distributions.
    Room("AugerAnalysis", arrows: ["AugerEngine", "AugerMetadata"], outside: system),
    Room("AugerExport", arrows: ["AugerCharts"]),
    Room("AugerArrow", arrows: ["AugerColumns"]),
    Room("Auger", arrows: ["AugerAnalysis", "AugerExport", "AugerArrow"], outside: system),
    // Tools for dashboard authors: checks against live data, generated code, proposals.
    Room("AugerTools", arrows: ["Auger"], outside: system),
    // Answers requests of language-model clients as message values, without any I/O.
    Room("AugerAgents", arrows: ["Auger"], outside: ["Foundation"]),
    Room("AugerRefresh", arrows: ["Auger", "AugerDelivery"], outside: libc.union(system).union(["GRDB"])),
    // Sends bytes to servers and does not depend on jobs.
    Room(
      "AugerDelivery", arrows: ["AugerQuery"],
      outside: libc.union(system).union(["Crypto", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOTLS"])),
    // Answers HTTP requests. The only module that uses an HTTP server.
    Room(
      "AugerServer", arrows: ["AugerRefresh", "AugerAgents"],
      outside: system.union([
        "CZlib", "Crypto", "HTTPTypes", "HummingbirdCore", "JWTKit", "Logging", "NIOCore", "NIOPosix",
        "ServiceLifecycle",
      ])),
    // Stores runs that workers share. It has its own database driver because the adapter only reads.
    Room(
      "AugerWorkers", arrows: ["AugerRefresh", "AugerAdapterKit"], outside: libc.union(["CPostgreSQL", "Dispatch"])),
    Room("AugerTestKit", arrows: ["AugerQuery"], outside: ["Foundation"]),
    // Adapters do not import each other. They share code in `AugerAdapterKit`.
    Room("AugerAdapterKit", in: "Adapters/Kit", arrows: ["AugerQuery"], outside: libc.union(system)),
    Room(
      "AugerArrowFiles", in: "Adapters/Arrow", arrows: ["AugerAdapterKit", "AugerArrow"],
      outside: libc.union(["Foundation"])),
    Room(
      "AugerCSV", in: "Adapters/CSV", arrows: ["AugerAdapterKit"],
      outside: libc.union(system).union(["ByteScan", "CCSV", "CZlib"])),
    Room(
      "AugerSQLite", in: "Adapters/SQLite", arrows: ["AugerAdapterKit"],
      outside: libc.union(system).union(["CSQLite"])),
    Room(
      "AugerPostgreSQL", in: "Adapters/PostgreSQL", arrows: ["AugerAdapterKit"],
      outside: libc.union(system).union(["CPostgreSQL"])),
    // The only module that names every adapter.
    Room(
      "AugerCLI",
      arrows: [
        "AugerTools", "AugerAgents", "AugerServer", "AugerWorkers", "AugerArrowFiles", "AugerCSV", "AugerSQLite",
        "AugerPostgreSQL", "AugerSample",
      ],
      outside: libc.union(system).union([
        "ArgumentParser", "CMalloc", "HTTPTypes", "Logging", "ServiceLifecycle", "UnixSignals",
      ])),
    // Generates sample data for the tests and does not use the library.
    Room("AugerSample", in: "Fixtures/Generator", arrows: [], outside: ["Foundation", "CSQLite"]),
  ]

  /// Returns every module that `name` may import, directly or indirectly.
  static func reach(of name: String) -> Set<String> {
    var reached: Set<String> = []
    var open = rooms.first { $0.name == name }?.arrows ?? []
    while let next = open.popLast() {
      if reached.insert(next).inserted { open += rooms.first { $0.name == next }?.arrows ?? [] }
    }
    return reached
  }
}

/// The files that may contain unsafe code, with the reason. Add each new file here.
enum UnsafeFiles {
  static let reasons: [String: String] = [
    "Adapters/Arrow/ArrowInputFile+Unsafe.swift": "reads parts of a file, by threads at once",
    "Adapters/CSV/Files/FileReader+Unsafe.swift": "reads a file into one buffer without copying",
    "Adapters/CSV/Files/Inflater+Unsafe.swift": "zlib's stream, fed from one buffer into another",
    "Adapters/CSV/Files/Spool+Unsafe.swift": "copies a pipe into a temporary file",
    "Adapters/CSV/Parsing/CSVParser+Unsafe.swift": "hands bytes to libcsv and collects its fields",
    "Adapters/CSV/Parsing/LibCSV+Unsafe.swift": "libcsv's parser and its callbacks",
    "Adapters/CSV/Parsing/RowBoundaries+Unsafe.swift": "finds the ends of rows in blocks of 64 bytes",
    "Adapters/CSV/Parsing/RowRanges+Unsafe.swift": "reads a file into one buffer, for the ends of its rows",
    "Adapters/CSV/Scanning/ColumnSinks+Unsafe.swift": "holds the sinks where parsers reach them by pointer",
    "Adapters/CSV/Scanning/RangeReader+Unsafe.swift": "finds fields 64 bytes at a time and reads them in place",
    "Tests/AugerCSVTests/ByteScan+Unsafe.swift": "holds the intrinsics to their portable twin",
    "Adapters/CSV/Scanning/CSVScan+Unsafe.swift": "libcsv's callbacks write fields by pointer into the chunk",
    "Adapters/CSV/Scanning/ColumnSink+Unsafe.swift": "rows of a column written by number, without growing checks",
    "Adapters/Kit/CStrings+Unsafe.swift": "strings handed to C libraries",
    "Adapters/Kit/FileState+Unsafe.swift": "asks the file system about a file",
    "Adapters/PostgreSQL/Connection/Connecting+Unsafe.swift": "a connection of libpq until it is ready",
    "Adapters/PostgreSQL/Connection/PostgreSQLConnection+Unsafe.swift": "a connection of libpq",
    "Adapters/PostgreSQL/Connection/PostgreSQLResult+Unsafe.swift": "a result of libpq",
    "Adapters/PostgreSQL/Connection/RowRelay+Unsafe.swift": "bytes from one socket to another",
    "Adapters/PostgreSQL/Reading/FixedSink+Unsafe.swift": "numbers decoded from the wire by address",
    "Adapters/PostgreSQL/Reading/NumericSink+Unsafe.swift": "decimals decoded from the wire by address",
    "Adapters/PostgreSQL/Reading/WireStage+Unsafe.swift": "keeps rows as they were sent, and finds their fields",
    "Adapters/PostgreSQL/Reading/TextSink+Unsafe.swift": "texts taken from the wire without a copy",
    "Adapters/SQLite/Connection/SQLiteConnection+Unsafe.swift": "a connection of libsqlite3",
    "Adapters/SQLite/Connection/SQLiteStatement+Unsafe.swift": "a statement of libsqlite3 and its columns",
    "Adapters/SQLite/Tables/SQLFunctions+Unsafe.swift": "functions that SQLite calls",
    "Adapters/SQLite/Tables/SQLSums+Unsafe.swift": "sums that SQLite calls",
    "Adapters/SQLite/Tables/StagedRows+Unsafe.swift": "values where SQLite takes them, without checks per value",
    "Adapters/SQLite/Tables/TableModule+Unsafe.swift": "virtual tables that SQLite calls",
    "Adapters/SQLite/DatabaseFacts+Unsafe.swift": "asks the file system about a database file",
    "Fixtures/Generator/SQLiteWriter+Unsafe.swift": "writes the sample database through libsqlite3",
    "Sources/AugerArrow/Bytes+Unsafe.swift": "copies whole columns to bytes and back",
    "Sources/AugerColumns/Aggregation/DenseSums+Unsafe.swift": "adds rows to tables of sums, without checks per row",
    "Sources/AugerColumns/Grouping/KeyLayout+Unsafe.swift": "numbers rows by their keys, without checks per row",
    "Sources/AugerColumns/Storage/Array+Unsafe.swift": "arrays that are filled without zeros first",
    "Sources/AugerColumns/Storage/ByteHash+Unsafe.swift": "hashes bytes a word at a time",
    "Sources/AugerDocuments/YAML/YAMLEvent+Unsafe.swift": "reads events from libyaml",
    "Sources/AugerExpressions/Evaluation/Kernel+Unsafe.swift":
      "the loops of arithmetic and comparison, without checks per row",
    "Sources/AugerCLI/Support/StandardInput+Unsafe.swift": "reads what has come, without waiting for more",
    "Sources/AugerCLI/Support/Terminal+Unsafe.swift": "asks the terminal for its width",
    "Sources/AugerDelivery/HostAddresses+Unsafe.swift": "asks the system for the addresses of a server",
    "Sources/AugerRefresh/Publish/FileLock+Unsafe.swift": "opens and locks files",
    "Sources/AugerServer/Access/FileStamp+Unsafe.swift": "asks the file system when a file has changed",
    "Sources/AugerServer/Host/ListeningSocket+Unsafe.swift": "makes a socket that a child process inherits",
    "Sources/AugerServer/Host/MappedFile+Unsafe.swift": "writes into a file without calls of the system",
    "Sources/AugerServer/Faces/Gzip+Unsafe.swift": "zlib's stream, from one buffer into another",
    "Sources/AugerWorkers/RunConnection+Unsafe.swift": "a connection of libpq to the database of runs",
    "Tests/AugerAgreementTests/Database+Unsafe.swift": "writes generated rows through libsqlite3",
    "Sources/AugerQuery/Running/OpenFolder+Unsafe.swift": "opens files below a folder without following links",
    "Sources/AugerQuery/Running/AtomicFile+Unsafe.swift": "renames a finished file to its place",
    "Sources/AugerColumns/Storage/Locked+Unsafe.swift": "the one lock: a class that is Sendable because it locks",
    "Tests/Fuzzing/Driver+Unsafe.swift": "takes inputs from libFuzzer by address",
    "Tests/AugerCLITests/Database+Unsafe.swift": "makes the databases that the command is tried on",
    "Tests/AugerPostgreSQLTests/Admin+Unsafe.swift": "a connection of the tests' own, which may write",
    "Tests/AugerSQLiteTests/Database+Unsafe.swift": "writes the databases of tests through libsqlite3",
  ]
}

/// The C files, with the reason for each. No compiler checks them for memory safety, so a comment above every function
/// explains why it is sound.
enum CFiles {
  static let reasons: [String: String] = [
    "Adapters/ByteScan/ByteScan.c": "a target of C needs a file to compile; it has none of its own code",
    "Adapters/ByteScan/include/ByteScan.h": "intrinsics that find delimiters 64 bytes at a time, with a portable twin",
    "Adapters/System/CCSV/shim.h": "the header of libcsv",
    "Adapters/System/CMalloc/shim.h": "settings of the allocator that exist on glibc only",
    "Adapters/System/CPostgreSQL/shim.h": "libpq, loaded when its first function is called, and calls of sockets",
    "Adapters/System/CSQLite/shim.h": "functions with a variable number of arguments, and constants that are casts",
    "Adapters/System/CZlib/shim.h": "the header of zlib",
    "Benchmarks/libcsv-count.c": "libcsv alone, as the peer that a benchmark compares with",
  ]
}
