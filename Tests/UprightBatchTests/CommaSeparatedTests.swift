// Records of comma-separated values, written here and read by another reader.

import Testing
import UprightTestTools

@testable import UprightBatch

@Suite struct CommaSeparatedTests {
  @Test func fieldsAreQuotedWhereTheyMustBe() {
    #expect(CommaSeparated.record(["a", "b c", ""]) == "a,b c,\r\n")
    #expect(CommaSeparated.record(["a,b", "c"]) == "\"a,b\",c\r\n")
    #expect(CommaSeparated.record(["\"", "x\"y"]) == "\"\"\"\",\"x\"\"y\"\r\n")
    #expect(CommaSeparated.record(["1\n2", "3\r\n4", "5\r6"]) == "\"1\n2\",\"3\r\n4\",\"5\r6\"\r\n")
    #expect(CommaSeparated.record([]) == "\r\n")
  }

  @Test func whatIsWrittenIsRead() {
    let records = [["a", "", "b"], [",", "\"", "\"\","], ["one\r\ntwo", "—", " x "]]
    #expect(Conventions.records(records.map(CommaSeparated.record).joined()) == records)
  }
}
