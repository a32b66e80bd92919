import { expect, test } from 'vitest';
import { readCase } from '@kernel-ladder/harness';
import { family } from '../family.ts';
import { isAxes, isSegments, isVector } from './kinds.ts';

test.for([
  { name: 'n=77,fill=integers,i32', is: isVector },
  { name: 'n=77,op=max,workgroup=64,f32', is: isVector },
  { name: 'n=24,shape=2x3x4,axes=0+2,op=max,f32', is: isAxes },
  { name: 'n=0,shape=0x3,axes=none,f32', is: isAxes },
  { name: 'n=100,segments=7,lengths=random,f16-f32', is: isSegments },
  { name: 'n=0,lengths=uniform,f32', is: isSegments },
])('$name is one of the three problems, and no other', ({ name, is }) => {
  const params = readCase(family, name);
  expect([isVector, isAxes, isSegments].filter((each) => each(params))).toEqual([is]);
});

test.for([
  { name: 'n=23,shape=2x3x4,axes=0,f32', says: 'n=23: shape=2x3x4 has 24 elements' },
  { name: 'n=24,shape=2x3x4,f32', says: 'shape=2x3x4 needs axes: some of 0 to 2 joined by +, or none' },
  { name: 'n=24,shape=2x3x4,axes=3,f32', says: 'axes=3: axes of 2x3x4 are 0 to 2, each once and in order' },
  { name: 'n=24,shape=2x3x4,axes=1+0,f32', says: 'axes=1+0: axes of 2x3x4 are' },
  { name: 'n=24,shape=2x3x4,axes=1+1,f32', says: 'axes=1+1: axes of 2x3x4 are' },
  { name: 'n=24,axes=0,f32', says: 'axes=0 needs a shape' },
  { name: 'n=24,segments=3,f32', says: 'segments=3 needs lengths' },
  { name: 'n=24,lengths=random,f32', says: 'segments=0: 24 elements need one at least' },
  { name: 'n=6,shape=6,axes=0,lengths=random,f32', says: 'shape=6 and lengths=random are two problems' },
  { name: 'n=6,shape=6,axes=0,op=argmax,f32', says: 'op=argmax: an index is found in a vector' },
  { name: 'n=6,shape=6,axes=0,fill=largest,f32', says: 'fill=largest: such numbers' },
  { name: 'n=6,op=argmin,fill=subnormals,f32', says: 'fill=subnormals: they may count as zeros' },
  { name: 'n=6,workgroup=48,f32', says: 'workgroup=48: workgroups have 32, 64, 128, 256, 512, 1024 threads' },
  { name: 'n=6,op=argmax,workgroup=64,f32', says: 'workgroup=64: only a vector is folded' },
  { name: 'n=6,shape=6,axes=0,workgroup=64,f32', says: 'workgroup=64: only a vector is folded' },
])('$name makes no case', ({ name, says }) => {
  expect(() => readCase(family, name)).toThrow(`reduce: ${says}`);
});
