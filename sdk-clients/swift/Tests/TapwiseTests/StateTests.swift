import Foundation
import XCTest
@testable import Tapwise

/// Part "state in one file".
final class StateTests: PhoneCase {
    private var file: URL { phone.directory.appendingPathComponent("tapwise.json") }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: phone.directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func testMovesContentAsideThatIsNoState() throws {
        for text in ["", "{}", "[]", "\u{0}\u{0}", #"{"installId":"7","firstLaunchAt":"x"}"#] {
            try write(text)
            let id = phone.launch().installId
            XCTAssertNotNil(id, text)
            XCTAssertEqual(try Data(contentsOf: file.appendingPathExtension("broken")), Data(text.utf8))
            XCTAssertEqual(phone.launch().installId, id)
        }
    }

    func testMakesUpNoIdWhereTheFileCannotBeRead() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let client = phone.launch()
        client.activate()
        settle(client)
        XCTAssertNil(client.installId)
        XCTAssertEqual(phone.installs.count, 0)
        try FileManager.default.removeItem(at: file)
        client.activate()
        expect("an install once it can") { self.phone.installs.count == 1 }
    }

    func testPostsNothingWhereTheFileCannotBeWritten() throws {
        try Data().write(to: phone.directory)
        let client = phone.launch()
        client.report([purchase(1)])
        client.activate()
        settle(client)
        XCTAssertNil(client.installId)
        XCTAssertEqual(phone.installs.count, 0)
        try FileManager.default.removeItem(at: phone.directory)
        client.activate()
        expect("the purchase once it can") { self.phone.transactionIds == ["1"] }
    }

    func testOneUnreadablePurchaseLosesNoOther() throws {
        let id = "6f1c2a9e-0b7d-4c55-9e21-3f2a6b7c8d90"
        let purchase = #"{"transaction_id":"1","original_transaction_id":"1","product_id":"p","purchased_at":"2026-02-03T10:00:00Z"}"#
        try write(#"{"installId":"\#(id)","firstLaunchAt":"2026-02-03T10:00:00Z","isKnown":true,"queue":[7,\#(purchase),{}],"sent":"x"}"#)
        let client = phone.launch()
        XCTAssertEqual(client.installId, id)
        client.activate()
        expect("the purchase") { self.phone.transactionIds == ["1"] }
    }
}
