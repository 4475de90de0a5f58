import Foundation
import XCTest
@testable import Tapwise

/// A phone whose clock, network and token are laid down by a test. Waits are noted and pass at once, but for that of a token.
final class Phone: @unchecked Sendable {
    struct Reply {
        var status = 200
        var header: String?
        var text = #"{"status":"ok","first_time":true,"attribution":null}"#
        /// The network failed.
        static let none = Reply(status: 0)
        static let pending = Reply(status: 202, text: #"{"status":"pending","retry_after":5}"#)
    }

    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let lock = NSLock()
    private var current = Date(timeIntervalSince1970: 1_780_000_000)
    private var awaitedTokens: [@Sendable () -> Void] = []
    private var notedWaits: [TimeInterval] = []
    private var notedBodies: [(path: String, body: [String: Any])] = []
    private var replyTo: (String, Int) -> Reply = { _, _ in Reply() }
    private var tokenFor: (Int) -> Environment.Token = { _ in .token("token") }
    private var tokensAsked = 0
    private var isHolding = false
    private var held: [() -> Void] = []

    func locked<Value>(_ work: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return work()
    }

    /// - Parameter reply: by path and the number of the post to it, from 1 on.
    func replies(_ reply: @escaping (String, Int) -> Reply) { locked { replyTo = reply } }
    func tokens(_ token: @escaping (Int) -> Environment.Token) { locked { tokenFor = token } }
    func pass(_ seconds: TimeInterval) { locked { current += seconds } }
    var waits: [TimeInterval] { locked { notedWaits } }
    var tokenQuestions: Int { locked { tokensAsked } }
    var installs: [[String: Any]] { bodies("attribution") }
    var calls: [[String: Any]] { bodies("transactions") }
    /// For `replies`, which are asked under the lock.
    var unlockedCalls: [[String: Any]] { notedBodies.filter { $0.path.hasSuffix("transactions") }.map { $0.body } }
    var transactionIds: [String] { calls.flatMap(Phone.ids) }

    static func ids(_ call: [String: Any]) -> [String] {
        (call["transactions"] as? [[String: Any]] ?? []).compactMap { $0["transaction_id"] as? String }
    }

    private func bodies(_ end: String) -> [[String: Any]] {
        locked { notedBodies.filter { $0.path.hasSuffix(end) }.map { $0.body } }
    }

    /// Lets the token's time run out.
    func expireTokens() {
        let expired = locked { () -> [@Sendable () -> Void] in
            defer { awaitedTokens = [] }
            return awaitedTokens
        }
        expired.forEach { $0() }
    }

    /// Replies wait until they are released.
    func holdReplies() { locked { isHolding = true } }
    func releaseReplies() {
        let released = locked { () -> [() -> Void] in
            isHolding = false
            defer { held = [] }
            return held
        }
        released.forEach { $0() }
    }

    func launch(_ url: String = "https://ingest.example.com") -> Client {
        Client(apiKey: "key", url: URL(string: url)!, environment: environment) { [self] body, url, finished in
            answer(body, url, finished)
        }
    }

    private var environment: Environment {
        Environment(
            directory: directory,
            now: { [self] in locked { current } },
            after: { [self] seconds, work in wait(seconds, work) },
            token: { [self] in nextToken() },
            build: "store",
            device: ["app_version": "3.1", "os_version": "17.2.0", "device_class": "iphone", "locale": "en_US"],
            random: { 0.5 }
        )
    }

    private func nextToken() -> Environment.Token {
        let answer = locked { () -> (Int, (Int) -> Environment.Token) in
            tokensAsked += 1
            return (tokensAsked, tokenFor)
        }
        return answer.1(answer.0)
    }

    private func wait(_ seconds: TimeInterval, _ work: @escaping @Sendable () -> Void) {
        if seconds == Retries.tokenSeconds { return locked { awaitedTokens.append(work) } }
        locked {
            notedWaits.append(seconds)
            current += seconds
        }
        work()
    }

    private func answer(_ content: Data, _ url: URL, _ finished: @escaping @Sendable (Response?) -> Void) {
        let body = (try? JSONSerialization.jsonObject(with: content)) as? [String: Any] ?? [:]
        let reply = locked { () -> Reply in
            notedBodies.append((path: url.absoluteString, body: body))
            let end = url.lastPathComponent
            return replyTo(end, notedBodies.filter { $0.path.hasSuffix(end) }.count)
        }
        let response = Response(status: reply.status, retryAfter: reply.header, body: Data(reply.text.utf8))
        let finish = { finished(reply.status == 0 ? nil : response) }
        if locked({ () -> Bool in
            if isHolding { held.append(finish) }
            return isHolding
        }) { return }
        finish()
    }
}

/// A test of one phone.
class PhoneCase: XCTestCase {
    var phone: Phone!

    override func setUp() { phone = Phone() }
    override func tearDown() { try? FileManager.default.removeItem(at: phone.directory) }

    /// Waits until something is so; what the client does for it happens on other threads.
    func expect(_ what: String, file: StaticString = #filePath, line: UInt = #line, _ isSo: () -> Bool) {
        let limit = Date(timeIntervalSinceNow: 10)
        while !isSo() {
            guard Date() < limit else { return XCTFail(what, file: file, line: line) }
            RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005))
        }
    }

    /// Waits until the client has nothing left to do.
    func settle(_ client: Client) {
        for _ in 0..<20 {
            _ = client.installId
            RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.002))
        }
    }

    func purchase(_ id: Int, signature: String? = nil) -> TapwisePurchase {
        TapwisePurchase(
            transactionId: "\(id)", originalTransactionId: "\(id)", productId: "pro",
            purchasedAt: "2026-02-03T10:00:00Z", signedTransaction: signature)
    }
}
