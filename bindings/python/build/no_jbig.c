// In place of libjbig (GPL), which libtiff links: TIFFs that are coded by JBIG (ITU-T T.82) are refused, as damaged.
// The functions are those of jbig.h 2.1; none of them reads what it is given.
#include <stddef.h>

enum { unsupported = 0x30 };  // JBG_EIMPL: the file uses what is not implemented

void jbg_dec_init(void *state) { (void)state; }
int jbg_dec_in(void *state, unsigned char *data, size_t length, size_t *count) {
  (void)state, (void)data, (void)length;
  if (count) *count = 0;
  return unsupported;
}
unsigned char *jbg_dec_getimage(const void *state, int plane) { return (void)state, (void)plane, NULL; }
unsigned long jbg_dec_getsize(const void *state) { return (void)state, 0; }
void jbg_dec_free(void *state) { (void)state; }
const char *jbg_strerror(int number) { return (void)number, "JBIG is not supported"; }
int jbg_newlen(unsigned char *data, size_t length) { return (void)data, (void)length, unsupported; }
void jbg_enc_init(void *state, unsigned long width, unsigned long height, int planes, unsigned char **image,
                  void (*out)(unsigned char *, size_t, void *), void *file) {
  (void)state, (void)width, (void)height, (void)planes, (void)image, (void)out, (void)file;
}
void jbg_enc_out(void *state) { (void)state; }
void jbg_enc_free(void *state) { (void)state; }
