-- source.lua - the C of an FMU: functions of the model by the names of the standard [FMI 2.0.4,
-- Modelica Association 2022], model exchange and co-simulation in one file, without any header of
-- the standard
--
-- All numbers of an instance stand in one row, and a value reference is a place in it: states,
-- their derivatives, inputs, parameters, outputs.
local source = {}

local HEAD = [=[
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = @NX@, NU = @NU@, NP = @NP@, NY = @NY@ };
enum { X = 0, DX = NX, U = 2*NX, P = U + NU, Y = P + NP, ALL = Y + NY };
#define GUID "@GUID@"
#define STEP @STEP@
static const double start[ALL + 1] = { @START@ };

/* types of the standard */
typedef void *fmi2Component, *fmi2FMUstate, *fmi2ComponentEnvironment;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated }
  fmi2StatusKind;
typedef struct {
  void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

#if defined _WIN32
#define FMI __declspec(dllexport)
#else
#define FMI __attribute__((visibility("default")))
#endif

typedef struct {
  double time, value[ALL + 1];
  int known;                 /* derivatives and outputs are those of the values */
} state;

typedef struct {
  state now;
  int type, ended;
  char name[200];
  double room[@ROOM@];
  const fmi2CallbackFunctions *call;
} instance;

@PARAMETERS@
static void say(instance *m, fmi2Status status, const char *what) {
  if (m->call && m->call->logger)
    m->call->logger(m->call->componentEnvironment, m->name, status, "error", "%s", what);
}

/* x' at t, x; y too where it is not NULL */
static void rates(instance *m, double t, const double *x, double *dx, double *y) {
  const double *in[] = { &t, x@dynamics@ };
  double *d[] = { dx };
  dynamics(in, d, m->room);
  if (!y) return;
@WITH_OUTPUTS@}

static void compute(instance *m) {
  double *v = m->now.value;
  if (!m->now.known) rates(m, m->now.time, v + X, v + DX, v + Y);
  m->now.known = 1;
}

static int finite(const double *x, int n) {
  for (int k = 0; k < n; k++)
    if (!(x[k] - x[k] == 0)) return 0;
  return 1;
}

FMI const char *fmi2GetTypesPlatform(void) { return "default"; }
FMI const char *fmi2GetVersion(void) { return "2.0"; }
FMI fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
    const fmi2String categories[]) {
  (void)c, (void)on, (void)n, (void)categories;
  return fmi2OK;
}

static void restart(instance *m) {
  memset(&m->now, 0, sizeof m->now);
  memcpy(m->now.value, start, sizeof start);
  m->ended = 0;
}

FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
    fmi2String resources, const fmi2CallbackFunctions *call, fmi2Boolean visible,
    fmi2Boolean logging) {
  (void)resources, (void)visible, (void)logging;
  instance *m = (instance *)(call && call->allocateMemory
      ? call->allocateMemory(1, sizeof *m) : calloc(1, sizeof *m));
  if (!m) return NULL;
  memset(m, 0, sizeof *m);
  m->call = call;
  m->type = type;
  if (name) {
    strncpy(m->name, name, sizeof m->name - 1);
  }
  if (!guid || strcmp(guid, GUID) != 0) {
    say(m, fmi2Error, "the GUID is not that of this FMU: its modelDescription.xml is another one");
    if (call && call->freeMemory) call->freeMemory(m);
    else free(m);
    return NULL;
  }
  restart(m);
  return m;
}

FMI void fmi2FreeInstance(fmi2Component c) {
  instance *m = (instance *)c;
  if (!m) return;
  if (m->call && m->call->freeMemory) m->call->freeMemory(m);
  else free(m);
}

FMI fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean with_tolerance, fmi2Real tolerance,
    fmi2Real first, fmi2Boolean with_stop, fmi2Real last) {
  instance *m = (instance *)c;
  (void)with_tolerance, (void)tolerance, (void)with_stop, (void)last;
  m->now.time = first;
  m->now.known = 0;
  return fmi2OK;
}
FMI fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI fmi2Status fmi2ExitInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI fmi2Status fmi2Terminate(fmi2Component c) { ((instance *)c)->ended = 1; return fmi2OK; }
FMI fmi2Status fmi2Reset(fmi2Component c) { restart((instance *)c); return fmi2OK; }

