// Of the attributes of a binding, only what the definition uses.
using System;

namespace ObjCRuntime
{
    public struct NativeHandle { }
}

namespace Foundation
{
    public class NSObject { }
    public class NSString { }
    public class NSDictionary<K, V> { }
    public sealed class BaseTypeAttribute : Attribute { public BaseTypeAttribute(Type type) { } }
    public sealed class DisableDefaultCtorAttribute : Attribute { }
    public sealed class ExportAttribute : Attribute { public ExportAttribute(string selector) { } }
    public sealed class StaticAttribute : Attribute { }
    public sealed class NullAllowedAttribute : Attribute { }
}
