// How a rung is tuned: its space of parameters on a case, the plan that takes a choice, and which cases share one.
import { overLimits } from '@kernel-ladder/autotune';
import type { Candidate, Space } from '@kernel-ladder/autotune';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { CaseParams, Plan, PlanCase, Skip, Tuning } from './family.ts';

/** A choice as an object of its own type. */
type Choice<C> = { readonly [Name in keyof C]: Candidate[string] };

/** What a rung says of its parameters. */
export interface TuningSpec<Case extends CaseParams, C extends Choice<C>> {
  /** The name of the rung whose choice this is: tables tell choices by it. */
  readonly rung: string;
  /** Cases of one class share a choice; part of a table's key, such as `f32,m=4096,n=4096,k=4096`. */
  readonly classOf: (params: Case, device: DeviceFacts) => string;
  /** The parameters of a case on a device. Only asked where the usual choice has a plan. */
  readonly space: (params: Case, device: DeviceFacts) => Space<C>;
  /** Plans a case with a choice: one of the space, or the usual one. */
  readonly plan: (params: Case, device: DeviceFacts, choice: C) => Plan | Skip;
}

/** A rung whose parameters are tuned. */
export interface Tunable<Case extends CaseParams> {
  /** Takes the choice that the device's table has for the class of the case, and the usual one where there is none. */
  readonly plan: PlanCase<Case>;
  readonly tuning: Tuning<Case>;
}

/** Makes a rung of a plan with parameters; spread into a variant. */
export function tunable<Case extends CaseParams, C extends Choice<C>>(
  spec: TuningSpec<Case, C>,
): Tunable<Case> {
  const { rung, classOf, space } = spec;
  return {
    plan: (params, device) => {
      const own = space(params, device);
      const shapeClass = classOf(params, device);
      const found = device.tuned?.[keyOf(rung, shapeClass)];
      // What suits the case that stands for a class may be none of the choices of another one of it, or too much for it.
      const tuned =
        found && refusalOf(own, found.choice, device) === null
          ? spec.plan(params, device, choiceOf<C>(found.choice))
          : null;
      return found === undefined || tuned === null || 'skip' in tuned
        ? spec.plan(params, device, own.usual)
        : { ...tuned, tuned: { rung, class: shapeClass, ...found } };
    },
    tuning: {
      rung,
      classOf,
      // A space is asked with its own candidates only: `plan` refuses any other, and searches take them from `values`.
      space: (params, device) => space(params, device) as unknown as Space,
      plan: (params, device, candidate) => {
        const why = strangenessOf(space(params, device), candidate);
        if (why !== null) throw new Error(why);
        return spec.plan(params, device, choiceOf<C>(candidate));
      },
    },
  };
}

/** How a rung is tuned on the cases of a family of which the rung has a choice in some: `why` says of the others that it has none. */
export function tuningWhere<Case extends CaseParams, Part extends Case>(
  tuning: Tuning<Part>,
  takes: (params: Case) => params is Part,
  why: string,
): Tuning<Case> {
  const none: Skip = { skip: { code: 'not-applicable', message: why } };
  return {
    rung: tuning.rung,
    classOf: (params, device) => (takes(params) ? tuning.classOf(params, device) : ''),
    space: (params, device) => (takes(params) ? tuning.space(params, device) : none),
    plan: (params, device, candidate) => (takes(params) ? tuning.plan(params, device, candidate) : none),
  };
}

/** A size as classes of cases tell it: the power of two that is nearest by ratio, 0 for nothing. */
export function sizeClass(size: number): number {
  return size < 1 ? 0 : 2 ** Math.round(Math.log2(size));
}

/** The name of a choice in a table: a rung, and a class of its cases. */
export function keyOf(rung: string, shapeClass: string): string {
  return `${rung} ${shapeClass}`;
}

/**
 * Why plans do not take a candidate: a value that the space does not have, a constraint that it breaks, or a limit of the device; null where
 * they do. Tables are files that anybody may write, and of other cases.
 */
export function refusalOf<C extends Choice<C>>(
  space: Space<C>,
  candidate: Candidate,
  device: DeviceFacts,
): string | null {
  const { usual, constraints, model } = space;
  const strange = strangenessOf(space, candidate);
  if (strange !== null) return strange;
  const choice = choiceOf<C>(candidate);
  // It runs anyway: the plan itself says what a device lacks for it.
  if (namesIn(space).every((name) => choice[name] === usual[name])) return null;
  const why = constraints.find(({ holds }) => !holds(choice))?.why ?? overLimits(model(choice), device);
  return why === null ? null : `${JSON.stringify(candidate)} is no choice here: ${why.replace(/\.$/, '')}`;
}

// With the parameter whose value the space does not have.
function strangenessOf<C extends Choice<C>>(space: Space<C>, candidate: Candidate): string | null {
  const { values, usual } = space;
  const names = namesIn(space);
  const strange = names.find((name) => {
    const value = candidate[name];
    return value !== usual[name] && !values[name].some((known) => known === value);
  });
  return strange === undefined && Object.keys(candidate).length === names.length
    ? null
    : `${JSON.stringify(candidate)} is no choice of ${JSON.stringify(values)}: look at ${strange ?? 'its names'}`;
}

function namesIn<C extends Choice<C>>({ values }: Space<C>): readonly (keyof C & string)[] {
  // The keys of the values are those of C.
  return Object.keys(values) as (keyof C & string)[];
}

function choiceOf<C extends Choice<C>>(candidate: Candidate): C {
  // Every value has been found among those of C.
  return candidate as unknown as C;
}
