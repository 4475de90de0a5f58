import Foundation
import XCTest
@testable import Tapwise

/// Part "install": when, token, body, address, retries, holds, callback.
final class InstallTests: PhoneCase {
    func testReportsAnInstallOnceWithAllFields() {
        let client = phone.launch("https://ingest.example.com/base/")
        client.activate()
        expect("an install") { self.phone.installs.count == 1 }
        settle(client)
        client.activate()
        settle(client)
        XCTAssertEqual(phone.installs.count, 1)
        let body = phone.installs[0]
        XCTAssertEqual(Set(body.keys), [
            "api_key", "install_id", "first_launch_at", "sent_at", "sdk_version", "build", "attribution_token",
            "app_version", "os_version", "device_class", "locale",
        ])
        XCTAssertEqual(body["install_id"] as? String, client.installId)
        XCTAssertEqual(body["sdk_version"] as? String, "1.4.0")
        XCTAssertEqual(client.installId, client.installId?.lowercased())
    }

    func testKeepsIdAndFirstLaunchOverLaunches() {
        phone.replies { _, _ in .none }
        let first = phone.launch()
        first.activate()
        expect("five posts") { self.phone.installs.count == 5 }
        settle(first)
        phone.pass(90_000)
        phone.replies { _, _ in Phone.Reply() }
        let second = phone.launch()
        second.activate()
        expect("a sixth post") { self.phone.installs.count == 6 }
        XCTAssertEqual(Set(phone.installs.compactMap { $0["install_id"] as? String }).count, 1)
        XCTAssertEqual(Set(phone.installs.compactMap { $0["first_launch_at"] as? String }).count, 1)
        XCTAssertEqual(Set(phone.installs.compactMap { $0["sent_at"] as? String }).count, 6)
    }

    func testWaitsLongerEachTimeAndEndsAfterFivePosts() {
        phone.replies { _, _ in .none }
        let client = phone.launch()
        client.activate()
        expect("five posts") { self.phone.installs.count == 5 }
        settle(client)
        XCTAssertEqual(phone.waits, [2, 4, 8, 16])
        XCTAssertEqual(phone.tokenQuestions, 5)
        client.activate()
        expect("another chain") { self.phone.installs.count == 10 }
    }

