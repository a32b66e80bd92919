// A server that speaks the parts of GitHub's REST API that this package uses, with the faults that the real one has.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fault, Forge } from './forge.ts';
import { Moved, routeOf, Unprocessable } from './routes.ts';

/** A server that runs. */
export interface RunningForge {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts the API, and the store of artifacts as another host. */
export async function startForge(forge: Forge): Promise<RunningForge> {
  const blobs = await listen(async (request, response) => {
    const id = request.url?.split('/').at(-1);
    forge.asked.push(`blob with ${request.headers.authorization ?? 'no token'}`);
    response.end(forge.artifacts.find((each) => String(each.id) === id)?.zip);
  });
  const api = await listen((request, response) => answer({ forge, blobs: blobs.url }, request, response));
  return { url: api.url, stop: async () => void (await Promise.all([api.stop(), blobs.stop()])) };
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function listen(serve: Serve): Promise<RunningForge> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Unprocessable ? 422 : 500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Served {
  readonly forge: Forge;
  readonly blobs: string;
}

async function answer(
  { forge, blobs }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const sent = await text(request);
  forge.asked.push(`${request.method} ${url.pathname}`);
  const fault = takeFault(forge, `${request.method} ${url.pathname}`) ?? refusal(request);
  const act = () => {
    const found = routeOf(request.method ?? '', url.pathname);
    return found?.handler(forge)({ parts: found.parts, url, body: sent === '' ? {} : JSON.parse(sent) });
  };
  if (fault) {
    if (fault.isDone === true) act();
    response.writeHead(fault.status, fault.headers).end(JSON.stringify({ message: fault.message }));
    return;
  }
  const said = act();
  if (said === undefined) response.writeHead(404).end('{}');
  else if (said instanceof Moved) response.writeHead(302, { location: `${blobs}${said.path}` }).end();
  else response.writeHead(request.method === 'POST' ? 201 : 200).end(JSON.stringify(said));
}

function takeFault({ faults }: Forge, asked: string): Fault | undefined {
  const at = faults.findIndex((fault) => (fault.of ?? asked) === asked);
  return at < 0 ? undefined : faults.splice(at, 1)[0];
}

function refusal({ headers }: IncomingMessage): Fault | null {
  return headers.authorization === 'Bearer secret-token' ? null : { status: 401 };
}
