require 'json'

package = JSON.parse(File.read(File.join(__dir__, 'package.json')))

Pod::Spec.new do |s|
  s.name = 'TapwiseReactNative'
  s.version = package['version']
  s.summary = package['description']
  s.homepage = 'https://tapwise.example.com'
  s.license = package['license']
  s.author = 'Tapwise'
  s.source = { path: '.' }
  s.swift_versions = ['5.9', '6.0']
  s.ios.deployment_target = '12.0'
  s.source_files = 'ios/**/*.{h,mm,swift}'
  # Below iOS 14.3 the framework is missing, and a strong link would end the app when it is loaded.
  s.weak_frameworks = 'AdServices'
  s.resource_bundles = { 'Tapwise' => ['ios/core/PrivacyInfo.xcprivacy'] }
  s.pod_target_xcconfig = { 'DEFINES_MODULE' => 'YES' }
  if respond_to?(:install_modules_dependencies, true)
    install_modules_dependencies(s)
  else
    s.dependency 'React-Core'
  end
end
