// What the browser keeps for this site. Where it keeps nothing, a value lasts as long as the visit.

const visit = new Map<string, string>();

/** Keeps a text; false where the browser keeps it for this visit only: its storage is full, or forbidden by the reader. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    visit.delete(key);
    return true;
  } catch {
    visit.set(key, text);
    return false;
  }
}

/** The text that is kept; null where there is none. A browser that forbids storage throws at the first touch of it. */
export function stored(key: string): string | null {
  try {
    return visit.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the text is kept for this visit only. */
export function isOfVisit(key: string): boolean {
  return visit.has(key);
}
