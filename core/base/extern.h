/* extern.h - what makes these headers headers of C++ too, and what compilers are told */
#ifndef LIA_EXTERN_H
#define LIA_EXTERN_H

/* around all that a header declares, behind its includes; LIA_RESTRICT: this pointer alone leads
 * there; LIA_LITERAL(type){ .. }: a value of that type */
#ifdef __cplusplus
#define LIA_C_BEGIN extern "C" {
#define LIA_C_END }
#define LIA_RESTRICT __restrict
#define LIA_LITERAL(type) type
#else
#define LIA_C_BEGIN
#define LIA_C_END
#define LIA_RESTRICT restrict
#define LIA_LITERAL(type) (type)
#endif

/* the result must be looked at; argument f is a format of printf, its values begin at a */
#define LIA_NODISCARD __attribute__((warn_unused_result))
#define LIA_PRINTF(f, a) __attribute__((format(printf, f, a)))

#endif
