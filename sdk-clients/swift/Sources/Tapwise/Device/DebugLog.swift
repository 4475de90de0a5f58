import Foundation
#if canImport(os)
import os
#endif

/// One line for the developer; builds for people write none.
enum DebugLog {
    static func write(_ line: StaticString) {
        #if DEBUG
        #if canImport(os)
        os_log(line, type: .error)
        #else
        FileHandle.standardError.write(Data("\(line)\n".utf8))
        #endif
        #endif
    }
}
