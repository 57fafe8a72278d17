// The tables of the store. A released migration never changes: add another.

import GRDB

enum SelectionSchema {
  /// All versions, in order.
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: first) }
    return migrator
  }

  /// Times are seconds since 1970. Revisions begin at the time, so that a store that replaces a lost one does not
  /// repeat them.
  private static let first = """
    CREATE TABLE sources (
      path TEXT NOT NULL PRIMARY KEY,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE selections (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE REFERENCES sources (path),
      document TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      saved INTEGER NOT NULL
    );
    INSERT INTO sqlite_sequence (name, seq) VALUES ('selections', CAST(strftime('%s', 'now') AS INTEGER));
    """
}