FMI fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
    fmi2Real value[]) {
  instance *m = (instance *)c;
  for (size_t k = 0; k < n; k++) {
    if (vr[k] >= ALL) {
      say(m, fmi2Error, "fmi2GetReal: there is no such value reference");
      return fmi2Error;
    }
    if ((vr[k] >= DX && vr[k] < U) || vr[k] >= Y) compute(m);
    value[k] = m->now.value[vr[k]];
  }
  return fmi2OK;
}

FMI fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
    const fmi2Real value[]) {
  instance *m = (instance *)c;
  for (size_t k = 0; k < n; k++) {
    if (vr[k] >= Y || (vr[k] >= DX && vr[k] < U)) {
      say(m, fmi2Error, "fmi2SetReal: only states, inputs and parameters are set");
      return fmi2Error;
    }
    if (!finite(&value[k], 1)) {
      say(m, fmi2Error, "fmi2SetReal: not a finite number");
      return fmi2Error;
    }
    m->now.value[vr[k]] = value[k];
  }
  m->now.known = 0;
  return fmi2OK;
}

#define NONE_OF(Type)                                                                             \
  FMI fmi2Status fmi2Get##Type(fmi2Component c, const fmi2ValueReference vr[], size_t n,          \
      fmi2##Type value[]) {                                                                       \
    (void)c, (void)vr, (void)value;                                                               \
    return n ? fmi2Error : fmi2OK;                                                                \
  }                                                                                               \
  FMI fmi2Status fmi2Set##Type(fmi2Component c, const fmi2ValueReference vr[], size_t n,          \
      const fmi2##Type value[]) {                                                                 \
    (void)c, (void)vr, (void)value;                                                               \
    return n ? fmi2Error : fmi2OK;                                                                \
  }
NONE_OF(Integer)
NONE_OF(Boolean)
NONE_OF(String)

FMI fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *kept) {
  instance *m = (instance *)c;
  if (!*kept) *kept = malloc(sizeof(state));
  if (!*kept) return fmi2Error;
  memcpy(*kept, &m->now, sizeof(state));
  return fmi2OK;
}
FMI fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate kept) {
  memcpy(&((instance *)c)->now, kept, sizeof(state));
  return fmi2OK;
}
FMI fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *kept) {
  (void)c;
  free(*kept);
  *kept = NULL;
  return fmi2OK;
}
FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate kept, size_t *n) {
  (void)c, (void)kept;
  *n = sizeof(state);
  return fmi2OK;
}
FMI fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate kept, fmi2Byte bytes[],
    size_t n) {
  (void)c;
  if (n < sizeof(state)) return fmi2Error;
  memcpy(bytes, kept, sizeof(state));
  return fmi2OK;
}
FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t n,
    fmi2FMUstate *kept) {
  (void)c;
  if (n != sizeof(state)) return fmi2Error;
  if (!*kept) *kept = malloc(sizeof(state));
  if (!*kept) return fmi2Error;
  memcpy(*kept, bytes, sizeof(state));
  return fmi2OK;
}

