// What a process that measures needs of the contract: ids, cases, metrics, hashes. It has no part in parsing: the validators take
// longer to load than all else that such a process is made of, and a suite starts hundreds of them.
export { isListedAs } from './equivalents.ts';
export { formatCase, formatId, parseId } from './id.ts';
export { hashKernel } from './kernel.ts';
export { cardId, machineKey } from './machine-key.ts';
export { metricIds, metricOf } from './metrics.ts';
export { parseCase } from './params.ts';
export { sha256 } from './sha256.ts';
