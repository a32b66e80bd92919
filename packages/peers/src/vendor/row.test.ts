// What a row asks of the Python program.
import type { Given } from '@kernel-ladder/harness';
import { family, sparseCase } from '@kernel-ladder/kernel-sparse';
import { expect, test } from 'vitest';
import { pythonAt } from './python.ts';
import { vendorRows } from './row.ts';
import type { Host, Request } from './session.ts';
import { sparseVendorRows } from './sparse.ts';

test('a row gives the program the inputs that it reads, at first and when they are replaced', async () => {
  const asked: Request[] = [];
  const session = {
    ask: async (request: Request) => {
      asked.push(request);
      return { header: {}, arrays: {} };
    },
    isOpen: () => true,
  };
  const host = { python: pythonAt(['python3'], 'cpu'), session: () => session, close: () => {} };
  const [row] = vendorRows(family, sparseVendorRows, host as unknown as Host);
  const params = sparseCase({ rows: 1, nnz: 1, pattern: 'uniform' });
  const words = Uint32Array.of(0, 1);
  const inputs = { offsets: words, cols: words, ellCols: words, vals: words, x: words };
  const prepared = await row!.prepare(params, { inputs } as unknown as Given);
  await prepared.replace(inputs);
  const given = asked.map((request) => Object.keys(request.inputs?.arrays ?? {}));
  expect(given).toEqual(Array.from({ length: 2 }, () => ['offsets', 'cols', 'vals', 'x']));
});
