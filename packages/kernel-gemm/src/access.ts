// How the rungs reach global memory, as the emulator traces it: src/traced-bytes.test.ts says on which product, and holds every line.

const access: { readonly [rung: string]: string } = {
  naive: 'A broadcast, 1 line for 4 B; B coalesced, 1 line for 128 B; C coalesced, 1 line for 128 B',
  tiled: 'A coalesced, 2 lines for 128 B; B coalesced, 2 lines for 128 B; C coalesced, 2 lines for 128 B',
  staged: 'A coalesced, 2 lines for 128 B; B coalesced, 2 lines for 128 B; C coalesced, 2 lines for 128 B',
  pipelined: 'A coalesced, 2 lines for 128 B; B coalesced, 2 lines for 128 B; C coalesced, 2 lines for 128 B',
  subgroup: 'A coalesced, 1 line for 87 B; B coalesced, 1 line for 128 B; C coalesced, 1 line for 128 B',
  register: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  tuned: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  'register-pipelined':
    'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  persistent:
    'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B; tickets coalesced, 1 line for 4 B',
  occupancy: 'A coalesced, 8 lines for 256 B; B coalesced, 2 lines for 256 B; C coalesced, 4 lines for 512 B',
  hierarchical:
    'A coalesced, 16 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  unfused: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 1.3 lines for 171 B',
  looped: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  submitted: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  'split-k':
    'A coalesced, 16 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 1 line for 128 B; partials coalesced, 1.6 lines for 205 B',
  'few-rows': 'A coalesced, 1 line for 64 B; B coalesced, 4 lines for 512 B; C coalesced, 1 line for 128 B',
  'matrix-vector':
    'A coalesced, 4 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 1 line for 4 B',
  'double-single':
    'A coalesced, 2 lines for 256 B; B coalesced, 2 lines for 256 B; C coalesced, 2 lines for 256 B',
  dot4: 'A coalesced, 4 lines for 128 B; B coalesced, 2 lines for 128 B; C strided, 4 lines for 128 B',
  'tensor-basic':
    'A coalesced, 16 lines for 512 B; B coalesced, 16 lines for 512 B; C coalesced, 16 lines for 1024 B',
  tensor: 'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 4 lines for 512 B',
  'tensor-pipelined':
    'A coalesced, 4 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 16 lines for 1024 B',
  'tensor-split-k':
    'A coalesced, 4 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 1 line for 128 B; partials coalesced, 2.7 lines for 228 B',
  'tensor-unfused':
    'A coalesced, 8 lines for 512 B; B coalesced, 4 lines for 512 B; C coalesced, 1.3 lines for 171 B',
};

/** The access pattern of a rung, operand by operand: its kind, and the lines of 128 bytes that an access of 32 lanes touches; null where none is traced. */
export function accessOf(rung: string): string | null {
  return access[rung] ?? null;
}
