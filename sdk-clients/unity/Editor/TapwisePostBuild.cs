#if UNITY_IOS
using System.IO;
using UnityEditor;
using UnityEditor.Callbacks;
using UnityEditor.iOS.Xcode;

namespace TapwiseSdk.Editor
{
    /// <summary>
    /// Prepares the Xcode project: below iOS 14.3 AdServices is missing, and a strong link would end the game when it is loaded. Below iOS 15
    /// parts of Swift's library are missing; Xcode embeds them only where it is told to, as the app itself has no Swift.
    /// </summary>
    public static class TapwisePostBuild
    {
        [PostProcessBuild]
        public static void Prepare(BuildTarget target, string folder)
        {
            if (target != BuildTarget.iOS) return;
            var path = PBXProject.GetPBXProjectPath(folder);
            var project = new PBXProject();
            project.ReadFromString(File.ReadAllText(path));
            var framework = project.GetUnityFrameworkTargetGuid();
            project.AddFrameworkToProject(framework, "AdServices.framework", true);
            project.SetBuildProperty(framework, "SWIFT_VERSION", "5.0");
            var app = project.GetUnityMainTargetGuid();
            project.SetBuildProperty(app, "ALWAYS_EMBED_SWIFT_STANDARD_LIBRARIES", "YES");
            File.WriteAllText(path, project.WriteToString());
        }
    }
}
#endif
