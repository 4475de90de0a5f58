import Foundation
import XCTest
@testable import Tapwise

/// Part "purchases on the wire".
final class PurchaseTests: PhoneCase {
    private func launchKnown() -> Client {
        let client = phone.launch()
        client.activate()
        expect("an install") { self.phone.installs.count == 1 }
        settle(client)
        return client
    }

    func testWaitsUntilTheInstallIsKnown() {
        phone.replies { path, post in path == "attribution" && post < 3 ? (post == 1 ? .none : .pending) : Phone.Reply() }
        let client = phone.launch()
        client.report([purchase(1)])
        settle(client)
        XCTAssertEqual(phone.calls.count, 0)
        client.activate()
        expect("the purchase") { self.phone.transactionIds == ["1"] }
    }

    func testSendsEachTransactionOnceOverLaunches() {
        let client = launchKnown()
        client.report([purchase(1), purchase(1), purchase(2)])
        expect("two purchases") { self.phone.transactionIds.count == 2 }
        settle(client)
        let next = phone.launch()
        next.report([purchase(2), purchase(3)])
        expect("the new one") { self.phone.transactionIds == ["1", "2", "3"] }
    }

    func testSendsAHundredReportsOfManyThreadsOnceInADozenCalls() {
        let client = launchKnown()
        let purchases = (1...100).map { purchase($0) }
        DispatchQueue.concurrentPerform(iterations: 100) { client.report([purchases[$0]]) }
        expect("all") { self.phone.transactionIds.count >= 100 }
        settle(client)
        XCTAssertEqual(Set(phone.transactionIds).count, 100)
        XCTAssertEqual(phone.transactionIds.count, 100)
        XCTAssertLessThanOrEqual(phone.calls.count, 12)
    }

    func testKeepsCallsSmallerThanTheServiceAccepts() {
        let client = launchKnown()
        let signature = String(repeating: "s", count: 4_200)
        client.report((1...40).map { purchase($0, signature: signature) })
        expect("all") { Set(self.phone.transactionIds).count == 40 }
        for call in phone.calls {
            let body = try? JSONSerialization.data(withJSONObject: call)
            XCTAssertLessThanOrEqual(body?.count ?? .max, 14_000)
            XCTAssertLessThanOrEqual(Phone.ids(call).count, 50)
        }
    }

    func testSendsAPurchaseWithoutASignatureThatFitsInNoCall() {
        let client = launchKnown()
        client.report([purchase(1, signature: String(repeating: "s", count: 20_000)), purchase(2)])
        expect("both") { Set(self.phone.transactionIds) == ["1", "2"] }
    }

    func testARefusedPurchaseHoldsUpNoOther() {
        for status in [400, 413, 422] {
            phone = Phone()
            let client = launchKnown()
            phone.replies { [phone] path, _ in
                let call = path == "transactions" ? phone?.lastCall ?? [:] : [:]
                return Phone.ids(call).contains("30") ? Phone.Reply(status: status, text: "{}") : Phone.Reply()
            }
            client.report((1...59).map { purchase($0, signature: $0 == 30 ? "odd" : nil) })
            expect("all but one") { self.phone.accepted.count == 58 }
            settle(client)
            XCTAssertEqual(Set(phone.accepted).count, 58)
            let alone = phone.calls.filter { Phone.ids($0) == ["30"] }
            XCTAssertEqual(alone.count, 2)
            let last = (alone.last?["transactions"] as? [[String: Any]])?.first
            XCTAssertNil(last?["signed_transaction"])
            let before = phone.calls.count
            client.report([purchase(30)])
            client.activate()
            settle(client)
            XCTAssertEqual(phone.calls.count, before)
        }
    }

    func testKeepsPurchasesForAnHourWhereTheKeyIsRefused() {
        let client = launchKnown()
        phone.replies { _, post in post == 1 ? Phone.Reply(status: 401, text: "{}") : Phone.Reply() }
        client.report([purchase(1)])
        expect("a call") { self.phone.calls.count == 1 }
        settle(client)
        client.activate()
        settle(client)
        XCTAssertEqual(phone.calls.count, 1)
        phone.pass(3_601)
        client.activate()
        expect("another call") { self.phone.calls.count == 2 }
    }

    func testRefusedPurchasesDoNotDelayTheAttribution() {
        phone.replies { path, post in
            if path == "transactions" { return Phone.Reply(status: 401, text: "{}") }
            return post == 1 ? .pending : Phone.Reply()
        }
        let client = phone.launch()
        client.report([purchase(1)])
        client.activate()
        expect("the attribution") { self.phone.installs.count == 2 }
    }

    func testWhatIsReportedWhileACallWaitsJoinsIt() {
        let client = launchKnown()
        phone.holdReplies()
        client.report([purchase(1)])
        expect("a call") { self.phone.calls.count == 1 }
        client.report([purchase(2)])
        client.report([purchase(3)])
        settle(client)
        XCTAssertEqual(phone.calls.count, 1)
        phone.releaseReplies()
        expect("the others") { self.phone.calls.map(Phone.ids) == [["1"], ["2", "3"]] }
    }

    func testDropsTheOldestOfMoreThanFiveHundred() {
        let client = phone.launch()
        client.report((1...600).map { purchase($0) })
        client.activate()
        expect("the newest") { self.phone.transactionIds.count == 500 }
        settle(client)
        XCTAssertEqual(phone.transactionIds.first, "101")
    }

    func testTakesAPageForNoAnswer() {
        let client = launchKnown()
        phone.replies { _, post in post == 1 ? Phone.Reply(text: "<html></html>") : Phone.Reply() }
        client.report([purchase(1)])
        expect("a second call") { self.phone.transactionIds == ["1", "1"] }
    }
}

private extension Phone {
    var lastCall: [String: Any]? { unlockedCalls.last }

    /// Ids in calls without the one that is refused.
    var accepted: [String] { calls.map(Phone.ids).filter { !$0.contains("30") }.flatMap { $0 } }
}
