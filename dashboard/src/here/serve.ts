// Answers the page, in a worker or, where a browser keeps WebGPU from those, in the page's own thread.
import { hasWebGpu, look, runSuite } from './bench.ts';
import type { Asked, Tell } from './words.ts';

/** Takes what is asked, one thing at a time, and tells the answers. */
export function serveBench(tell: Tell): (asked: Exclude<Asked, { readonly type: 'check' }>) => void {
  let stopping = new AbortController();
  return (asked) => {
    if (asked.type === 'stop') return stopping.abort();
    if (asked.type === 'look') return void tellSeen(tell);
    stopping = new AbortController();
    return void runSuite(asked.wishes, tell, stopping.signal).then((ending) =>
      tell({ type: 'ended', ending }),
    );
  };
}

async function tellSeen(tell: Tell): Promise<void> {
  if (!hasWebGpu()) return tell({ type: 'lack', lack: 'no-webgpu', message: '' });
  try {
    const seen = await look();
    tell(seen ? { type: 'seen', seen } : { type: 'lack', lack: 'no-adapter', message: '' });
  } catch (error) {
    tell({
      type: 'lack',
      lack: 'not-opened',
      message: error instanceof Error ? error.message : String(error),
    });
  }
}
