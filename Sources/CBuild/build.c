/* The commit that a program was built from; Scripts/package writes it over the dots. */
#include "CBuild.h"

#define DOTS "........................................"
/* volatile, so that no compiler concludes from the dots that the commit is never known. */
static const volatile char stamp[] = "upright-commit:" DOTS;

int up_commit_digit(int position) {
  if (position < 0 || position >= (int)sizeof DOTS - 1) return 0;
  char digit = stamp[sizeof stamp - sizeof DOTS + (unsigned)position];
  return digit == '.' ? 0 : digit;
}