/* dz = dz/dv dv; v are states and inputs, z derivatives and outputs */
FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference z[],
    size_t nz, const fmi2ValueReference v[], size_t nv, const fmi2Real dv[], fmi2Real dz[]) {
  instance *m = (instance *)c;
  double slope[(NX + NY)*(NX + NU) + 1];
  double *ab[] = { slope, slope + NX*NX },
         *cd[] = { slope + NX*(NX + NU), slope + NX*(NX + NU) + NY*NX };
  const double *in[] = { &m->now.time, m->now.value + X@jacobians@ };
  jacobians(in, ab, m->room);
@WITH_OUTPUT_SLOPES@  for (size_t i = 0; i < nz; i++) {
    const int of_y = z[i] >= Y, row = (int)(of_y ? z[i] - Y : z[i] - DX);
    if (z[i] >= ALL || (z[i] < Y && (z[i] < DX || z[i] >= U))) return fmi2Error;
    dz[i] = 0;
    for (size_t k = 0; k < nv; k++) {
      double **of = of_y ? cd : ab;
      if (v[k] < NX) dz[i] += of[0][row*NX + (int)v[k]]*dv[k];
      else if (v[k] >= U && v[k] < P) dz[i] += of[1][row*NU + (int)(v[k] - U)]*dv[k];
      else return fmi2Error;
    }
  }
  return fmi2OK;
}

/* model exchange */
FMI fmi2Status fmi2EnterEventMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
  (void)c;
  memset(info, 0, sizeof *info);
  return fmi2OK;
}
FMI fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_prior,
    fmi2Boolean *enter_event, fmi2Boolean *terminate) {
  (void)c, (void)no_set_prior;
  *enter_event = *terminate = 0;
  return fmi2OK;
}
FMI fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t) {
  instance *m = (instance *)c;
  m->now.time = t;
  m->now.known = 0;
  return fmi2OK;
}
FMI fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  instance *m = (instance *)c;
  if (n != NX) return fmi2Error;
  memcpy(m->now.value + X, x, n*sizeof *x);
  m->now.known = 0;
  return fmi2OK;
}
FMI fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  if (n != NX) return fmi2Error;
  memcpy(x, ((instance *)c)->now.value + X, n*sizeof *x);
  return fmi2OK;
}
FMI fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n) {
  instance *m = (instance *)c;
  if (n != NX) return fmi2Error;
  compute(m);
  memcpy(dx, m->now.value + DX, n*sizeof *dx);
  if (finite(dx, NX)) return fmi2OK;
  say(m, fmi2Discard, "the motion has no accelerations here");
  return fmi2Discard;
}
FMI fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n) {
  (void)c, (void)indicators;
  return n ? fmi2Error : fmi2OK;
}
FMI fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  (void)c;
  for (size_t k = 0; k < n; k++) x[k] = 1;
  return n == NX ? fmi2OK : fmi2Error;
}

/* co-simulation: the classic method of Runge and Kutta, fourth order, in steps of at most STEP */
static void rk4(instance *m, double h) {
  double *x = m->now.value + X, t = m->now.time, at[NX + 1], k[4][NX + 1];
  static const double where[] = { 0, 0.5, 0.5, 1 };
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < NX; i++) at[i] = s ? x[i] + where[s]*h*k[s - 1][i] : x[i];
    rates(m, t + where[s]*h, at, k[s], NULL);
  }
  for (int i = 0; i < NX; i++) x[i] += h/6*(k[0][i] + 2*k[1][i] + 2*k[2][i] + k[3][i]);
}

FMI fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set_prior) {
  instance *m = (instance *)c;
  const state before = m->now;
  (void)no_set_prior;
  if (!(h > 0)) return h == 0 ? fmi2OK : fmi2Error;
  const double steps = h/STEP;
  if (!(steps < 1e9)) return fmi2Error;
  long n = (long)steps;
  if ((double)n < steps*(1 - 1e-12)) n++;
  if (n < 1) n = 1;
  for (long k = 0; k < n; k++) {
    m->now.time = t + h*(double)k/(double)n;
    rk4(m, h/(double)n);
  }
  m->now.time = t + h;
  m->now.known = 0;
  if (finite(m->now.value, NX)) return fmi2OK;
  m->now = before;
  say(m, fmi2Discard, "the motion does not go on over this step");
  return fmi2Discard;
}
FMI fmi2Status fmi2CancelStep(fmi2Component c) { (void)c; return fmi2Error; }
FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
    size_t n, const fmi2Integer order[], const fmi2Real value[]) {
  (void)c, (void)vr, (void)order, (void)value;
  return n ? fmi2Error : fmi2OK;
}
FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
    size_t n, const fmi2Integer order[], fmi2Real value[]) {
  (void)c, (void)vr, (void)order, (void)value;
  return n ? fmi2Error : fmi2OK;
}
FMI fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status *value) {
  (void)c, (void)kind;
  *value = fmi2OK;
  return fmi2OK;
}
FMI fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real *value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = ((instance *)c)->now.time;
  return fmi2OK;
}
FMI fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind, fmi2Integer *value) {
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}
FMI fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = ((instance *)c)->ended;
  return fmi2OK;
}
FMI fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, fmi2String *value) {
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}
]=]

