import Foundation

/// When a call that was not answered is made again.
enum Retries {
    /// Posts of one chain.
    static let mostPosts = 5
    /// Waits between questions for Apple's token, in seconds.
    static let tokenWaits: [TimeInterval] = [2, 6, 15]
    /// How long a token may take, in seconds.
    static let tokenSeconds: TimeInterval = 10
    /// After so many seconds of failing an install is posted without a token.
    static let tokenFailureSeconds: TimeInterval = 3 * daySeconds
    static let daySeconds: TimeInterval = 86_400
    private static let hourSeconds: TimeInterval = 3_600
    private static let longestWaitSeconds: TimeInterval = 60

    enum Step: Equatable, Sendable {
        case wait(TimeInterval)
        /// No call for so many seconds, over launches.
        case hold(TimeInterval)
        /// The chain ends; becoming active begins the next one.
        case end
    }

    /// What follows an unanswered post.
    /// - Parameters:
    ///   - advice: seconds that the service asked for.
    ///   - posts: posts of the chain so far.
    ///   - random: from 0 up to and without 1.
    static func next(advice: TimeInterval?, posts: Int, random: Double) -> Step {
        if let advice, advice > longestWaitSeconds { return .hold(min(advice, daySeconds)) }
        guard posts < mostPosts else { return .end }
        if let advice { return .wait(max(1, advice)) }
        return .wait(pow(2, Double(posts)) * (0.8 + 0.4 * random))
    }

    /// How long a refused call is not repeated, in seconds: a key can be put right, a service mended.
    static func holdSeconds(refusedWith status: Int) -> TimeInterval { status == 401 ? hourSeconds : daySeconds }

    /// Whether calls wait. An instant more than a day ahead was noted by a wrong clock.
    static func isHeld(until notBefore: Double?, now: Double) -> Bool {
        guard let notBefore else { return false }
        return notBefore > now && notBefore - now < daySeconds + 1
    }
}
