// Boxes of a photo with tag 6 move from the displayed image to the stored one, and back.

#include <stdio.h>
#include <string.h>
#include "upright.h"

int main(void) {
  if (upright_abi_version() != UPRIGHT_ABI_VERSION) return 1;
  const double shown[4] = {10, 20, 30, 40};
  double stored[4], again[4];
  upright_error error;
  int32_t code = upright_map_boxes(shown, stored, 1, UPRIGHT_XYWH, 6, 400, 300, UPRIGHT_STORED, &error);
  if (code == 0) code = upright_map_boxes(stored, again, 1, UPRIGHT_XYWH, 6, 400, 300, UPRIGHT_DISPLAYED, &error);
  if (code != 0) {
    fprintf(stderr, "%s\n", error.message);
    return code;
  }
  // Rotated 90 degrees clockwise for display, (x, y, w, h) is (y, 300 - x - w, h, w) as stored.
  const double expected[4] = {20, 260, 40, 30};
  if (memcmp(stored, expected, sizeof expected) != 0 || memcmp(again, shown, sizeof shown) != 0) return 1;
  printf("stored: %g,%g,%g,%g\n", stored[0], stored[1], stored[2], stored[3]);
  return 0;
}