-- a program of emit.c as a static function of this name: what it exports stays inside
local function inside(text, name)
  text = text:gsub("int " .. name .. "%(", "static int " .. name .. "(")
  return (text:gsub("#ifndef LIA_KERNEL_INFO.*$", ""))
end

-- numbers of what crosses parts, as the program says it to its caller
local function room_of(text)
  local room = 1
  for about in text:gmatch "_about = {([^}]*)}" do
    local n = about:match "^%s*%d+,%s*%d+,%s*%d+,%s*(%d+)"
    room = math.max(room, tonumber(n or 1))
  end
  return room + 1
end

local WITH_OUTPUTS = [[
  const double *of[] = { &t, x@outputs@ };
  double *out[] = { y };
  outputs(of, out, m->room);
]]
local WITH_OUTPUT_SLOPES = [[
  const double *of[] = { &m->now.time, m->now.value + X@output_slopes@ };
  output_slopes(of, cd, m->room);
]]

-- the parameters that a program has, in its order, out of all of them
local function pickers(spec)
  local at, out = {}, {}
  for k, name in ipairs(spec.parameters) do at[name] = k - 1 end
  for _, what in ipairs { "dynamics", "jacobians", "outputs", "output_slopes" } do
    local names, lines = spec.of[what] or {}, {}
    for k, name in ipairs(names) do
      lines[k] = ("  p[%d] = m->now.value[P + %d];\n"):format(k - 1, at[name])
    end
    if #names > 0 then
      out[#out + 1] = ("static const double *p_of_%s(const instance *m, double *p) {\n%s"
        .. "  return p;\n}\n"):format(what, table.concat(lines))
    end
  end
  return table.concat(out)
end

-- the arguments of a program behind its states
local function groups_of(spec, what)
  return (spec.nu > 0 and ", m->now.value + U" or "") .. (#spec.of[what] > 0
    and (", p_of_%s(m, (double[NP + 1]){ 0 })"):format(what) or "")
end

-- spec: name, of (parameters of each program), texts (programs by what they are), nx, nu, np, ny, guid, step, start (numbers as
-- texts)
function source.text(spec)
  local out, room = {}, 2
  for _, what in ipairs { "dynamics", "jacobians", "outputs", "output_slopes" } do
    local text = spec.texts[what]
    if text then
      room = math.max(room, room_of(text))
      out[#out + 1] = inside(text, what)
    end
  end
  local with = { NX = spec.nx, NU = spec.nu, NP = spec.np, NY = spec.ny, GUID = spec.guid,
    STEP = spec.step, START = table.concat(spec.start, ", "), ROOM = room,
    PARAMETERS = pickers(spec), WITH_OUTPUTS = spec.ny == 0 and "" or WITH_OUTPUTS,
    WITH_OUTPUT_SLOPES = spec.ny == 0 and "" or WITH_OUTPUT_SLOPES }
  for what in pairs(spec.texts) do with[what] = groups_of(spec, what) end
  local function put(name)
    local x = with[name]
    return type(x) == "number" and ("%d"):format(x) or x
  end
  local head = HEAD:gsub("@([%a_]+)@", put):gsub("@([%a_]+)@", put)
  return ("/* %s - an FMU 2.0 for model exchange and co-simulation */\n"):format(spec.name)
    .. table.concat(out, "\n") .. head
end

return source
