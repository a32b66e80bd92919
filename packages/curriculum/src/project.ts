// The project's own items, a file a family: the data of this package.
import { createCurriculum } from './curriculum.ts';
import type { Curriculum, NamedFile } from './curriculum.ts';
import { parseItems } from './parse.ts';
import gemm from '../items/gemm.json' with { type: 'json' };
import reduce from '../items/reduce.json' with { type: 'json' };
import scan from '../items/scan.json' with { type: 'json' };
import conv from '../items/conv.json' with { type: 'json' };
import sort from '../items/sort.json' with { type: 'json' };
import softmax from '../items/softmax.json' with { type: 'json' };
import norm from '../items/norm.json' with { type: 'json' };
import attention from '../items/attention.json' with { type: 'json' };
import allreduce from '../items/allreduce.json' with { type: 'json' };
import elementwise from '../items/elementwise.json' with { type: 'json' };
import memory from '../items/memory.json' with { type: 'json' };
import atomics from '../items/atomics.json' with { type: 'json' };
import warp from '../items/warp.json' with { type: 'json' };
import streams from '../items/streams.json' with { type: 'json' };
import sparse from '../items/sparse.json' with { type: 'json' };
import fusion from '../items/fusion.json' with { type: 'json' };
import autotune from '../items/autotune.json' with { type: 'json' };
import tensor from '../items/tensor.json' with { type: 'json' };
import serving from '../items/serving.json' with { type: 'json' };
import layout from '../items/layout.json' with { type: 'json' };
import harness from '../items/harness.json' with { type: 'json' };
import validation from '../items/validation.json' with { type: 'json' };
import dashboard from '../items/dashboard.json' with { type: 'json' };
import ci from '../items/ci.json' with { type: 'json' };
import docs from '../items/docs.json' with { type: 'json' };
import cudaOnly from '../items/cuda-only.json' with { type: 'json' };
import compiler from '../items/compiler.json' with { type: 'json' };
import study from '../items/study.json' with { type: 'json' };
import career from '../items/career.json' with { type: 'json' };
import tracks from '../items/tracks.json' with { type: 'json' };

const files: { readonly [name: string]: unknown } = {
  tracks,
  gemm,
  reduce,
  scan,
  softmax,
  norm,
  attention,
  allreduce,
  elementwise,
  conv,
  sort,
  memory,
  atomics,
  warp,
  streams,
  sparse,
  fusion,
  autotune,
  tensor,
  serving,
  layout,
  harness,
  validation,
  dashboard,
  ci,
  docs,
  'cuda-only': cudaOnly,
  compiler,
  study,
  career,
};

/** The project's files of items, checked. */
export function projectFiles(): readonly NamedFile[] {
  return Object.entries(files).map(([name, value]) => {
    const file = `packages/curriculum/items/${name}.json`;
    return { file, content: parseItems(file, value) };
  });
}

/** The project's curriculum, with a user's own files joined to it. Throws InvalidDocument. */
export function loadCurriculum(own: readonly NamedFile[] = []): Curriculum {
  return createCurriculum([...projectFiles(), ...own]);
}
