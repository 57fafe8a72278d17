// Names of masks lead to the names of their photos; other names are left as they are.

import Testing
import UprightGeometry

@Suite("Names of masks")
struct MaskNameTests {
  @Test(
    "What tools add is taken off, in any case",
    arguments: [
      ("a_mask", "a"), ("a-mask", "a"), ("a.mask", "a"), ("a_MASK", "a"), ("a_masks", "a"), ("a.masks", "a"),
      ("a_seg", "a"), ("a-seg", "a"), ("a.seg", "a"), ("a_segmentation", "a"), ("a-segmentation", "a"), ("a_gt", "a"),
      ("a_instance", "a"), ("a_semantic", "a"), ("é b_mask", "é b"), ("a_mask_mask", "a_mask"),
      ("a_mask_1", "a"), ("a_mask_02", "a"), ("a-MASK-3", "a"), ("a.masks.10", "a"), ("a_seg_0", "a"),
      ("a_segmentation-1", "a"), ("a_1_mask_2", "a_1"), ("a_mask_1_mask", "a_mask_1"),
      ("a_jpg.rf.0f_mask", "a_jpg.rf.0f"),
      ("x_gtFine_labelIds", "x_leftImg8bit"), ("x_gtCoarse_color_mask", "x_leftImg8bit"),
    ])
  func marked(stem: String, photo: String) {
    #expect(MaskName.markedPhoto(of: stem) == photo)
    #expect(MaskName.photo(of: stem) == photo)
  }

  @Test(
    "Other names are those of photos",
    arguments: [
      "", "a", "mask", "_mask", ".mask", "unmask", "a_mask1", "a_mask_", "a_mask_x1", "a_mask__1", "_mask_1", "a_1",
      "a_gt_1", "a_instance_1", "a_mask_1_2", "a_mask_\u{661}", "a_gtfine_x", "a mask", "a-gt", "a_label", "mask_a",
      "a_maſk",
    ])
  func unmarked(stem: String) {
    #expect(MaskName.markedPhoto(of: stem) == nil)
    #expect(MaskName.photo(of: stem) == stem)
  }

  @Test("Every ending is in lower case and in ASCII")
  func table() {
    #expect(MaskName.endings.allSatisfy { $0 == $0.lowercased() && $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(Set(MaskName.endings).count == MaskName.endings.count)
  }
}
