// Of Unity and its editor, only what the package uses.
using System;

namespace AOT
{
    public sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }
}

namespace UnityEngine
{
    public class MonoBehaviour { }

    public static class Debug
    {
        public static void Log(object message) { }
    }

    public static class JsonUtility
    {
        public static T FromJson<T>(string json) { return default(T); }
        public static string ToJson(object value) { return ""; }
    }
}

namespace UnityEditor
{
    public enum BuildTarget { iOS }
}

namespace UnityEditor.Callbacks
{
    public sealed class PostProcessBuildAttribute : Attribute { }
}

namespace UnityEditor.iOS.Xcode
{
    public class PBXProject
    {
        public static string GetPBXProjectPath(string folder) { return folder; }
        public void ReadFromString(string text) { }
        public string GetUnityFrameworkTargetGuid() { return ""; }
        public string GetUnityMainTargetGuid() { return ""; }
        public void AddFrameworkToProject(string target, string framework, bool weak) { }
        public void SetBuildProperty(string target, string name, string value) { }
        public string WriteToString() { return ""; }
    }
}
