"""Parses what is data: property lists, project files, pubspec.yaml, package.json and Unity's definitions."""
import glob
import json
import plistlib
import xml.etree.ElementTree

privacy = plistlib.load(open("swift/Sources/Tapwise/PrivacyInfo.xcprivacy", "rb"))
assert privacy["NSPrivacyTracking"] is False, "the privacy manifest"
assert privacy["NSPrivacyAccessedAPITypes"] == [], "the privacy manifest"
kinds = [entry["NSPrivacyCollectedDataType"] for entry in privacy["NSPrivacyCollectedDataTypes"]]
assert kinds == [f"NSPrivacyCollectedDataType{kind}" for kind in ("UserID", "PurchaseHistory", "AdvertisingData")], kinds

for project in glob.glob("dotnet/**/*.csproj", recursive=True):
    xml.etree.ElementTree.parse(project)

versions = {}
for path in ("react-native/package.json", "unity/package.json"):
    versions[path] = json.load(open(path))["version"]
for path in glob.glob("unity/**/*.asmdef", recursive=True):
    json.load(open(path))
for line in open("flutter/pubspec.yaml"):
    assert "\t" not in line, "a tab in pubspec.yaml"
    if line.startswith("version: "):
        versions["flutter/pubspec.yaml"] = line.split()[1]
assert set(versions.values()) == {"1.4.0"}, versions
