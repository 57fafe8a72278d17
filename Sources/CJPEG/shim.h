/* libjpeg's header does not include what it requires. */
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