    func testWaitsAsLongAsTheServiceAsks() {
        let replies: [Phone.Reply] = [
            .pending, Phone.Reply(status: 503, header: "7", text: "busy"),
            Phone.Reply(status: 429, header: "9", text: #"{"retry_after":3}"#), Phone.Reply(status: 503, text: #"{"retry_after":0}"#),
        ]
        phone.replies { _, post in post <= 4 ? replies[post - 1] : Phone.Reply() }
        let client = phone.launch()
        client.activate()
        expect("five posts") { self.phone.installs.count == 5 }
        settle(client)
        XCTAssertEqual(phone.waits, [5, 7, 3, 1])
    }

    func testIgnoresOddAdvice() {
        for advice in ["-1", "true", #""5""#, "1e999", "{}"] {
            XCTAssertEqual(retry(#"{"retry_after":\#(advice)}"#, header: nil), nil, advice)
        }
        for header in ["-1", "nan", "inf", "Wed, 21 Oct 2026 07:28:00 GMT", "", "0x10"] {
            XCTAssertEqual(retry("", header: header), nil, header)
        }
        XCTAssertEqual(retry(#"{"retry_after":-1}"#, header: "4"), 4)
    }

    private func retry(_ text: String, header: String?) -> TimeInterval? {
        guard case .again(let seconds) = Outcome(Response(status: 503, retryAfter: header, body: Data(text.utf8))) else {
            XCTFail("no retry")
            return nil
        }
        return seconds
    }

    func testPostsNothingWhileTheServiceAskedForMoreThanAMinute() {
        phone.replies { _, post in post == 1 ? Phone.Reply(status: 503, text: #"{"retry_after":100}"#) : Phone.Reply() }
        let client = phone.launch()
        client.activate()
        expect("a post") { self.phone.installs.count == 1 }
        settle(client)
        XCTAssertEqual(phone.waits, [])
        phone.pass(99)
        let next = phone.launch()
        next.activate()
        settle(next)
        XCTAssertEqual(phone.installs.count, 1)
        phone.pass(2)
        next.activate()
        expect("a post after the hold") { self.phone.installs.count == 2 }
    }

    func testIsHeldForAnHourOrADayWhereItIsRefused() {
        for (status, seconds) in [(401, 3_600.0), (400, 86_400), (403, 86_400), (413, 86_400)] {
            phone = Phone()
            phone.replies { _, _ in Phone.Reply(status: status, text: #"{"status":"error"}"#) }
            let client = phone.launch()
            client.activate()
            expect("a post") { self.phone.installs.count == 1 }
            settle(client)
            phone.pass(seconds - 1)
            client.activate()
            settle(client)
            XCTAssertEqual(phone.installs.count, 1, "\(status)")
            phone.pass(2)
            client.activate()
            expect("a post after the hold of \(status)") { self.phone.installs.count == 2 }
        }
    }

    func testIgnoresAHoldThatAWrongClockNoted() {
        phone.replies { _, post in post == 1 ? Phone.Reply(status: 400, text: "") : Phone.Reply() }
        phone.pass(400 * 86_400)
        let client = phone.launch()
        client.activate()
        expect("a post") { self.phone.installs.count == 1 }
        settle(client)
        phone.pass(-400 * 86_400)
        client.activate()
        expect("another post") { self.phone.installs.count == 2 }
    }

    func testWaitsForATokenThatFailed() {
        phone.tokens { $0 <= 3 ? .failed : .token("late") }
        let client = phone.launch()
        client.activate()
        expect("an install") { self.phone.installs.count == 1 }
        XCTAssertEqual(phone.waits, [2, 6, 15])
        XCTAssertEqual(phone.installs[0]["attribution_token"] as? String, "late")
    }

    func testPostsWithoutATokenAfterThreeDaysOfFailing() {
        phone.tokens { _ in .failed }
        let client = phone.launch()
        client.activate()
        expect("four questions") { self.phone.tokenQuestions == 4 }
        settle(client)
        XCTAssertEqual(phone.installs.count, 0)
        phone.pass(3 * 86_400)
        let later = phone.launch()
        later.activate()
        expect("an install") { self.phone.installs.count == 1 }
        XCTAssertNil(phone.installs[0]["attribution_token"])
    }

    func testPostsAtOnceWhereThereAreNoTokens() {
        phone.tokens { _ in .unavailable }
        phone.launch().activate()
        expect("an install") { self.phone.installs.count == 1 }
        XCTAssertEqual(phone.waits, [])
        XCTAssertNil(phone.installs[0]["attribution_token"])
    }

    func testTakesATokenThatHangsForFailedAndIgnoresItLater() {
        let hanging = DispatchSemaphore(value: 0)
        phone.tokens { question in
            if question == 1 { hanging.wait() }
            return .token("token \(question)")
        }
        let client = phone.launch()
        client.activate()
        expect("a question") { self.phone.tokenQuestions == 1 }
        XCTAssertNotNil(client.installId)
        phone.expireTokens()
        expect("an install") { self.phone.installs.count == 1 }
        hanging.signal()
        settle(client)
        XCTAssertEqual(phone.installs.map { $0["attribution_token"] as? String }, ["token 2"])
    }

    func testRunsOneChainAtATime() {
        phone.holdReplies()
        let client = phone.launch()
        for _ in 0..<20 { client.activate() }
        expect("a post") { self.phone.installs.count == 1 }
        settle(client)
        XCTAssertEqual(phone.installs.count, 1)
        phone.releaseReplies()
    }

    func testCallsTheAppOncePerInstallOnTheMainThread() {
        phone.replies { _, _ in Phone.Reply(text: #"{"status":"ok","first_time":false,"attribution":{"campaign_id":7}}"#) }
        let called = expectation(description: "called")
        phone.launch().activate { attribution in
            XCTAssertTrue(Thread.isMainThread)
            XCTAssertEqual(attribution?.campaignId, 7)
            called.fulfill()
        }
        wait(for: [called], timeout: 10)
        let again = phone.launch()
        again.activate { _ in XCTFail("called twice") }
        settle(again)
        XCTAssertEqual(again.attribution?.campaignId, 7)
        XCTAssertEqual(phone.installs.count, 1)
    }

    func testCallsTheAppAtALaterLaunchThatAsksForIt() {
        let silent = phone.launch()
        silent.activate()
        expect("an install") { self.phone.installs.count == 1 }
        settle(silent)
        let called = expectation(description: "called")
        phone.launch().activate { attribution in
            XCTAssertNil(attribution)
            called.fulfill()
        }
        wait(for: [called], timeout: 10)
    }
}
