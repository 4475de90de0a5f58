import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What came back for a post.
struct Response: Sendable {
    let status: Int
    /// The header `Retry-After` as it came.
    let retryAfter: String?
    let body: Data
}

/// One post. It follows no redirect (a moved POST becomes a GET of some page), keeps no cookie and ends after 20 s.
final class Exchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// Longest wait for the next byte, in seconds.
    private static let idleSeconds: TimeInterval = 10
    private static let wholeSeconds: TimeInterval = 20
    /// A page without end must not fill the memory.
    private static let mostBytes = 256 * 1024

    private let finished: @Sendable (Response?) -> Void
    // Both are used on the session's queue alone.
    private var body = Data()
    private var isCutOff = false

    private init(finished: @escaping @Sendable (Response?) -> Void) {
        self.finished = finished
    }

    /// Posts JSON.
    /// - Parameter finished: called once, on any thread; with `nil` where nothing came back.
    static func post(_ content: Data, to url: URL, finished: @escaping @Sendable (Response?) -> Void) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = idleSeconds
        configuration.timeoutIntervalForResource = wholeSeconds
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        var request = URLRequest(url: url)
        request.timeoutInterval = idleSeconds
        request.httpMethod = "POST"
        request.httpShouldHandleCookies = false
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.httpBody = content
        let session = URLSession(configuration: configuration, delegate: Exchange(finished: finished), delegateQueue: nil)
        let task = session.dataTask(with: request)
        task.resume()
        // Not every Foundation keeps the limit of the configuration.
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + wholeSeconds) { task.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard body.count + data.count <= Exchange.mostBytes else {
            isCutOff = true
            body = Data()
            return dataTask.cancel()
        }
        body.append(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        // The session holds this object until then.
        session.finishTasksAndInvalidate()
        guard error == nil || isCutOff, let response = task.response as? HTTPURLResponse else { return finished(nil) }
        // `value(forHTTPHeaderField:)` is missing below iOS 13.
        let header = response.allHeaderFields.first { ($0.key as? String)?.lowercased() == "retry-after" }
        let retryAfter = header?.value as? String
        finished(Response(status: response.statusCode, retryAfter: retryAfter, body: body))
    }
}
