/* fmu_driver.c - loads the library of an FMU 2.0 and drives it as the standard says
 *
 *   fmu_driver LIBRARY GUID me|cs|slopes|state STEP STEPS NX NU NP NY
 *
 * me: model exchange by the classic method of Runge and Kutta; cs: co-simulation; then time, states,
 * outputs, a number a line. slopes: directional derivatives beside central differences, the largest
 * difference. state: what a state that was kept, serialised and given back does to the next step. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *component;
typedef unsigned vref;
typedef struct callbacks {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} callbacks;
typedef struct event_info { int more, stop, nominals, values, defined; double next; } event_info;

static void *library;
static void *find(const char *name) {
  void *f = dlsym(library, name);
  if (!f) {
    fprintf(stderr, "%s is not there\n", name);
    exit(2);
  }
  return f;
}
#define CALL(type, name, ...) ((type (*)())find(#name))(__VA_ARGS__)
static void must(int status, const char *what) {
  if (status == 0) return;
  fprintf(stderr, "%s: status %d\n", what, status);
  exit(3);
}
#define MUST(name, ...) must(CALL(int, name, __VA_ARGS__), #name)

static void say(void *environment, const char *name, int status, const char *category,
    const char *text, ...) {
  (void)environment, (void)category;
  fprintf(stderr, "%s, %d: %s\n", name, status, text);
}

static int nx, nu, np, ny;
typedef int derivatives_fn(component, double *, size_t);
typedef int states_fn(component, const double *, size_t);
typedef int time_fn(component, double);
typedef int step_fn(component, double, double, int);
typedef int real_fn(component, const vref *, size_t, double *);
typedef int set_fn(component, const vref *, size_t, const double *);
typedef int slope_fn(component, const vref *, size_t, const vref *, size_t, const double *,
    double *);
typedef component make_fn(const char *, int, const char *, const char *, const callbacks *, int,
    int);
typedef int setup_fn(component, int, double, double, int, double);

static void rates(component c, double t, const double *x, double *dx) {
  must(((time_fn *)find("fmi2SetTime"))(c, t), "fmi2SetTime");
  must(((states_fn *)find("fmi2SetContinuousStates"))(c, x, (size_t)nx), "states");
  must(((derivatives_fn *)find("fmi2GetDerivatives"))(c, dx, (size_t)nx), "derivatives");
}

static void exchange(component c, double h, int n) {
  double x[100], at[100], k[4][100];
  const double where[] = { 0, 0.5, 0.5, 1 };
  event_info info;
  MUST(fmi2NewDiscreteStates, c, &info);
  MUST(fmi2EnterContinuousTimeMode, c);
  must(((derivatives_fn *)find("fmi2GetContinuousStates"))(c, x, (size_t)nx), "states");
  for (int i = 0; i < n; i++) {
    for (int s = 0; s < 4; s++) {
      for (int j = 0; j < nx; j++) at[j] = s ? x[j] + where[s] * h * k[s - 1][j] : x[j];
      rates(c, i * h + where[s] * h, at, k[s]);
    }
    for (int j = 0; j < nx; j++) x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    int enter, stop;
    MUST(fmi2CompletedIntegratorStep, c, 1, &enter, &stop);
  }
  must(((time_fn *)find("fmi2SetTime"))(c, n * h), "fmi2SetTime");
  must(((states_fn *)find("fmi2SetContinuousStates"))(c, x, (size_t)nx), "states");
}

static void together(component c, double h, int n) {
  for (int i = 0; i < n; i++)
    must(((step_fn *)find("fmi2DoStep"))(c, i * h, h, 1), "fmi2DoStep");
}

static void print(component c, double t) {
  real_fn *get = (real_fn *)find("fmi2GetReal");
  printf("%.17g\n", t);
  for (int k = 0; k < nx + ny; k++) {
    vref at = (vref)(k < nx ? k : nx + nu + np + k);
    double x;
    must(get(c, &at, 1, &x), "fmi2GetReal");
    printf("%.17g\n", x);
  }
}

// of derivatives and outputs by states and inputs
static double slopes(component c) {
  real_fn *get = (real_fn *)find("fmi2GetReal");
  set_fn *set = (set_fn *)find("fmi2SetReal");
  slope_fn *slope = (slope_fn *)find("fmi2GetDirectionalDerivative");
  double worst = 0;
  for (int v = 0; v < nx + nu; v++)
    for (int z = 0; z < nx + ny; z++) {
      vref of = (vref)(z < nx ? nx + z : nx + nu + np + z), by = (vref)(v < nx ? v : nx + v);
      double x, y[2], seed = 2, told, h = 1e-5;
      must(get(c, &by, 1, &x), "get");
      must(slope(c, &of, 1, &by, 1, &seed, &told), "fmi2GetDirectionalDerivative");
      for (int side = 0; side < 2; side++) {
        double moved = side ? x + h : x - h;
        must(set(c, &by, 1, &moved), "set");
        must(get(c, &of, 1, &y[side]), "get");
      }
      must(set(c, &by, 1, &x), "set");
      worst = fmax(worst, fabs(told / 2 - (y[1] - y[0]) / (2 * h)) / (1 + fabs(told)));
    }
  return worst;
}

static double kept(component c, double h) {
  void *state = NULL, *again = NULL;
  char bytes[20000];
  size_t n;
  double first[100], second[100], worst = 0;
  derivatives_fn *get = (derivatives_fn *)find("fmi2GetContinuousStates");
  together(c, h, 3);
  MUST(fmi2GetFMUstate, c, &state);
  must(((step_fn *)find("fmi2DoStep"))(c, 3 * h, h, 0), "fmi2DoStep");
  must(get(c, first, (size_t)nx), "states");
  MUST(fmi2SerializedFMUstateSize, c, state, &n);
  MUST(fmi2SerializeFMUstate, c, state, bytes, n);
  MUST(fmi2DeSerializeFMUstate, c, bytes, n, &again);
  MUST(fmi2SetFMUstate, c, again);
  must(((step_fn *)find("fmi2DoStep"))(c, 3 * h, h, 0), "fmi2DoStep");
  must(get(c, second, (size_t)nx), "states");
  for (int k = 0; k < nx; k++) worst = fmax(worst, fabs(first[k] - second[k]));
  MUST(fmi2FreeFMUstate, c, &state);
  MUST(fmi2FreeFMUstate, c, &again);
  return worst;
}

int main(int argc, char **argv) {
  if (argc != 10) return 1;
  const callbacks call = { say, calloc, free, NULL, NULL };
  const int is_exchange = strcmp(argv[3], "me") == 0, n = atoi(argv[5]);
  const double h = atof(argv[4]);
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  nx = atoi(argv[6]), nu = atoi(argv[7]), np = atoi(argv[8]), ny = atoi(argv[9]);
  if (strcmp(((const char *(*)(void))find("fmi2GetVersion"))(), "2.0") != 0) return 2;
  make_fn *make = (make_fn *)find("fmi2Instantiate");
  if (make("other", 1, "{another}", "", &call, 0, 0)) return 4;
  component c = make("one", !is_exchange, argv[2], "", &call, 0, 0);
  if (!c) return 2;
  must(((setup_fn *)find("fmi2SetupExperiment"))(c, 0, 0, 0, 0, 0), "fmi2SetupExperiment");
  MUST(fmi2EnterInitializationMode, c);
  MUST(fmi2ExitInitializationMode, c);
  if (is_exchange) exchange(c, h, n);
  else if (strcmp(argv[3], "cs") == 0) together(c, h, n);
  if (strcmp(argv[3], "slopes") == 0) printf("%.17g\n", slopes(c));
  else if (strcmp(argv[3], "state") == 0) printf("%.17g\n", kept(c, h));
  else print(c, n * h);
  MUST(fmi2Terminate, c);
  ((void (*)(component))find("fmi2FreeInstance"))(c);
  return 0;
}
