// Where in a JSON text a JSON pointer points: people look for a line.

/** The line of the value, counted from 1; of what is not there that of the nearest thing around it. The text is valid JSON. */
export function lineOfPointer(text: string, pointer: string): number {
  const wanted = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let place = 0;
  for (let depth = 1; depth <= wanted.length; depth++)
    place = placesOf(text).get(keyOf(wanted.slice(0, depth))) ?? place;
  return text.slice(0, place).split('\n').length;
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Frame {
  readonly isArray: boolean;
  /** The member that is being read: a name, or a place. */
  part: string;
  isName: boolean;
}

// The place of every value in the text.
function placesOf(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const frames: Frame[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const top = frames.at(-1);
    if (top && separates(top, token)) continue;
    if (isEnd(token)) frames.pop();
    else if (top?.isName) top.part = String(JSON.parse(token));
    else {
      places.set(keyOf(frames.map(({ part }) => part)), index);
      frames.push(...opened(token));
    }
  }
  return places;
}

const isEnd = (token: string): boolean => token === '}' || token === ']';

function opened(token: string): readonly Frame[] {
  if (token === '[') return [{ isArray: true, part: '0', isName: false }];
  return token === '{' ? [{ isArray: false, part: '', isName: true }] : [];
}

function separates(top: Frame, token: string): boolean {
  if (token === ':') top.isName = false;
  if (token === ',' && top.isArray) top.part = String(Number(top.part) + 1);
  if (token === ',' && !top.isArray) top.isName = true;
  return token === ':' || token === ',';
}
