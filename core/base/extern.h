/* extern.h - what makes these headers headers of C++ too */
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

#endif
