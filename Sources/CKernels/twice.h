/* Kernels that are compiled twice. */
#ifndef UPRIGHT_TWICE_H
#define UPRIGHT_TWICE_H

#include "CKernels.h"

#define INLINE static inline __attribute__((always_inline, unused))

/* The same function for processors that shift by any register and have vectors of 256 bits (Intel SDM, BMI2 and AVX2). */
#if defined(__x86_64__)
#define TWICE(result, name, parameters, arguments)                                              \
  __attribute__((target("avx2,bmi,bmi2,lzcnt"))) static result name##_avx2 parameters {         \
    return name##_any arguments;                                                                \
  }                                                                                             \
  static result name##_base parameters { return name##_any arguments; }                         \
  result name parameters { return has_avx2() ? name##_avx2 arguments : name##_base arguments; }

static __attribute__((unused)) bool has_avx2(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("lzcnt");
}
#else
#define TWICE(result, name, parameters, arguments) \
  result name parameters { return name##_any arguments; }
#endif

#endif
