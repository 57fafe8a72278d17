// What a caller can do about a problem in a label file, which each program words by the names of its options.

/// What helps against an error or a finding.
public enum LabelRemedy: String, Hashable, Sendable, CaseIterable {
  /// Say where the images are.
  case images
  /// Say where the names of classes are: the file that states them also states the shape of poses.
  case names
  /// Say which format the file has.
  case format
}
