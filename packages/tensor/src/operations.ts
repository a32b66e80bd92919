// Everything that is done with tensors: the functions of expressions that fusion has, lifted to tensors. What they check and how types
// meet is said there, once.
import * as fusion from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import { Tensor } from './tensor.ts';

/** A function of expressions as one of tensors: numbers, axes and attributes stay what they are. */
type Lifted<F> = F extends (...given: infer Given) => Expression
  ? (...given: { [Index in keyof Given]: LiftedValue<Given[Index]> }) => Tensor
  : never;

type LiftedValue<Given> = Given extends Expression
  ? Tensor
  : Given extends readonly Expression[]
    ? readonly Tensor[]
    : Given;

function lift<F extends (...given: never[]) => Expression>(name: string, of: F): Lifted<F> {
  const lifted = (...given: readonly unknown[]): Tensor => {
    const tensors = given.flat().filter((each) => each instanceof Tensor);
    const [first] = tensors;
    if (!first) throw new TypeError(`${name} takes a tensor`);
    const stranger = tensors.find(({ device }) => device !== first.device);
    if (stranger)
      throw new TypeError(
        `${name}: ${first.text()} and ${stranger.text()}: bring one to the other with to(device)`,
      );
    const operands = given.map((each) => (Array.isArray(each) ? each.map(lowered) : lowered(each)));
    return first.device.apply(name, of(...(operands as never[]))); // As `Lifted` says.
  };
  return lifted as Lifted<F>;
}

function lowered(given: unknown): unknown {
  return given instanceof Tensor ? given.value.expression : given;
}

export const add = lift('add', fusion.add);
